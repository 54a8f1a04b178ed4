import { createHash } from "node:crypto";
import { CRAWL_WORDS } from "#domain/drafts/crawl-words.ts";
import { type CrawledSite, type PageLink, pageText, type SitePage } from "#domain/drafts/site.ts";
import { inEnglish } from "#languages/words.ts";
import type { Overrides } from "./address.ts";
import { decode } from "./charset.ts";
import { findIcons } from "./find-icons.ts";
import { createHostQueue, type HostTurns } from "./host-queue.ts";
import {
  ACCEPT_PAGE,
  type ExtractPage,
  isBlank,
  isShell,
  LONGEST_DELAY_MS,
  openHome,
  type ReadPage,
  toPage,
} from "./open-page.ts";
import { OutboundError } from "./outbound-error.ts";
import { type Candidate, missingKinds, pageKey } from "./pages.ts";
import type { Extractor } from "./parse-html.ts";
import { plainPage } from "./plain-page.ts";
import { createRobots, type RobotsCache, type Sleep } from "./robots.ts";
import type { SafeFetch } from "./safe-fetch.ts";
import { registrableDomain, siteKey } from "./site-key.ts";
import { findSitemapLinks } from "./sitemap.ts";
import { ownWords, storeLinkIn } from "./store-page.ts";
import { type ReadOptions, startTrip, type Trip } from "./trip.ts";
import { kindOfUsual, usualPages } from "./usual-pages.ts";

export type CrawlOptions = {
  signal?: AbortSignal;
  onPage?: (done: number, url: string, page: SitePage) => void;
  maxPages?: number;
  wallMs?: number;
  /** Pages to read first. `revisited` reports on them. */
  revisit?: readonly string[];
};

/**
 * Reads a website's home page and most informative pages. Failures are in the result's `error`;
 * throws only the reason of an aborted `signal`. `onPage` is called for each kept page.
 */
export type Crawl = (url: string, options?: CrawlOptions) => Promise<CrawledSite>;

export type CrawlerDeps = {
  fetch: SafeFetch;
  extractPage: ExtractPage;
  /** Ranks links and parses sitemaps off the main thread. */
  run: Extractor["run"];
  robotsCache: RobotsCache;
  overrides: Overrides;
  /** The user agent that robots.txt rules name, such as "DebutBot". */
  userAgentToken: string;
  gapMs?: number;
  maxPages?: number;
  wallMs?: number;
  now: () => Date;
  sleep: Sleep;
  turns?: HostTurns | undefined;
};

const MAX_BYTES = 15_000_000;
const MAX_LLMS_BYTES = 200_000;
/** Total characters as JSON; the largest sites we measured have an eighth. */
const MAX_SIZE = 1_000_000;

/** All crawls share one queue per host, so that no site gets two requests at a time. */
export function createCrawler(deps: CrawlerDeps): Crawl {
  const queue = createHostQueue(deps);
  const readRobots = createRobots({ ...deps, cache: deps.robotsCache });
  const limits = { wallMs: deps.wallMs ?? 45_000, maxBytes: MAX_BYTES, gapMs: deps.gapMs ?? 500 };

  return async (url, { signal, onPage, maxPages = deps.maxPages ?? 10, wallMs = limits.wallMs, revisit = [] } = {}) => {
    signal?.throwIfAborted();
    const trip = startTrip({ ...deps, readRobots, queue }, { ...limits, wallMs }, signal);
    const site: CrawledSite = {
      url,
      pages: [],
      robots: "allowed",
      error: null,
      needsJavascript: false,
      requests: 0,
      fetchedAt: deps.now(),
    };
    try {
      await readSite(site, trip, deps, { maxPages, onPage, revisit });
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      // Pages read before the time was up are kept.
      if (site.pages.length === 0) site.error = crawlError(error, trip);
    }
    site.requests = trip.requests();
    return site;
  };
}

