import robotsParser from "robots-parser";
import { CRAWL_WORDS } from "#domain/drafts/crawl-words.ts";
import { decode } from "./charset.ts";
import { OutboundError } from "./outbound-error.ts";
import type { SafeFetch } from "./safe-fetch.ts";

/** An origin's response to /robots.txt: decoded text and HTTP status. */
export type RobotsRecord = { body: string; status: number; expiresAt: Date };

/** Stores robots.txt responses by origin ("https://acme.com"). Expired records count as absent. */
export type RobotsCache = {
  find(origin: string): Promise<RobotsRecord | undefined>;
  save(origin: string, record: RobotsRecord): Promise<void>;
};

export type RobotsRules = {
  /** Why robots.txt could not be fetched, which forbids reading. */
  failure: OutboundError | undefined;
  isAllowed(url: string): boolean;
  /** Requested delay between requests. */
  crawlDelayMs: number;
  /** Absolute URLs, at most ten. */
  sitemaps: string[];
  /** Requests this took; 0 if cached. */
  requests: number;
};

export type ReadRobots = (origin: string, options?: { signal?: AbortSignal }) => Promise<RobotsRules>;

export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** CommonJS with types for an ES module: the default export is the function itself. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

const HOUR_MS = 3_600_000;
const MAX_BYTES = 500 * 1024; // RFC 9309 2.5
const TIMEOUT_MS = 8_000;
const RETRY_AFTER_MS = 5_000;

/** Enough for any real file; matching time grows with them. */
const MAX_WILDCARDS = 5_000;
const MAX_RULES = 10_000;

/**
 * Reads robots.txt (RFC 9309). 4xx means no limits; 429, 5xx and no response, after a retry, mean
 * read nothing. Responses are cached for a day, refusals for an hour. Throws only when aborted.
 */
export function createRobots(deps: {
  fetch: SafeFetch;
  cache: RobotsCache;
  userAgentToken: string;
  now: () => Date;
  sleep: Sleep;
}): ReadRobots {
  const { fetch, cache, userAgentToken, now, sleep } = deps;

  async function ask(origin: string, signal?: AbortSignal) {
    try {
      const response = await fetch(`${origin}/robots.txt`, {
        accept: "text/plain, */*;q=0.5",
        maxBytes: MAX_BYTES,
        timeoutMs: TIMEOUT_MS,
        ...(signal && { signal }),
      });
      const text = decode(response.body, response.headers["content-type"]);
      // A truncated rule could mean something else.
      const body = response.truncated
        ? text.slice(0, Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1)
        : text;
      return { status: response.status, body, requests: response.requests };
    } catch (error) {
      if (error instanceof OutboundError) return { error, requests: error.requests };
      throw error;
    }
  }

  return async (origin, { signal } = {}) => {
    const cached = await cache.find(origin);
    if (cached && cached.expiresAt > now()) return rulesOf(origin, cached, userAgentToken, 0);

    let answer = await ask(origin, signal);
    let { requests } = answer;
    if (answer.error ? answer.error.code !== "address_refused" : isRefusal(answer.status)) {
      await sleep(RETRY_AFTER_MS, signal);
      answer = await ask(origin, signal);
      requests += answer.requests;
    }
    if (answer.error) return { ...nothingAllowed(answer.error), requests };

    const lifeMs = isRefusal(answer.status) ? HOUR_MS : 24 * HOUR_MS;
    const { status, body } = answer;
    const record = { status, body: status < 300 ? body : "", expiresAt: new Date(now().getTime() + lifeMs) };
    await cache.save(origin, record);
    return rulesOf(origin, record, userAgentToken, requests);
  };
}

/** "Unreachable" in RFC 9309 2.3.1.4, and 429. */
const isRefusal = (status: number): boolean => status === 429 || status >= 500;

const nothingAllowed = (failure: OutboundError): RobotsRules => ({
  failure,
  isAllowed: () => false,
  crawlDelayMs: 0,
  sitemaps: [],
  requests: 0,
});

function rulesOf(origin: string, { status, body }: RobotsRecord, token: string, requests: number): RobotsRules {
  const { hostname } = new URL(origin);
  if (isRefusal(status)) {
    const code = status === 429 || status === 503 ? "blocked" : "http_error";
    return {
      ...nothingAllowed(new OutboundError(code, CRAWL_WORDS.robotsStatus(hostname, String(status)))),
      requests,
    };
  }
  const text = status < 300 ? ownGroups(body, token) : "";
  if ((text.match(/\*/g)?.length ?? 0) > MAX_WILDCARDS || (text.match(/:/g)?.length ?? 0) > MAX_RULES) {
    return {
      ...nothingAllowed(new OutboundError("robots_disallowed", CRAWL_WORDS.robotsLong(hostname))),
      requests,
    };
  }
  const robots = parseRobots(`${origin}/robots.txt`, text);
  const delay = robots.getCrawlDelay(token) ?? 0;
  return {
    failure: undefined,
    isAllowed: (url) => robots.isAllowed(url, token) ?? false,
    crawlDelayMs: Number.isFinite(delay) && delay > 0 ? delay * 1000 : 0,
    sitemaps: robots
      .getSitemaps()
      .slice(0, 10)
      .flatMap((path) => URL.parse(path, origin)?.href ?? []),
    requests,
  };
}

/** Lines of a group. Crawl-delay is not in RFC 9309, but is commonly treated as a rule. */
const RULES = new Set(["allow", "disallow", "crawl-delay"]);

/**
 * Drops other crawlers' groups, because the parser stores each rule per agent. Collapses `*` runs.
 * Moves sitemaps to the end, because the parser ends a group there, against RFC 9309 2.2.4.
 */
function ownGroups(body: string, token: string): string {
  const kept: string[] = [];
  const sitemaps: string[] = [];
  let seen = new Set<string>();
  for (const line of body.split(/\r\n|\r|\n/)) {
    const [, field, value = ""] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? [];
    const kind = field?.toLowerCase() ?? "";
    if (kind === "sitemap") sitemaps.push(line);
    if (RULES.has(kind)) {
      seen = new Set();
      kept.push(line.replace(/\*+/g, "*"));
    }
    if (kind !== "user-agent") continue;
    const agent = value.split("/")[0]?.trim().toLowerCase() ?? "";
    const name = agent === "*" || agent === token.toLowerCase() ? agent : "somebody-else";
    if (!seen.has(name)) kept.push(`User-agent: ${name}`);
    seen.add(name);
  }
  return [...kept, ...sitemaps].join("\n");
}
