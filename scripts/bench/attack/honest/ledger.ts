import type { Answer } from "../client.ts";

/** One thing an honest client wanted, and whether it got it in time. */
export type Entry = { who: string; startedAt: number; ms: number; fault: string | undefined };

/** Performs what honest clients do at their own pace, whether or not the last one was answered, and notes how it went. */
export function createLedger(patience: number) {
  const entries: Entry[] = [];
  const timers: NodeJS.Timeout[] = [];
  const running = new Set<Promise<unknown>>();

  /** Not served is: an error, a refusal (`run` throws), or no answer before the deadline. */
  async function perform(who: string, deadlineMs: number, run: (signal: AbortSignal) => Promise<void>): Promise<Entry> {
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(deadlineMs * patience);
    const fault = await run(signal).then(
      () => undefined,
      (error: Error) => (signal.aborted ? `no answer in ${deadlineMs * patience} ms` : error.message),
    );
    const entry = { who, startedAt, ms: performance.now() - startedAt, fault };
    entries.push(entry);
    return entry;
  }

  return {
    entries,
    perform,
    every(ms: number, who: string, deadlineMs: number, run: (signal: AbortSignal) => Promise<void>, afterMs = 0): void {
      const go = () => {
        const one = perform(who, deadlineMs, run).finally(() => running.delete(one));
        running.add(one);
      };
      timers.push(
        setTimeout(() => {
          go();
          timers.push(setInterval(go, ms));
        }, afterMs),
      );
    },
    /** Starts nothing new and waits for what runs. */
    async settle(): Promise<void> {
      for (const timer of timers.splice(0)) clearInterval(timer);
      await Promise.all(running);
    },
  };
}

export type HonestLedger = ReturnType<typeof createLedger>;

/** The body of an answer that is as it should be; throws otherwise. */
export function served({ path, status, text }: Answer, ...right: number[]): string {
  if (!(right.length ? right : [200]).includes(status))
    throw new Error(`${path} ${status} ${text.startsWith("<") ? "" : text.slice(0, 160)}`);
  return text;
}