async function readSite(
  site: CrawledSite,
  trip: Trip,
  deps: CrawlerDeps,
  { maxPages, onPage, revisit }: { maxPages: number; onPage: CrawlOptions["onPage"]; revisit: readonly string[] },
): Promise<void> {
  const note = (url: string, became: "read" | "gone"): void => {
    for (const known of revisit)
      if (pageKey(known) === pageKey(url)) site.revisited = { ...site.revisited, [known]: became };
  };
  const seen = createSeen();
  let size = 0;
  const isFull = () => site.pages.length >= maxPages || size >= MAX_SIZE || trip.isOver();
  const keep = (page: SitePage) => {
    site.pages.push(page);
    size += JSON.stringify(page).length;
    onPage?.(site.pages.length, page.url, page);
  };

  const home = await openHome(site.url, trip, deps).catch((error) => {
    if (trip.isRobotsFailure(error)) site.robots = "unreachable";
    else if (isDisallowed(error)) site.robots = "disallowed";
    throw error;
  });
  const others = sameSitesOf(site.url, home);
  if (others.length > 0) site.sameSites = others;
  site.url = home.page.url;
  site.needsJavascript = isShell(home.page);
  if (isBlank(home.page)) throw new OutboundError("empty", CRAWL_WORDS.noText(new URL(site.url).hostname));
  if (home.unfit) throw home.unfit;
  seen(home);
  keep(home.quotable);
  note(site.url, "read");
  if (maxPages === 1) return;

  const rules = await trip.rulesOf(site.url);
  if (rules.crawlDelayMs > LONGEST_DELAY_MS) return;
  const options = { stayOn: registrableDomain(new URL(site.url).hostname), crawlDelayMs: rules.crawlDelayMs };

  const readLinked = async (candidates: readonly Candidate[]): Promise<"back off" | undefined> => {
    for (const { url, kind } of candidates) {
      if (isFull()) return undefined;
      try {
        const answer = await trip.read(url, { ...options, accept: ACCEPT_PAGE });
        if (answer.status === 429 || answer.status === 503) return "back off";
        if (answer.status === 404 || answer.status === 410) note(url, "gone");
        const read = await toPage(answer, { id: `p${site.pages.length + 1}`, kind }, trip, deps, options);
        if (!isBlank(read.page) && !read.unfit && !seen(read)) keep(read.quotable);
        note(url, "read");
      } catch (error) {
        if (trip.signal.aborted) throw error;
        if (isDisallowed(error)) site.robots = "partly_disallowed";
      }
    }
    return undefined;
  };

  // Every URL of a single-page application returns the same empty shell.
  const found = site.needsJavascript ? [] : await findCandidates(home.page, trip, deps, rules.sitemaps, options);
  const candidates = site.needsJavascript ? [] : knownFirst(revisit, found, site.url);
  if ((await readLinked(candidates)) === "back off") return;
  const further = isFull() || site.needsJavascript ? [] : await findFurther(site, candidates, trip, deps);
  if ((await readLinked(further)) === "back off") return;
  if (!trip.isOver()) home.quotable.images.push(...(await findIcons(home.page, trip, options)));
  if (isFull()) return;
  const llms = await readLlms(site, trip, options);
  if (llms) keep(llms);

  const app = await readStore(site, trip, deps);
  if (app) keep(app);

  // Sites that were read before need no guessing.
  const tries = site.needsJavascript || revisit.length > 0 ? [] : usualPages(home.page, [...candidates, ...further]);
  for (const addresses of tries)
    for (const url of addresses) {
      if (isFull()) return;
      const read = await readUsual(url, `p${site.pages.length + 1}`, trip, deps, options);
      if (read === "back off") return;
      if (read === undefined || isBlank(read.page) || seen(read)) continue;
      keep(read.quotable);
      break;
    }
}

/** Keys of other websites that this one redirects to or names as canonical. */
function sameSitesOf(url: string, { page, elsewhere }: ReadPage): string[] {
  const keys = [page.url, ...elsewhere].flatMap((target) => siteKey(target) ?? []);
  return [...new Set(keys)].filter((key) => key !== siteKey(url));
}

/** Reads a guessed URL. If it is missing or forbidden, that says nothing about the site. */
async function readUsual(
  url: string,
  id: string,
  trip: Trip,
  deps: CrawlerDeps,
  options: ReadOptions,
): Promise<ReadPage | "back off" | undefined> {
  try {
    const answer = await trip.read(url, { ...options, accept: ACCEPT_PAGE });
    if (answer.status === 429 || answer.status === 503) return "back off";
    const read = await toPage(answer, { id, kind: "other" }, trip, deps, options);
    const kind = kindOfUsual(read.page);
    return kind && { ...read, page: { ...read.page, kind }, quotable: { ...read.quotable, kind } };
  } catch (error) {
    if (trip.signal.aborted) throw error;
    return undefined;
  }
}

