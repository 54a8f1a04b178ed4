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

/** "30 November 2026", for a day like "2026-11-30" or the UTC day of an instant. */
export const dayWords = (day: string | Date): string => formatOf(DAY).format(new Date(day));

/** "30 November 2026 at 09:05 UTC". */
export const momentWords = (at: Date): string =>
  `${dayWords(at)} at ${formatOf({ hour: "2-digit", minute: "2-digit", timeZone: "UTC" }).format(at)} UTC`;

/** "16 to 22 November 2026", for two calendar days. */
export const daysWords = (first: string, last: string): string =>
  formatOf(DAY)
    .formatRange(new Date(first), new Date(last))
    .replace(/\s*–\s*/, " to ");
