import { type Html, href, html, type Part } from "../../core/html.ts";
import { formatOf } from "../../domain/date-words.ts";
import type { Trophy, TrophyKind } from "../../domain/trophy.ts";
import { weekDays } from "./calendar.ts";
import { medal } from "./listing-parts.ts";

const TITLES: Record<TrophyKind, string> = {
  week: "Launch of the Week",
  month: "Launch of the Month",
  year: "Launch of the Year",
};
export const PLACES: Record<Trophy["place"], string> = { 1: "First place", 2: "Second place", 3: "Third place" };
const month = formatOf({ month: "long", year: "numeric", timeZone: "UTC" });

/** "16 to 22 November 2026", "November 2026" or "2026". */
export function whenOf({ kind, period }: Pick<Trophy, "kind" | "period">, length: "long" | "short" = "long"): string {
  if (kind === "week") return weekDays(period, length);
  return kind === "year" ? period : month.format(new Date(`${period}-01T00:00:00Z`));
}

/** "Launch of the Week" for its winner, "Second place, Launch of the Week" for the others. */
export const titleOf = ({ kind, place }: Pick<Trophy, "kind" | "place">): string =>
  place === 1 ? TITLES[kind] : `${PLACES[place]}, ${TITLES[kind]}`;

export const awardPath = ({ id }: Pick<Trophy, "id">): string => `/awards/${id}`;

type Words<T> = { link: (trophy: T) => Part; note: (trophy: T) => Part };
const OWN: Words<Trophy> = { link: titleOf, note: (trophy) => whenOf(trophy) };

/** Awards with a link to the page of each, in words that leave out what stands around the list. */
export const trophyList = <T extends Trophy>(trophies: readonly T[], { link, note }: Words<T> = OWN): Html =>
  html`<ul class="trophies">${trophies.map(
    (trophy) =>
      html`<li>${medal(trophy.place)}<div><p><a href="${href(awardPath(trophy))}">${link(trophy)}</a></p><p class="small muted">${note(trophy)}</p></div></li>`,
  )}</ul>`;
