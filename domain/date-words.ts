const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format costs more than a page, so each is kept. */
export function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat("en-GB", options);
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
