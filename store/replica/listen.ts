import { setTimeout as delay } from "node:timers/promises";

/** A connection of its own that hears of commits. `end` of one that is lost already does nothing. */
export type Listener = {
  connect(): Promise<unknown>;
  query(text: string): Promise<unknown>;
  on(event: "notification" | "end" | "error", heard: (what?: unknown) => void): unknown;
  end(): Promise<void>;
};

export const CHANNEL = "debut";
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [100, 5000];

/** Hears of every commit, and connects again when the connection is lost. */
export function listen(
  create: () => Listener,
  { heard, log }: { heard: () => void; log: { warn: (details: object, message: string) => void } },
) {
  const over = new AbortController();
  let current: Listener | undefined;
  let isTold = false;

  async function hold(): Promise<void> {
    const connection = create();
    const lost = Promise.withResolvers<void>();
    connection.on("notification", heard);
    connection.on("end", () => lost.resolve());
    connection.on("error", () => lost.resolve());
    try {
      await connection.connect();
      await connection.query(`listen ${CHANNEL}`);
      [current, isTold] = [connection, true];
      // What was committed before it listened was told to nobody.
      heard();
      await lost.promise;
    } finally {
      [current, isTold] = [undefined, false];
      await connection.end().catch(() => undefined);
    }
  }

  const ended = (async () => {
    for (let pauseMs = FIRST_PAUSE_MS; !over.signal.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const begun = performance.now();
      await hold().catch((error: unknown) => {
        if (!over.signal.aborted) log.warn({ err: error }, "commits of other processes are not told, so this one asks");
      });
      if (performance.now() - begun > LONGEST_PAUSE_MS) pauseMs = FIRST_PAUSE_MS;
      await delay(pauseMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
    }
  })();

  return {
    isTold: () => isTold,
    async stop(): Promise<void> {
      over.abort();
      await current?.end().catch(() => undefined);
      await ended;
    },
  };
}
