// A separate process for strangers, at the lowest priority: on real days they burn processors of their own.
import { createServer } from "node:http";
import { setPriority } from "node:os";
import { answer } from "../programs.ts";
import { attacks } from "./attacks.ts";
import { createStranger, type Stage } from "./stage.ts";

setPriority(19);
const questions = {
  async attack({ name, stage, seconds }: { name: string; stage: Stage; seconds: number }) {
    const { website, run } = attacks[name]!;
    const site = website && createServer(website);
    if (site) await new Promise<void>((done) => site.listen(stage.sitePort, "127.0.0.1", done));
    const stranger = createStranger(stage, seconds);
    await run(stranger);
    const sent = { counts: { ...stranger.counts }, sent: stranger.sent() };
    await stranger.leave();
    site?.closeAllConnections();
    site?.close();
    return sent;
  },
};
export type SenderQuestions = typeof questions;
answer(questions);
