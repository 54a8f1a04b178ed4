import { decode } from "./charset.ts";
import type { BadgeFinding, Wanted } from "./find-badge.ts";
import type { SheetTexts } from "./page-sheets.ts";
import type { Extractor } from "./parse-html.ts";
import { registrableDomain } from "./site-key.ts";
import type { Trip } from "./trip.ts";

type Input = { html: string; page: string; wanted: Wanted };
type Reading = { trip: Trip; parse: Extractor["run"]; crawlDelayMs: number };

const MOST_SHEETS = 8;
const SHEET_BYTES = 500_000;
const MOST_BYTES = 1_500_000;
/** The page's own sheets, then two levels of imports. */
const ROUNDS = 3;

/**
 * Judges whether a found badge is visible. Reads style sheets of the same site within the trip's
 * limits. When in doubt, it is visible.
 */
export async function withStyle(found: BadgeFinding, input: Input, reading: Reading): Promise<BadgeFinding> {
  const texts: Record<string, string | null> = {};
  let bytes = 0;
  let finding = found;
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      for (const url of finding.sheets) {
        const isTooMuch = round === ROUNDS || Object.keys(texts).length >= MOST_SHEETS || bytes >= MOST_BYTES;
        const css = isTooMuch ? null : await readSheet(url, input.page, reading);
        texts[url] = css;
        bytes += css?.length ?? 0;
      }
      finding = await judgeWith(texts, input, reading);
      if (finding.sheets.length === 0) break;
    }
    return finding.sheets.length === 0 ? finding : found;
  } catch {
    reading.trip.signal.throwIfAborted();
    return found; // style that takes too long to judge hides nothing
  }
}

const judgeWith = (texts: SheetTexts, input: Input, { trip, parse }: Reading): Promise<BadgeFinding> =>
  parse("find-badge", { ...input, texts }, trip.signal);

/** A sheet's CSS; empty if browsers ignore it, null if not fully readable. */
async function readSheet(url: string, page: string, { trip, crawlDelayMs }: Reading): Promise<string | null> {
  if (trip.isOver()) return null;
  try {
    const stayOn = registrableDomain(new URL(page).hostname);
    const response = await trip.read(url, { accept: "text/css", maxBytes: SHEET_BYTES, stayOn, crawlDelayMs });
    const { status, headers, body, truncated } = response;
    if ([401, 403, 429].includes(status) || status >= 500 || truncated) return null;
    const type = headers["content-type"] ?? "text/css";
    return status === 200 && /^text\/css\b/i.test(type) ? decode(body, type) : "";
  } catch {
    return null;
  }
}
