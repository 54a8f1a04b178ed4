import type { Request, Response } from "express";
import type { Deps } from "#actions/context.ts";
import { createRooms } from "#http/http-server.ts";
import { createPatience } from "#http/patience.ts";

const MOST_OPEN = 200;
/** Another process may make the change, so the database is asked. */
const LOOK_MS = 500;
/** Proxies close connections that are silent for a minute. */
const BEAT_LOOKS = 30;
/** After ten minutes the browser comes again, which is counted as a page. */
const MOST_LOOKS = 1200;
const RETRY_MS = 3000;

type Watched = {
  /** The revision now; undefined once it is gone. A cheap look. */
  revision: () => Promise<number | undefined>;
  read: () => Promise<{ revision: number; html: string; isLast: boolean } | undefined>;
};

/**
 * Server-sent events: the whole state on each change, then `end`. Without room for a stream, sends
 * the current state.
 */
export function createEventStreams({ jobEnds, sleep }: Pick<Deps, "jobEnds" | "sleep">) {
  const patience = createPatience();
  const enter = createRooms(() => MOST_OPEN);

  async function follow(res: Response, over: AbortSignal, { revision, read }: Watched, seen: number): Promise<void> {
    let known = seen;
    for (let look = 1; ; look++) {
      const now = await revision();
      // The first look also tells whether the state that the browser has is the last one.
      const state = look === 1 || now !== known ? await read() : undefined;
      if (state && state.revision !== known) {
        known = state.revision;
        res.write(`id: ${known}\nevent: state\ndata: ${JSON.stringify(state.html)}\n\n`);
      }
      if (state?.isLast || now === undefined) return void res.write("event: end\ndata:\n\n");
      if (look >= MOST_LOOKS || over.aborted) return;
      if (look % BEAT_LOOKS === 0) res.write(":\n\n");
      await sleep(LOOK_MS, over);
      if (over.aborted) return;
    }
  }

  return async (req: Request, res: Response, watched: Watched): Promise<void> => {
    const leave = enter("all");
    const over = AbortSignal.any([jobEnds.closed, leave ? patience(req) : AbortSignal.abort()]);
    res.set({
      "Content-Type": "text/event-stream",
      "Cache-Control": "private, no-store, no-transform",
      "X-Robots-Tag": "noindex",
      // nginx would hold events back until its buffer is full.
      "X-Accel-Buffering": "no",
    });
    try {
      res.write(`retry: ${RETRY_MS}\n\n`);
      const seen = /^\d{1,9}$/.exec(req.get("last-event-id") ?? "");
      await follow(res, over, watched, seen ? Number(seen[0]) : -1);
      res.end();
    } finally {
      leave?.();
    }
  };
}
