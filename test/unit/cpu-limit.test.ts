import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { afterEach, expect, it, vi } from "vitest";
import { limitCpu } from "../../core/runtime/cpu-limit.ts";

afterEach(() => void vi.useRealTimers());

it("stops a thread that never finishes", async () => {
  const worker = new Worker("for (;;);", { eval: true });
  await once(worker, "online");
  const late = Promise.withResolvers<void>();
  limitCpu(worker, 60, late.resolve);
  await late.promise;
  await worker.terminate();
});

it("lets a thread wait ten times as long as it may work, but not forever", async () => {
  const worker = new Worker("require('node:worker_threads').parentPort.once('message', () => {})", { eval: true });
  await once(worker, "online");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let isLate = false;
  limitCpu(worker, 60_000, () => {
    isLate = true;
  });
  for (let minutes = 1; minutes < 10; minutes++) {
    await vi.advanceTimersByTimeAsync(60_000);
    // Answered after the question of the watch, which has looked then.
    await worker.cpuUsage();
    expect(isLate).toBe(false);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isLate).toBe(true);
  vi.useRealTimers();
  await worker.terminate();
});
