import { readdirSync } from "node:fs";
import { getPriority } from "node:os";
import { expect, it } from "vitest";
import { createThread } from "../../core/runtime/thread.ts";
import type { Jobs } from "../../pictures/resize-worker.ts";

/** Of the threads of this process. */
const priorities = (): number[] => readdirSync("/proc/self/task").map((thread) => getPriority(Number(thread)));

it.runIf(process.platform === "linux")("runs untrusted work at a lower priority than the event loop", async () => {
  const before = priorities();
  const thread = createThread<Jobs>("./pictures/resize-worker.ts", { timeoutMs: 30_000, memoryMb: 128 });
  await expect(thread.run("resize", { body: new Uint8Array(), sizes: [64], owner: "" })).rejects.toThrow();
  const lower = (all: number[]) => all.filter((priority) => priority > getPriority()).length;
  expect(lower(priorities())).toBe(lower(before) + 1);
  await thread.close();
});
