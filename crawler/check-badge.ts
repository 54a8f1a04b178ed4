import { CRAWL_WORDS } from "#domain/drafts/crawl-words.ts";
import type { CrawlErrorCode } from "#domain/drafts/site.ts";
import type { BadgeCheck, BadgeResult } from "#domain/listings/badge-watch.ts";
import { badgeSentence } from "#domain/listings/badge-words.ts";
import { given } from "#domain/text/given.ts";
import { inEnglish } from "#languages/words.ts";
import type { Overrides } from "./address.ts";
import type { BadgeFinding } from "./find-badge.ts";
import { createHostQueue, type HostTurns } from "./host-queue.ts";
import { withStyle } from "./judge-style.ts";
import { OutboundError } from "./outbound-error.ts";
import type { Extractor } from "./parse-html.ts";
import { readPage } from "./read-page.ts";
import { createRobots, type RobotsCache, type Sleep } from "./robots.ts";
import type { SafeFetch } from "./safe-fetch.ts";
import { homepagesOf, registrableDomain } from "./site-key.ts";
import { startTrip, type Trip } from "./trip.ts";

/** Looks for a listing's badge on its homepage. Throws only the reason of an aborted `signal`. */
export type CheckBadge = (listing: { url: string; slug: string }, signal?: AbortSignal) => Promise<BadgeCheck>;

export type BadgeCheckerDeps = {
  fetch: SafeFetch;
  robotsCache: RobotsCache;
  overrides: Overrides;
  userAgentToken: string;
  parse: Extractor["run"];
  /** Base URL of this site, which badges link to. */
  baseUrl: string;
  gapMs?: number;
  now: () => Date;
  sleep: Sleep;
  turns?: HostTurns | undefined;
};

const MAX_BYTES = 15_000_000;
/** Maximum consecutive automatic redirects. */
const MAX_REFRESHES = 2;
const ACCEPT = "text/html, application/xhtml+xml";

/**
 * Checks the declared URL, then the root of its domain with and without www., until the badge is
 * found. Otherwise the result is that of the declared URL or, if unreachable, its www. twin.
 */
export function createBadgeChecker(deps: BadgeCheckerDeps): CheckBadge {
  const queue = createHostQueue(deps);
  const readRobots = createRobots({ ...deps, cache: deps.robotsCache });
  const limits = { wallMs: 45_000, maxBytes: MAX_BYTES, gapMs: deps.gapMs ?? 500 };

  return async (listing, signal) => {
    signal?.throwIfAborted();
    const trip = startTrip({ ...deps, readRobots, queue }, limits, signal);
    let verdict: BadgeCheck | undefined;
    for (const url of homepagesOf(listing.url)) {
      const check = await look(url, listing, trip, deps).catch((error) => {
        if (signal?.aborted) throw signal.reason;
        return failureOf(error, url);
      });
      if (check.result === "found") return check;
      const isTwin = withoutWww(url) === withoutWww(listing.url);
      if (!verdict || (verdict.result === "unreachable" && isTwin)) verdict = check;
    }
    return given(verdict);
  };
}

const withoutWww = (url: string): string => new URL(url).href.replace("://www.", "://");

async function look(start: string, listing: { url: string; slug: string }, trip: Trip, deps: BadgeCheckerDeps) {
  const { baseUrl, parse } = deps;
  const stayOn = registrableDomain(new URL(listing.url).hostname);
  let url = start;
  for (let refreshes = 0; ; refreshes++) {
    const { crawlDelayMs } = await trip.rulesOf(url);
    const response = await trip.read(url, { accept: ACCEPT, stayOn, crawlDelayMs });
    const { text, type } = readPage(response);
    const { hostname } = new URL(response.url);
    if (type !== "text/html") throw new OutboundError("not_html", CRAWL_WORDS.notHtml(hostname));
    if (text.trim() === "") throw new OutboundError("not_html", CRAWL_WORDS.empty(hostname));
    const input = { html: text, page: response.url, wanted: { baseUrl, slug: listing.slug } };
    const there = await parse("find-badge", input, trip.signal);
    const finding = there.sight === "found" ? await withStyle(there, input, { trip, parse, crawlDelayMs }) : there;
    if (finding.sight === "found") return judge(finding, response.url);
    const { refresh } = finding;
    if (refresh && refresh !== response.url && refreshes < MAX_REFRESHES) {
      url = refresh;
      if (registrableDomain(new URL(url).hostname) !== stayOn)
        throw new OutboundError("redirected_elsewhere", CRAWL_WORDS.away(hostname));
      continue;
    }
    if (response.truncated) throw new OutboundError("too_large", CRAWL_WORDS.large(hostname));
    // Only status 200 is the homepage.
    if (response.status !== 200)
      throw new OutboundError("http_error", CRAWL_WORDS.status(hostname, String(response.status)));
    return judge(finding, response.url);
  }
}

function judge({ sight, hiding, runsScripts }: BadgeFinding, url: string): BadgeCheck {
  const result = sight === "found" || sight === "hidden" ? sight : "not_found";
  return { result, detail: `${url}: ${inEnglish(badgeSentence(sight, hiding))}`, runsScripts };
}

/** Badge results for crawl errors. */
const RESULTS: Partial<Record<CrawlErrorCode, BadgeResult>> = {
  blocked: "blocked",
  challenge: "blocked",
  robots_disallowed: "robots_disallowed",
  redirected_elsewhere: "redirected_elsewhere",
  too_large: "too_large",
  not_html: "not_html",
};

function failureOf(error: unknown, url: string): BadgeCheck {
  if (error instanceof OutboundError) return { result: RESULTS[error.code] ?? "unreachable", detail: error.message };
  return { result: "unreachable", detail: inEnglish(CRAWL_WORDS.tooSlow(new URL(url).hostname)) };
}
