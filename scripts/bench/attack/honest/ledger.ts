import type { Answer } from "../client.ts";

/**
 * One thing an honest client wanted, and whether it got it in time. `ms` counts from when it was due, so a client that falls
 * behind hides nothing; `lateMs` of it passed before the client itself began.
 */
export type Entry = { who: string; startedAt: number; ms: number; lateMs: number; fault: string | undefined };

/** Performs what honest clients do at their own pace, whether or not the last one was answered, and notes how it went. */
export function createLedger(patience: number) {
  const entries: Entry[] = [];
  const stops: (() => void)[] = [];
  const running = new Set<Promise<unknown>>();

  /** Not served is: an error, a refusal (`run` throws), or no answer before the deadline. */
  async function perform(
    who: string,
    deadlineMs: number,
    run: (signal: AbortSignal) => Promise<void>,
    startedAt = performance.now(),
  ): Promise<Entry> {
    const lateMs = performance.now() - startedAt;
    const signal = AbortSignal.timeout(deadlineMs * patience);
    const fault = await run(signal).then(
      () => undefined,
      (error: Error) => (signal.aborted ? `no answer in ${deadlineMs * patience} ms` : error.message),
    );
    const entry = { who, startedAt, ms: performance.now() - startedAt, lateMs, fault };
    entries.push(entry);
    return entry;
  }

  return {
    entries,
    perform,
    /** On a schedule that does not wait for answers: what comes late for its time is counted from that time. */
    every(ms: number, who: string, deadlineMs: number, run: (signal: AbortSignal) => Promise<void>, afterMs = 0): void {
      let dueAt = performance.now() + afterMs;
      const go = () => {
        const one = perform(who, deadlineMs, run, dueAt).finally(() => running.delete(one));
        running.add(one);
        dueAt += ms;
        wait();
      };
      let timer: NodeJS.Timeout;
      const wait = () => {
        timer = setTimeout(go, Math.max(0, dueAt - performance.now()));
      };
      wait();
      stops.push(() => clearTimeout(timer));
    },
    /** Starts nothing new and waits for what runs. */
    async settle(): Promise<void> {
      for (const stop of stops.splice(0)) stop();
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
