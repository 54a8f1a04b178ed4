import type { Request } from "express";
import { type Html, href, html } from "#core/text/html.ts";
import { lastDays } from "#domain/time/spans.ts";
import { plural } from "#languages/words.ts";

const DEFAULT_DAYS = 30;

/** The days of an address, today included. Visits are counted by the days of UTC. */
export function visitPeriod({ query }: Request, periods: readonly number[], now: Date) {
  const count = periods.find((days) => String(days) === query.days) ?? DEFAULT_DAYS;
  const days = lastDays(count, now, "UTC");
  return {
    count,
    days,
    from: days[0]?.date ?? "",
    to: new Date(now.getTime() + 24 * 3600_000).toISOString().slice(0, 10),
  };
}

export const periodSwitch = (path: string, periods: readonly number[], current: number): Html =>
  html`<nav class="switch" aria-label="Period">${periods.map(
    (each) =>
      html`<a href="${href(`${path}?days=${each}`)}"${each === current && html` aria-current="page"`}>${plural(each, "day")}</a>`,
  )}</nav>`;
