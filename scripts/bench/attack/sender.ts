// A separate process for strangers, at the lowest priority: in reality they burn processors of their own.
import { createServer } from "node:http";
import { setPriority } from "node:os";
import { answer } from "../programs.ts";
import { attacks } from "./attacks.ts";
import { createStranger, type Stage } from "./stage.ts";

setPriority(19);
const questions = {
  async attack({ name, stage, seconds }: { name: string; stage: Stage; seconds: number }) {
    const { website, run } = attacks[name]!;
    const site = website && createServer(website).listen(stage.sitePort, "127.0.0.1");
    const stranger = createStranger(stage, seconds);
    await run(stranger);
    const result = structuredClone(stranger.result());
    await stranger.leave();
    site?.closeAllConnections();
    site?.close();
    return result;
  },
};
export type SenderQuestions = typeof questions;
answer(questions);
