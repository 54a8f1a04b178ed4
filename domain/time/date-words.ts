import { dates } from "#languages/formats.ts";
import { betweenIn, date, formattedOnce, t, type Words } from "#languages/words.ts";
import { once } from "../text/once.ts";

type Format = { format: (at: Date) => string; formatRange: (first: Date, last: Date) => string };
const formats = new Map<string, Format>();

/** Cached, because creating a format takes longer than rendering a page. */
export function formatOf(options: Intl.DateTimeFormatOptions): Format {
  const key = JSON.stringify(options);
  const known = formats.get(key);
  if (known) return known;
  const made = once(() => new Intl.DateTimeFormat("en-GB", options));
  const format: Format = {
    format: (at) => made().format(at),
    formatRange: (first, last) => made().formatRange(first, last),
  };
  formats.set(key, format);
  return format;
}

const DAY = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;

/** In English, for programs: "30 November 2026", for a day like "2026-11-30" or the UTC day of an instant. */
export const dayWords = (day: string | Date): string => formatOf(DAY).format(new Date(day));

/** "30 November 2026 at 09:05 UTC". */
export const momentWords = (at: Date): string =>
  `${dayWords(at)} at ${formatOf({ hour: "2-digit", minute: "2-digit", timeZone: "UTC" }).format(at)} UTC`;

const TIME = { hour: "2-digit", minute: "2-digit", timeZone: "UTC" } as const;

/** "30 November 2026" in the reader's language, for a day like "2026-11-30" or the UTC day of an instant. */
export const dayText = (day: string | Date): Words => date(new Date(day), DAY);

/** "30 November 2026 at 09:05 UTC". */
export const momentText = (at: Date): Words => t`${dayText(at)} at ${date(at, TIME)} UTC`;

/** "16 to 22 November 2026", for two calendar days. */
export const daysText = (first: string, last: string): Words => rangeText(new Date(first), new Date(last), DAY);

const DASH = " – ";
/** Two dates with what they share said once. `options` must be a constant. */
export const rangeText = (first: Date, last: Date, options: Intl.DateTimeFormatOptions): Words =>
  formattedOnce((language) => {
    const format = dates(language, options);
    // Elsewhere ranges would be numbers alone, like "2026/11/23～2026/11/29".
    const between = betweenIn(DASH, language);
    if (between !== DASH) return rangeOfParts(format, [first, last], between);
    const range = format.formatRange(first, last);
    return language.tag === "en" ? range.replace(/\s*–\s*/, " to ") : range;
  });

/** "2026年11月23日〜29日": the second date begins where it differs. */
function rangeOfParts(format: Intl.DateTimeFormat, ends: readonly [Date, Date], between: string): string {
  const [from, to] = [format.formatToParts(ends[0]), format.formatToParts(ends[1])];
  const differs = to.findIndex(({ type, value }, index) => type !== "literal" && value !== from[index]?.value);
  const written = (parts: Intl.DateTimeFormatPart[]) => parts.map(({ value }) => value).join("");
  return differs === -1 ? written(from) : `${written(from)}${between}${written(to.slice(differs))}`;
}
