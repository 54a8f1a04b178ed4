import type { RequestHandler, Response } from "express";
import type { Deps } from "../../actions/context.ts";
import { compressed, type Encoding, encodedTag, encodingFor } from "../../http/encode.ts";
import { matchesEtag, notModified } from "../../http/etag.ts";
import { factsOf } from "../../http/facts.ts";
import type { Gate, Incoming } from "../../http/incoming.ts";
import { routeOf } from "../../http/observe.ts";
import { keepOf } from "../../tools/kept.ts";
import { countVisitor } from "./count-visitor.ts";
import type { PageOf } from "./keep-page.ts";
import { takePageQuota } from "./limits.ts";

/** A page as it was sent to somebody without a cookie. */
type KeptPage = {
  headers: Map<string, string>;
  body: Buffer;
  route: string;
  of: PageOf | undefined;
  /** In milliseconds: when it was made, and until when it may be sent. */
  madeAt: number;
  until: number;
};

const MINUTE_MS = 60_000;
const BYTES_PER_MB = 1024 * 1024;
const OVERHEAD_BYTES = 3000;
/** A path as our links have it. Other spellings of it lead to the same page and are not kept. */
const PLAIN_PATH = /^\/(?:@?[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/;
/** Headers of one response only. */
const OWN_HEADERS = ["x-request-id", "connection"];

/** Whether everybody who sends such a request gets the same page. */
const isForAnybody = ({ method, originalUrl, headers }: Incoming): boolean =>
  method === "GET" &&
  headers.cookie === undefined &&
  headers["content-length"] === undefined &&
  headers["transfer-encoding"] === undefined &&
  !headers.accept?.includes("markdown") &&
  PLAIN_PATH.test(originalUrl);

export type KeptPages = {
  /** Sends a page that is kept and still true. Everything else continues. */
  answer: Gate;
  /** Notes the state that a page is made from. Mount it before every page. */
  watch: RequestHandler;
};

/**
 * Keeps public pages as they are sent, for a minute at most, and until what they show changes: a
 * page `of` some listings with these, every other page with any commit.
 */
export function createKeptPages(
  deps: Pick<Deps, "store" | "settings" | "now" | "limiter" | "visits" | "log">,
): KeptPages {
  const { store, settings, now } = deps;
  const kept = keepOf<KeptPage>(store, {
    maxBytes: (settings.CACHE_MB / 2) * BYTES_PER_MB,
    sizeOf: ({ body }) => OVERHEAD_BYTES + body.length,
  });
  const keyOf = (encoding: Encoding, path: string): string => `${encoding} ${path}`;

  function find(encoding: Encoding, path: string): KeptPage | undefined {
    const page = kept.find(keyOf(encoding, path));
    const at = now().getTime();
    return page && page.madeAt <= at && at < page.until ? page : undefined;
  }

  async function encode(encoding: Exclude<Encoding, "identity">, path: string): Promise<KeptPage | undefined> {
    const keep = kept.begin();
    const plain = find("identity", path);
    if (!plain) return undefined;
    const body = await compressed(encoding, plain.body);
    const etag = plain.headers.get("etag");
    const own = [
      ...(etag === undefined ? [] : [["etag", encodedTag(etag, encoding)] as const]),
      ["content-encoding", encoding],
      ["content-length", String(body.length)],
    ] as const;
    const page = { ...plain, body, headers: new Map([...plain.headers, ...own]) };
    keep(keyOf(encoding, path), plain.of?.shows ?? "anything", page);
    return page;
  }

  async function send(req: Incoming, res: Parameters<Gate>[1], encoding: Encoding): Promise<boolean> {
    const path = req.originalUrl;
    const page = find(encoding, path) ?? (encoding === "identity" ? undefined : await encode(encoding, path));
    if (!page || !(await takePageQuota(deps, req))) return false;
    factsOf(req).route = page.route;
    const listingId = page.of?.listingId;
    if (listingId !== undefined) await countVisitor(req, { listingId, kind: "views" }, deps);
    res.setHeaders(page.headers);
    const [known, etag] = [req.headers["if-none-match"], page.headers.get("etag")];
    if (known !== undefined && etag !== undefined && matchesEtag(known, etag)) notModified(res);
    else res.end(page.body);
    return true;
  }

  const answer: Gate = (req, res, next) => {
    const isPage = factsOf(req).interface === "site" && isForAnybody(req);
    const encoding = isPage ? encodingFor(req.headers["accept-encoding"]) : undefined;
    if (encoding === undefined) return next();
    // What fails here fails again where a page is made, and is answered there.
    send(req, res, encoding).then(
      (isSent) => !isSent && next(),
      () => next(),
    );
  };

  const watch: RequestHandler = (req, res, next) => {
    const { originalUrl: path } = req;
    if (isForAnybody(req)) {
      const keep = kept.begin();
      const madeAt = now().getTime();
      res.locals.keepPage = (body: Buffer, of: PageOf | undefined): void => {
        // Days and weeks begin with a minute.
        const until = madeAt + MINUTE_MS - (of ? 0 : madeAt % MINUTE_MS);
        const page = { headers: headersOf(res), body, route: routeOf(req) ?? path, of, madeAt, until };
        keep(keyOf("identity", path), of?.shows ?? "anything", page);
      };
    }
    next();
  };

  return { answer, watch };
}

/** The headers of every such response, with the Vary of an encoded one. */
function headersOf(res: Response): Map<string, string> {
  const sent = Object.entries(res.getHeaders()).filter(([name]) => !OWN_HEADERS.includes(name));
  const headers = new Map(sent.map(([name, value]) => [name, String(value)]));
  return headers.set("vary", `${headers.get("vary")}, Accept-Encoding`);
}
