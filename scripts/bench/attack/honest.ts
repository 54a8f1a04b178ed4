import { setTimeout as delay } from "node:timers/promises";
import type { Delivered } from "../../../test/helpers/mail-server.ts";
import { type Answer, type Asked, authorizeOf, closeClients, createClient, jsonOf } from "./client.ts";
import {
  createAssistant,
  createLedger,
  createSigner,
  DEADLINE_MS,
  startBuyers,
  startReaders,
  submitWebsite,
} from "./clients.ts";
import { HONEST_HOSTS, type Stage } from "./stage.ts";

/** Everybody who means well at one server. */
export function createHonest(stage: Stage, mails: readonly Delivered[]) {
  const ledger = createLedger(stage.patience);
  const assistants = stage.assistants.map((connected, nth) => createAssistant(stage, nth, connected, ledger));
  const before = mails.length;
  const newestLink = (email: string) =>
    mails
      .slice(before)
      .filter(({ to }) => to.includes(email))
      .flatMap(({ text }) => /\S+\/reset\?token=\S+/.exec(text)?.[0] ?? [])
      .at(-1);
  const signer = createSigner(stage, newestLink, ledger);
  return {
    async calm(ms: number) {
      await signer.warm();
      startReaders(stage, ledger);
      startBuyers(stage, ledger);
      signer.start();
      assistants[0]?.start(0);
      // Drafting, too, has been used once before it is measured.
      await Promise.all([delay(ms), submitWebsite(stage, HONEST_HOSTS.earlier, ledger)]);
    },
    /** What was asked during the attack, which is expected to take `ms`, and what everybody can do afterwards. */
    async during(ms: number, attack: Promise<unknown>) {
      const from = performance.now();
      // Others come back in the middle of it, when the server has forgotten what it knew of their programs.
      for (const [nth, assistant] of assistants.entries()) if (nth > 0) assistant.start((ms * nth) / assistants.length);
      const draft = delay(ms / 10).then(() => submitWebsite(stage, HONEST_HOSTS.maker, ledger));
      await attack;
      const until = performance.now();
      await ledger.settle();
      const draftSeconds = await draft;
      let connected = 0;
      for (const assistant of assistants) connected += Number(await assistant.isConnected());
      const canSignIn = await signer.canSignIn();
      const newcomers = await newcomersCan(stage);
      await closeClients();
      const entries = ledger.entries.filter(({ startedAt }) => startedAt >= from && startedAt <= until);
      return { entries, draftSeconds, connected, canSignIn, ...newcomers };
    },
  };
}

/** Whether somebody could connect an assistant, and register a program, that were never seen here. */
async function newcomersCan({ base, patience }: Stage): Promise<Record<"canConnect" | "canRegister", boolean>> {
  const client = createClient(base, "127.0.2.50");
  const redirect_uris = ["https://newcomer.test/callback"];
  const ask = (asked: Asked) =>
    client.send(asked, AbortSignal.timeout(DEADLINE_MS * patience)).catch((): Partial<Answer> => ({}));
  const connected = await ask(authorizeOf(base, `https://${HONEST_HOSTS.newcomer}/client.json`));
  const registered = await ask(jsonOf("/oauth/register", { client_name: "New app", redirect_uris }));
  const canConnect = connected.headers?.location?.includes("/interaction/") === true;
  return { canConnect, canRegister: registered.status === 201 };
}
