import { CRAWL_WORDS } from "#domain/drafts/crawl-words.ts";
import { type PageKind, pageText, type SitePage } from "#domain/drafts/site.ts";
import { OutboundError } from "./outbound-error.ts";
import { canonicalAnywhere, canonicalOf, forbidsQuotes } from "./page-head.ts";
import { plainPage } from "./plain-page.ts";
import { readPage } from "./read-page.ts";
import { scriptedTarget } from "./refresh.ts";
import type { Sleep } from "./robots.ts";
import type { SafeResponse } from "./safe-fetch.ts";
import { isSameSite } from "./site-key.ts";
import type { ReadOptions, Trip } from "./trip.ts";
import { countWords, unfitness } from "./unfit.ts";

export const ACCEPT_PAGE = "text/html, application/xhtml+xml, text/plain;q=0.5";
/** Sites that ask for longer pauses get one page read. */
export const LONGEST_DELAY_MS = 10_000;
const SHELL_WORDS = 30;
const MAX_REFRESHES = 2;
const USUAL_PAUSE_MS = 3_000;

type Opener = { extractPage: ExtractPage; sleep: Sleep /** As robots.txt names it. */; userAgentToken: string };

export type ExtractPage = (
  html: string,
  url: string,
  options: { id: string; kind: PageKind; signal?: AbortSignal },
) => Promise<SitePage>;

/** Whether a page is empty until its scripts have run. */
export const isShell = (page: SitePage): boolean => page.scripts > 0 && countWords(pageText(page)) < SHELL_WORDS;

export const isBlank = (page: SitePage): boolean =>
  page.blocks.length === 0 && !page.title && page.scripts === 0 && Object.keys(page.meta).length === 0;

/** Reads the home page patiently: a slow or busy site gets a second chance. */
export async function openHome(url: string, trip: Trip, deps: Opener): Promise<ReadPage> {
  const options = { accept: ACCEPT_PAGE, isPatient: true };
  const first = await trip.read(url, options);
  const pauseMs = pauseBefore(first);
  if (pauseMs !== undefined) await deps.sleep(pauseMs, trip.signal);
  const response = pauseMs === undefined ? first : await trip.read(url, options);
  return toPage(response, { id: "p1", kind: "home" }, trip, deps, options);
}

/** How long a busy site asks to wait; undefined if too long or not busy. */
function pauseBefore({ status, headers }: SafeResponse): number | undefined {
  const { "retry-after": after = "" } = headers;
  const isTold = /^\d{1,2}$/.test(after) && Number(after) * 1000 <= LONGEST_DELAY_MS;
  if (status === 502 || status === 504) return USUAL_PAUSE_MS;
  return (status === 503 || status === 429) && isTold ? Number(after) * 1000 : undefined;
}

/** `unfit`: why the page describes no product. */
export type ReadPage = {
  page: SitePage;
  quotable: SitePage;
  canonical: string | undefined;
  /** Where the page says it really is: its canonical URL and the target of its own redirect, on any domain. */
  elsewhere: string[];
  unfit: OutboundError | undefined;
};

/** Parses a page, following immediate redirects of its HTML. */
export async function toPage(
  response: SafeResponse,
  { id, kind }: { id: string; kind: PageKind },
  trip: Trip,
  deps: Opener,
  options: ReadOptions,
  refreshes = 0,
): Promise<ReadPage> {
  const { url, headers } = response;
  const { text, type } = readPage(response);
  const page =
    type === "text/plain"
      ? plainPage(text, url, { id, kind })
      : await deps.extractPage(text, url, { id, kind, signal: trip.signal }).catch((cause) => {
          if (trip.signal.aborted || cause instanceof OutboundError) throw cause;
          throw new OutboundError("not_html", CRAWL_WORDS.unreadable(new URL(url).hostname), {
            cause,
          });
        });
  const next = page.refresh ?? (isShell(page) ? scriptedTarget(text, url) : null);
  if (next && next !== url && refreshes < MAX_REFRESHES && isSameSite(next, url)) {
    const answer = await trip.read(next, { ...options, accept: ACCEPT_PAGE });
    return toPage(answer, { id, kind }, trip, deps, options, refreshes + 1);
  }
  const isSilent = forbidsQuotes(page.meta, headers["x-robots-tag"], deps.userAgentToken);
  const quotable = isSilent ? { ...page, blocks: [], meta: {}, jsonLd: [] } : page;
  const canonical = type === "text/plain" ? undefined : canonicalOf(text, url);
  const declared = type === "text/plain" ? undefined : canonicalAnywhere(text, url);
  const elsewhere = [declared, next].filter((target) => target != null);
  return { page, quotable, canonical, elsewhere, unfit: unfitness(page, text) };
}
