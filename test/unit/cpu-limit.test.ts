import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { limitCpu } from "../../core/cpu-limit.ts";

/** Whether a thread that runs this program passes the limit before it ends. */
async function isOver(program: string, limitMs: number): Promise<boolean> {
  const worker = new Worker(program, { eval: true });
  await once(worker, "online");
  let isLate = false;
  const stop = limitCpu(worker, limitMs, () => {
    isLate = true;
    void worker.terminate();
  });
  await once(worker, "exit");
  stop();
  return isLate;
}

it("stops a thread that works on and on", async () => {
  expect(await isOver("for (;;);", 60)).toBe(true);
});

it("lets a thread wait for longer than it may work, but not for ever", async () => {
  const sleep = (ms: number): string => `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms})`;
  expect(await isOver(sleep(900), 300)).toBe(false);
  expect(await isOver(sleep(600_000), 60)).toBe(true);
});
