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
  async listen({ name, port }: { name: string; port: number }): Promise<void> {
    const { website } = attacks[name]!;
    if (website) await new Promise<void>((done) => createServer(website).listen(port, "127.0.0.1", done));
  },
  async attack({
    name,
    stage,
    target,
    seconds,
  }: {
    name: string;
    stage: Stage;
    target: string;
    seconds: number;
  }): Promise<Sent> {
    const before = process.cpuUsage();
    const stranger = createStranger(stage, target, seconds);
    await attacks[name]!.run(stranger);
    const { user, system } = process.cpuUsage(before);
    await stranger.leave();
    return { counts: stranger.counts, ...stranger.facts(), processorMs: (user + system) / 1000 };
  },
};
export type SenderQuestions = typeof questions;
answer(questions);
