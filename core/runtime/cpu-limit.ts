import type { Worker } from "node:worker_threads";

/** On a busy machine a low-priority thread may wait this many times its limit. */
const MOST_WAITING = 10;
const ASK_AGAIN_MS = 50;

async function cpuMsOf(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Calls `onOver` once the thread has used this much CPU time, or after ten times as long. Returns a
 * function to stop watching.
 */
export function limitCpu(worker: Worker, limitMs: number, onOver: () => void): () => void {
  let isOn = true;
  const stop = (): void => {
    isOn = false;
    clearTimeout(timer);
    clearTimeout(last);
  };
  const end = (): void => {
    if (!isOn) return;
    stop();
    onOver();
  };
  const usage = (): Promise<number> => cpuMsOf(worker).catch(() => 0);
  const before = usage();
  async function check(): Promise<void> {
    const used = (await usage()) - (await before);
    if (!isOn) return;
    if (used >= limitMs) return end();
    timer = setTimeout(check, Math.max(ASK_AGAIN_MS, limitMs - used));
  }
  let timer = setTimeout(check, limitMs);
  const last = setTimeout(end, limitMs * MOST_WAITING);
  return stop;
}
