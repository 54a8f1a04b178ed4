export type JobEnds = {
  listen(job: string): { signal: AbortSignal; forget: () => void };
  tell(job: string): void;
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

export type Patience = { ms: number; signal?: AbortSignal | undefined };

type Watched<T> = { read: (before: T) => Promise<T>; isDone: (value: T) => boolean; jobOf: (value: T) => string };

type Clocks = { now: () => Date; sleep: (ms: number, signal: AbortSignal) => Promise<void>; jobEnds: JobEnds };

/** Interval for reading again: jobs may end in another process or report progress. */
const LOOK_MS = 1500;

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
    // Before reading, to catch an end in between.
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
