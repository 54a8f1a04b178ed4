import { answerWith } from "#core/runtime/thread.ts";
import { readStatement } from "./read.ts";

const JOBS = {
  read: ({ bytes, currency }: { bytes: Uint8Array; currency: string }) => readStatement(bytes, currency),
};
export type Jobs = typeof JOBS;

answerWith(JOBS);
