import type { Request, RequestHandler, Response } from "express";
import type { Deps } from "#actions/context.ts";
import { encodedTag, encodingFor } from "#http/encode.ts";
import { knownTag, notModified } from "#http/etag.ts";
import { factsOf } from "#http/facts.ts";
import type { Incoming } from "#http/incoming.ts";
import { routeOf } from "#http/observe.ts";
import type { Send } from "#http/send.ts";
import { endOfMinute, keepOf } from "#tools/kept.ts";
import { isTwin } from "../machines/twins.ts";
import { countSiteVisit } from "./count-site-visit.ts";
import { countVisitor } from "./count-visitor.ts";
import type { PageOf } from "./page.ts";

type KeptPage = { headers: Record<string, string>; body: Buffer; route: string; of: PageOf | undefined };

const MINUTE_MS = 60_000;
const BYTES_PER_MB = 1024 * 1024;
const OVERHEAD_BYTES = 3000;
/** A path as our links have it. Other spellings of it lead to the same page and are not kept. */
const PLAIN_PATH = /^\/(?:@?[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/;
/** Headers of one response only. */
const OWN_HEADERS = ["x-request-id", "connection", "content-length"];

const isForAnybody = ({ method, originalUrl, headers }: Incoming): boolean =>
  method === "GET" &&
  headers.cookie === undefined &&
  headers["content-length"] === undefined &&
  headers["transfer-encoding"] === undefined &&
  !headers.accept?.includes("markdown") &&
  PLAIN_PATH.test(originalUrl);

/**
 * Keeps public pages for up to a minute or until they change: pages `of` listings with those, others
 * with any commit.
 */
export function keepPages(
  deps: Pick<Deps, "store" | "settings" | "now" | "limiter" | "visits" | "siteVisits" | "log">,
  send: Send,
): RequestHandler {
  const kept = keepOf<KeptPage>(deps, {
    maxBytes: (deps.settings.CACHE_MB / 2) * BYTES_PER_MB,
    sizeOf: ({ body }) => OVERHEAD_BYTES + body.length,
  });

  async function answer(req: Request, res: Response, { headers, body, route, of }: KeptPage): Promise<void> {
    factsOf(req).route = route;
    void countSiteVisit(req, deps);
    const listingId = of?.listingId;
    if (listingId !== undefined) await countVisitor(req, { listingId, kind: "views" }, deps);
    const [known, etag] = [req.headers["if-none-match"], headers.etag];
    if (known === undefined || etag === undefined || !knownTag(known, etag))
      return send(req, res, { status: 200, headers, body, tag: etag });
    const encoding = encodingFor(req.headers["accept-encoding"]);
    res.set({ ...headers, etag: encoding ? encodedTag(etag, encoding) : etag });
    notModified(res);
  }

  return async (req, res, next) => {
    res.locals.countVisit = () => void countSiteVisit(req, deps);
    if (!isForAnybody(req) || isTwin(res)) return next();
    const { originalUrl: path } = req;
    const page = kept.find(path);
    if (page) return answer(req, res, page);
    const keep = kept.begin();
    const madeAt = deps.now().getTime();
    res.locals.keepPage = (body: Buffer, of: PageOf | undefined): void => {
      const until = of ? madeAt + MINUTE_MS : endOfMinute(madeAt);
      const page = { headers: headersOf(res), body, route: routeOf(req) ?? path, of };
      keep(path, page, { shows: of?.shows ?? "anything", until });
    };
    next();
  };
}

function headersOf(res: Response): Record<string, string> {
  const sent = Object.entries(res.getHeaders()).filter(([name]) => !OWN_HEADERS.includes(name));
  const headers = Object.fromEntries(sent.map(([name, value]) => [name, String(value)]));
  return { ...headers, vary: `${headers.vary}, Accept-Encoding` };
}
