// A process of its own for strangers, at the lowest priority: on real days they burn processors of their own.
import { createServer } from "node:http";
import { setPriority } from "node:os";
import { attacks } from "./attacks/index.ts";
import type { Stage } from "./stage.ts";
import { type Counts, createStranger } from "./stranger.ts";
import { answer } from "./talk.ts";

export type Sent = { counts: Counts; sent: number; bytes: number; processorMs: number };
const LOWEST_PRIORITY = 19;

setPriority(LOWEST_PRIORITY);
const questions = {
  async attack({ name, stage, seconds }: { name: string; stage: Stage; seconds: number }): Promise<Sent> {
    const { website, run } = attacks[name]!;
    const site = website && createServer(website);
    if (site) await new Promise<void>((done) => site.listen(stage.sitePort, "127.0.0.1", done));
    const before = process.cpuUsage();
    const stranger = createStranger(stage, seconds);
    await run(stranger);
    const { user, system } = process.cpuUsage(before);
    const sent = { counts: { ...stranger.counts }, ...stranger.facts(), processorMs: (user + system) / 1000 };
    await stranger.leave();
    site?.closeAllConnections();
    site?.close();
    return sent;
  },
};
export type SenderQuestions = typeof questions;
answer(questions);
