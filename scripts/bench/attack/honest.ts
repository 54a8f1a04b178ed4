// A process of its own for everybody who means well: their websites, their mail, the payment provider, and the clients themselves.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { createMailServer } from "../../../test/helpers/mail-server.ts";
import { startPayPalServer } from "../../../test/helpers/paypal-server.ts";
import { ACME } from "../../../test/helpers/website.ts";
import { createAssistant } from "./honest/assistant.ts";
import { createLedger, type Entry } from "./honest/ledger.ts";
import { canConnect, canRegister, startBuyers, submitWebsite } from "./honest/people.ts";
import { startReaders } from "./honest/readers.ts";
import { createSigner } from "./honest/signer.ts";
import { HONEST_HOSTS, type Stage } from "./stage.ts";
import { answer } from "./talk.ts";

export type Surroundings = { sites: string; mail: string; paypal: Record<string, string> };
/** What was asked during the attack, and what was left of everybody afterwards. */
export type Outcome = {
  entries: Entry[];
  draftSeconds: number | undefined;
  connected: number;
  assistants: number;
  canSignIn: boolean;
  canConnect: boolean;
  canRegister: boolean;
  paypalAsked: number;
  /** What these clients and their websites themselves used. */
  processorMs: number;
};

/** Websites answer a little slowly, as they do. */
const SITE_MS = 30;

async function surround() {
  const mail = await createMailServer();
  const paypal = await startPayPalServer();
  const sites = createServer(async (req, res) => {
    await delay(SITE_MS);
    const host = (req.headers.host ?? "").replace(/:\d+$/, "");
    const path = (req.url ?? "/").split("?")[0]!;
    if (host === HONEST_HOSTS.maker || host === HONEST_HOSTS.earlier) {
      // The earlier one has one page only: nobody waits for it longer than needed.
      const page = host === HONEST_HOSTS.maker || path === "/" ? ACME[path] : undefined;
      res.writeHead(page ? 200 : 404, { "content-type": "text/html; charset=utf-8" }).end(page ?? "not found");
    } else if (path.endsWith(".json")) {
      res.writeHead(200, { "content-type": "application/json" }).end(
        JSON.stringify({
          client_id: `https://${host}${path}`,
          client_name: "Assistant",
          redirect_uris: [`https://${host}/callback`],
          grant_types: ["authorization_code", "refresh_token"],
          token_endpoint_auth_method: "none",
        }),
      );
    } else res.writeHead(404).end();
  });
  await new Promise<void>((done) => sites.listen(0, "127.0.0.1", done));
  return { mail, paypal, sites: `127.0.0.1:${(sites.address() as AddressInfo).port}` };
}

const around = await surround();

function begin(stage: Stage) {
  const ledger = createLedger(stage.patience);
  const assistants = stage.assistants.map((connected, nth) => createAssistant(stage, nth, connected, ledger));
  const mailsBefore = around.mail.delivered.length;
  const mailbox = (email: string) =>
    around.mail.delivered
      .slice(mailsBefore)
      .filter(({ to }) => to.includes(email))
      .flatMap(({ text }) => /\S+\/reset\?token=\S+/.exec(text)?.[0] ?? [])
      .at(-1);
  const signer = createSigner(stage, mailbox, ledger);
  const closing: (() => void)[] = [signer.close, ...assistants.map(({ close }) => close)];
  const enough = Promise.withResolvers<void>();
  const askedBefore = around.paypal.requests.length;
  return {
    enough: () => enough.resolve(),
    async calm(ms: number) {
      await signer.warm();
      closing.push(startReaders(stage, ledger));
      closing.push(startBuyers(stage, ledger));
      signer.start();
      assistants[0]?.start(0);
      // What is loaded when it is first needed has been needed: drafting, too.
      await Promise.all([delay(ms), submitWebsite(stage, HONEST_HOSTS.earlier, ledger)]);
    },
    /** Goes on until it is told that the attack is over. `ms` is how long it is expected to take. */
    async during(ms: number): Promise<Outcome> {
      const from = performance.now();
      const usedBefore = process.cpuUsage();
      // Others come back in the middle of it: what the server remembered of their programs, it does not any more.
      for (const [nth, assistant] of assistants.entries()) if (nth > 0) assistant.start((ms * nth) / assistants.length);
      const draft = delay(ms / 10).then(() => submitWebsite(stage, HONEST_HOSTS.maker, ledger));
      await enough.promise;
      const until = performance.now();
      const { user, system } = process.cpuUsage(usedBefore);
      await ledger.settle();
      const draftSeconds = await draft;
      const connected = [];
      for (const assistant of assistants) connected.push(await assistant.isConnected());
      const outcome = {
        entries: ledger.entries.filter(({ startedAt }) => startedAt >= from && startedAt <= until),
        draftSeconds,
        connected: connected.filter(Boolean).length,
        assistants: assistants.length,
        canSignIn: await signer.canSignIn(),
        canConnect: await canConnect(stage),
        canRegister: await canRegister(stage),
        paypalAsked: around.paypal.requests.length - askedBefore,
        processorMs: (user + system) / 1000,
      };
      for (const close of closing) close();
      return outcome;
    },
  };
}

let life: ReturnType<typeof begin> | undefined;
const questions = {
  surroundings: (): Surroundings => ({
    sites: around.sites,
    mail: around.mail.url,
    paypal: {
      PAYPAL_CLIENT_ID: around.paypal.account.clientId,
      PAYPAL_CLIENT_SECRET: around.paypal.account.clientSecret,
      PAYPAL_WEBHOOK_ID: around.paypal.account.webhookId,
      PAYPAL_API_BASE: around.paypal.url,
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
