import { once } from "../text/once.ts";

type Format = { format: (at: Date) => string; formatRange: (first: Date, last: Date) => string };
const formats = new Map<string, Format>();

/** How dates are written. Making a format takes longer than making a page, so it is made on first use, and kept. */
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

/** "30 November 2026", for a calendar day like "2026-11-30" or the UTC day of a moment. */
export const dayWords = (day: string | Date): string => formatOf(DAY).format(new Date(day));

/** "30 November 2026 at 09:05 UTC". */
export const momentWords = (at: Date): string =>
  `${dayWords(at)} at ${formatOf({ hour: "2-digit", minute: "2-digit", timeZone: "UTC" }).format(at)} UTC`;

/** "16 to 22 November 2026", for two calendar days. */
export const daysWords = (first: string, last: string): string =>
  formatOf(DAY)
    .formatRange(new Date(first), new Date(last))
    .replace(/\s*–\s*/, " to ");
