// A separate process for everybody who means well: their websites, their mail, the payment provider, and the clients.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { createMailServer } from "../../../test/helpers/mail-server.ts";
import { startPayPalServer } from "../../../test/helpers/paypal-server.ts";
import { ACME } from "../../../test/helpers/website.ts";
import { answer } from "../programs.ts";
import {
  createAssistant,
  createLedger,
  createSigner,
  newcomersCan,
  startBuyers,
  startReaders,
  submitWebsite,
} from "./clients.ts";
import { HONEST_HOSTS, type Stage } from "./stage.ts";

/** What was asked during the attack, and what was left of everybody afterwards. */
export type Outcome = Awaited<ReturnType<ReturnType<typeof begin>["during"]>>;

/** Websites answer a little slowly, as they do. */
const SITE_MS = 30;
const mail = await createMailServer();
const paypal = await startPayPalServer();
const sites = createServer(async ({ headers: { host: given = "" }, url = "/" }, res) => {
  await delay(SITE_MS);
  const host = given.replace(/:\d+$/, "");
  const path = url.split("?")[0]!;
  // The earlier website has one page only: nobody waits for it longer than needed.
  const page = host === HONEST_HOSTS.maker || (host === HONEST_HOSTS.earlier && path === "/") ? ACME[path] : undefined;
  const document = {
    client_id: `https://${host}${path}`,
    client_name: "Assistant",
    redirect_uris: [`https://${host}/callback`],
    grant_types: ["authorization_code", "refresh_token"],
    token_endpoint_auth_method: "none",
  };
  if (page) res.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
  else if (path.endsWith(".json"))
    res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(document));
  else res.writeHead(404).end();
});
await new Promise<void>((done) => sites.listen(0, "127.0.0.1", done));

function begin(stage: Stage) {
  const ledger = createLedger(stage.patience);
  const assistants = stage.assistants.map((connected, nth) => createAssistant(stage, nth, connected, ledger));
  const mailsBefore = mail.delivered.length;
  const newestLink = (email: string) =>
    mail.delivered
      .slice(mailsBefore)
      .filter(({ to }) => to.includes(email))
      .flatMap(({ text }) => /\S+\/reset\?token=\S+/.exec(text)?.[0] ?? [])
      .at(-1);
  const signer = createSigner(stage, newestLink, ledger);
  const closing: (() => unknown)[] = [signer.close, ...assistants.map(({ close }) => close)];
  const enough = Promise.withResolvers<void>();
  return {
    enough: () => enough.resolve(),
    async calm(ms: number) {
      await signer.warm();
      closing.push(startReaders(stage, ledger), startBuyers(stage, ledger));
      signer.start();
      assistants[0]?.start(0);
      // What is loaded when it is first needed has been needed: drafting, too.
      await Promise.all([delay(ms), submitWebsite(stage, HONEST_HOSTS.earlier, ledger)]);
    },
    /** Until it is told that the attack is over. `ms` is how long it is expected to take. */
    async during(ms: number) {
      const from = performance.now();
      // Others come back in the middle of it: what the server remembered of their programs, it does not any more.
      for (const [nth, assistant] of assistants.entries()) if (nth > 0) assistant.start((ms * nth) / assistants.length);
      const draft = delay(ms / 10).then(() => submitWebsite(stage, HONEST_HOSTS.maker, ledger));
      await enough.promise;
      const until = performance.now();
      await ledger.settle();
      const draftSeconds = await draft;
      let connected = 0;
      for (const assistant of assistants) connected += Number(await assistant.isConnected());
      const outcome = {
        entries: ledger.entries.filter(({ startedAt }) => startedAt >= from && startedAt <= until),
        ...{ draftSeconds, connected, assistants: assistants.length, canSignIn: await signer.canSignIn() },
        ...(await newcomersCan(stage)),
      };
      for (const close of closing) close();
      return outcome;
    },
  };
}

let life: ReturnType<typeof begin> | undefined;
const questions = {
  surroundings: () => ({
    sites: `127.0.0.1:${(sites.address() as AddressInfo).port}`,
    env: {
      SMTP_URL: mail.url,
      PAYPAL_CLIENT_ID: paypal.account.clientId,
      PAYPAL_CLIENT_SECRET: paypal.account.clientSecret,
      PAYPAL_WEBHOOK_ID: paypal.account.webhookId,
      PAYPAL_API_BASE: paypal.url,
    },
  }),
  /** Everybody begins to work, and goes on until `during` is over. */
  calm({ stage, ms }: { stage: Stage; ms: number }) {
    life = begin(stage);
    return life.calm(ms);
  },
  enough: () => life?.enough(),
  during: ({ ms }: { ms: number }): Promise<Outcome> => life!.during(ms),
};
export type HonestQuestions = typeof questions;
answer(questions);
