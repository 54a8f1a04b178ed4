/** Tells those who wait in this process that a job has ended. */
export type JobEnds = {
  /** Aborts when the job ends in this process. Call `forget` afterwards. */
  listen(job: string): { signal: AbortSignal; forget: () => void };
  tell(job: string): void;
  /** Aborts when the server stops: nobody should wait any longer. */
  closed: AbortSignal;
  close(): void;
};

export function createJobEnds(): JobEnds {
  const listening = new Map<string, Set<AbortController>>();
  const closing = new AbortController();
  return {
    listen(job) {
      const one = new AbortController();
      const others = listening.get(job) ?? new Set();
      listening.set(job, others.add(one));
      return {
        signal: one.signal,
        forget() {
          others.delete(one);
          if (others.size === 0 && listening.get(job) === others) listening.delete(job);
        },
      };
    },
    tell(job) {
      for (const one of listening.get(job) ?? []) one.abort();
    },
    closed: closing.signal,
    close: () => closing.abort(),
  };
}

/** How long somebody waits. It ends early if `signal` aborts. */
export type Patience = { ms: number; signal?: AbortSignal | undefined };

type Watched<T> = { read: (before: T) => Promise<T>; isDone: (value: T) => boolean; jobOf: (value: T) => string };

type Clocks = { now: () => Date; sleep: (ms: number, signal: AbortSignal) => Promise<void>; jobEnds: JobEnds };

/** How often to read again: a job may end in another process, and show progress before. */
const LOOK_MS = 1500;

/** Reads until `isDone`, when the job ends and from time to time; returns what it read last. */
export async function watch<T>(
  first: T,
  { read, isDone, jobOf }: Watched<T>,
  { ms, signal }: Patience,
  { now, sleep, jobEnds }: Clocks,
): Promise<T> {
  const until = now().getTime() + ms;
  const over = signal ? AbortSignal.any([jobEnds.closed, signal]) : jobEnds.closed;
  let value = first;
  while (!isDone(value)) {
    const job = jobOf(value);
    // Before reading, so that an end in between is heard too.
    const end = jobEnds.listen(job);
    try {
      value = await read(value);
      const leftMs = until - now().getTime();
      if (leftMs <= 0 || over.aborted) break;
      if (!isDone(value) && jobOf(value) === job)
        await sleep(Math.min(LOOK_MS, leftMs), AbortSignal.any([over, end.signal]));
    } finally {
      end.forget();
    }
  }
  return value;
}
