import type { Request, Response } from "express";
import type { Deps } from "#actions/context.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { dayOf } from "#domain/launches/launch-week.ts";
import { isDaily } from "#domain/site/site-shape.ts";
import { plural } from "#languages/words.ts";
import type { Looks } from "../listings/looks.ts";
import { dayInWords, fullDay } from "./calendar.ts";
import { dayPath, type Race, readDay } from "./races.ts";
import { weekRows } from "./week-rows.ts";

const DAYS = 7;
/** Of each day that is over. */
const SHOWN = 5;

const readDays = (first: number, step: 1 | -1, deps: Deps): Promise<Race[]> => {
  const at = (days: number) => dayOf(deps.now(), deps.settings.SITE_TIMEZONE, days);
  return Promise.all(Array.from({ length: DAYS }, (_, index) => readDay(at(first + step * index), deps)));
};

/** Today, and the days of the last week that had launches. */
export async function readLastDays(deps: Deps): Promise<Race[]> {
  return (await readDays(0, -1, deps)).filter(({ total, state }) => state === "current" || total > 0);
}

export const dayLists = (
  [req, res]: [Request, Response],
  days: readonly Race[],
  { deps, looks }: { deps: Deps; looks: Looks },
): Promise<Html[]> =>
  Promise.all(
    days.map(async (day) => {
      const { week: date, state, total } = day;
      const isToday = state === "current";
      const items = isToday ? day.items : day.items.slice(0, SHOWN);
      return html`<section aria-labelledby="day-${date}"${isToday && html` id="live-week" data-live-part data-live-most="200"`}>
<div class="section-head"><h2 id="day-${date}"><a href="${href(dayPath(date))}">${fullDay(date)}</a></h2>
<span class="muted small">${plural(total, "launch", "launches")}</span></div>
${await weekRows([req, res], { state, items }, { deps, looks, isDay: true })}</section>`;
    }),
  );

/** What is planned for the next days, where each day has a race. */
export async function comingDays(deps: Deps): Promise<Html | false> {
  if (!isDaily(deps.store)) return false;
  const days = await readDays(1, 1, deps);
  return html`<div class="card"><h2>Coming days</h2><ul class="weeks">${days.map(
    ({ week: date, total }) =>
      html`<li><a href="${href(dayPath(date))}"><span>${dayInWords(date, { weekday: true })}</span>
${total > 0 && html`<span class="small muted">${plural(total, "launch", "launches")}</span>`}</a></li>`,
  )}</ul></div>`;
}
