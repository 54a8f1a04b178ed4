import type { ServerResponse } from "node:http";
import type { Deps } from "#actions/context.ts";
import { AppError } from "#core/errors/errors.ts";
import { addressKey, takeQuota } from "#core/limits/limiter.ts";
import { factsOf } from "#http/facts.ts";
import { createRooms } from "#http/http-server.ts";
import { type Gate, type Incoming, pathOf } from "#http/incoming.ts";
import type { GaugeSource } from "#http/metrics.ts";
import { patienceOf } from "#http/one-by-one.ts";
import { refusalOf, sendProblem } from "#http/refusal.ts";
import { addressOf } from "../../kit/site.ts";
import { createHub } from "./hub.ts";
import { sender } from "./sender.ts";
import { LIVE_PATH, topicsOf } from "./topics.ts";

/** When browsers come back, in ms: not all at once after a restart. Without room they ask seldom. */
const BACK = { soon: 1000, within: 4000, withoutRoom: 30_000 };

const HEADERS = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "private, no-store, no-transform",
  "X-Robots-Tag": "noindex",
  // nginx would hold events back until its buffer is full.
  "X-Accel-Buffering": "no",
};

/** `/live?on=listing/SLUG&on=week/MONDAY`: changes on pages as server-sent events, open to everyone. */
export function createLive(deps: Deps): { answer: Gate; gauge: GaugeSource } {
  const { settings, limiter, jobEnds, random } = deps;
  const hub = createHub(deps);
  const enterAll = createRooms(() => settings.LIMIT_LIVE_ALL);
  const enterAddress = createRooms(() => settings.LIMIT_LIVE);
  const open = new Set<() => void>();
  jobEnds.closed.addEventListener("abort", () => {
    for (const end of open) end();
  });

  const backIn = (ms: number): string => `retry: ${ms + (random(2).readUInt16LE() % BACK.within)}\n\n`;

  /** Room among all and for the address, or nothing. */
  function enter(key: string): (() => void) | undefined {
    const leaveAll = enterAll("all");
    const leaveAddress = leaveAll && enterAddress(key);
    if (!leaveAddress) leaveAll?.();
    return leaveAddress && (() => [leaveAll, leaveAddress].forEach((leave) => void leave()));
  }

  async function follow(req: Incoming, res: ServerResponse, key: string): Promise<void> {
    const query = new URL(req.url, settings.BASE_URL).searchParams;
    const topics = topicsOf(query.getAll("on"), settings.SITE_TIMEZONE);
    if (!topics) throw new AppError("validation_failed", "Name what to follow: on=listing/SLUG or on=week/MONDAY.");
    if (jobEnds.closed.aborted)
      throw new AppError("service_unavailable", "This server is stopping. Try again in a second.", { retryAfter: 1 });
    const patience = patienceOf(req);
    const leave = patience.aborted ? undefined : enter(key);
    // Its end is that of the connection, so that each event is one write and not three.
    res.shouldKeepAlive = false;
    res.useChunkedEncodingByDefault = false;
    res.writeHead(200, HEADERS);
    if (!leave) {
      res.write(backIn(BACK.withoutRoom));
      return void res.end(await hub.now(topics));
    }
    try {
      res.write(backIn(BACK.soon));
      const seen = /^\d{1,15}$/.exec(String(req.headers["last-event-id"] ?? query.get("since") ?? ""));
      const part = await hub.join({ topics, send: sender(res) }, seen ? Number(seen[0]) : undefined);
      await new Promise<void>((resolve) => {
        open.add(resolve);
        patience.addEventListener("abort", () => resolve(), { once: true });
        if (patience.aborted || jobEnds.closed.aborted) resolve();
        res.once("close", () => open.delete(resolve));
      });
      part();
      res.end();
    } finally {
      leave();
    }
  }

  const answer: Gate = (req, res, next) => {
    if (req.method !== "GET" || pathOf(req.url) !== LIVE_PATH) return next();
    factsOf(req).route = LIVE_PATH;
    const key = addressKey(addressOf(req));
    const site = req.headers["sec-fetch-site"];
    Promise.try(async () => {
      if (site !== undefined && site !== "same-origin" && site !== "none")
        throw new AppError("not_found", "Only pages of this site can use this.");
      await takeQuota(limiter, "live", key);
      await follow(req, res, key);
    }).catch((error: unknown) => {
      if (res.headersSent) res.destroy();
      else sendProblem(res, refusalOf(error, req, deps));
    });
  };

  return {
    answer,
    gauge: {
      name: "debut_live_connections",
      help: "Open connections of pages that follow what changes.",
      read: hub.readers,
    },
  };
}