/** Pages to revisit come first. */
function knownFirst(revisit: readonly string[], found: readonly Candidate[], home: string): Candidate[] {
  const byKey = new Map<string, Candidate>();
  for (const url of revisit) if (pageKey(url) !== pageKey(home)) byKey.set(pageKey(url), { url, kind: "other" });
  for (const page of found)
    byKey.set(pageKey(page.url), { ...page, url: byKey.get(pageKey(page.url))?.url ?? page.url });
  return [...byKey.values()];
}

/** Links of the home page; the sitemap only if important kinds are missing. */
async function findCandidates(
  home: SitePage,
  trip: Trip,
  { run }: CrawlerDeps,
  sitemaps: string[],
  options: ReadOptions,
): Promise<Candidate[]> {
  const rank = (links: PageLink[]) => run("rank-pages", { home: home.url, links }, trip.signal);
  const linked = await rank(home.links);
  if (missingKinds(linked).length === 0) return linked;
  const mapped = await findSitemapLinks(
    home.url,
    sitemaps,
    (url, accept, maxBytes) => trip.read(url, { ...options, accept, maxBytes }),
    (file) => run("read-sitemap", file, trip.signal),
  );
  return rank([...home.links, ...mapped]);
}

/** Important pages linked only from subpages, one of each kind. */
async function findFurther(
  { url, pages }: CrawledSite,
  known: readonly Candidate[],
  trip: Trip,
  { run }: CrawlerDeps,
): Promise<Candidate[]> {
  const missing = missingKinds(known);
  const links = pages.slice(1).flatMap((page) => page.links);
  if (missing.length === 0 || links.length === 0) return [];
  const linked = await run("rank-pages", { home: url, links }, trip.signal);
  const tried = new Set(known.map((page) => pageKey(page.url)));
  return missing.flatMap((kind) => {
    const page = linked.find((one) => one.kind === kind && !tried.has(pageKey(one.url)));
    return page ? [page] : [];
  });
}

/** Reads the app's page in a store that the website links. */
async function readStore(site: CrawledSite, trip: Trip, deps: CrawlerDeps): Promise<SitePage | undefined> {
  const url = storeLinkIn(site.pages.flatMap(({ links }) => links));
  if (url === undefined) return undefined;
  try {
    const answer = await trip.read(url, { accept: ACCEPT_PAGE });
    const { quotable } = await toPage(answer, { id: `p${site.pages.length + 1}`, kind: "store" }, trip, deps, {});
    return ownWords(quotable);
  } catch (error) {
    if (trip.signal.aborted) throw error;
    return undefined;
  }
}

/** Reads the site's llms.txt, ignoring catch-all pages. */
async function readLlms(site: CrawledSite, trip: Trip, options: ReadOptions): Promise<SitePage | undefined> {
  const url = new URL("/llms.txt", site.url).href;
  try {
    const response = await trip.read(url, {
      ...options,
      accept: "text/plain, text/markdown",
      maxBytes: MAX_LLMS_BYTES,
    });
    const { "content-type": contentType = "" } = response.headers;
    const text = decode(response.body, contentType);
    if (response.status !== 200 || !/^text\/(plain|markdown)/i.test(contentType) || /^\s*(<|$)/.test(text))
      return undefined;
    return plainPage(text, response.url, { id: `p${site.pages.length + 1}`, kind: "llms" });
  } catch (error) {
    if (trip.signal.aborted) throw error;
    return undefined;
  }
}

/** Recognizes pages by final URL, canonical URL or text. */
function createSeen(): (read: ReadPage) => boolean {
  const known = new Set<string>();
  return ({ page, canonical }) => {
    const text = pageText(page);
    const keys = [
      pageKey(page.url),
      ...(canonical ? [pageKey(canonical)] : []),
      ...(text ? [createHash("sha256").update(text).digest("base64")] : []),
    ];
    const isKnown = keys.some((key) => known.has(key));
    for (const key of keys) known.add(key);
    return isKnown;
  };
}

const isDisallowed = (error: unknown): boolean => error instanceof OutboundError && error.code === "robots_disallowed";

function crawlError(error: unknown, trip: Trip): CrawledSite["error"] {
  if (error instanceof OutboundError) return { code: error.code, detail: error.message };
  if (trip.signal.aborted) return { code: "timeout", detail: inEnglish(CRAWL_WORDS.websiteSlow()) };
  return { code: "unreachable", detail: inEnglish(CRAWL_WORDS.website()) };
}
