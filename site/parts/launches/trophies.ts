import { type Html, href, html, type Part } from "../../../core/text/html.ts";
import { awardPath, type Trophy, titleOf } from "../../../domain/launches/trophy.ts";
import { formatOf } from "../../../domain/time/date-words.ts";
import { medal } from "../listings/listing-parts.ts";
import { weekDays } from "./calendar.ts";

const month = formatOf({ month: "long", year: "numeric", timeZone: "UTC" });

/** "16 to 22 November 2026", "November 2026" or "2026". */
export function whenOf({ kind, period }: Pick<Trophy, "kind" | "period">, length: "long" | "short" = "long"): string {
  if (kind === "week") return weekDays(period, length);
  return kind === "year" ? period : month.format(new Date(`${period}-01T00:00:00Z`));
}

type Words<T> = { link: (trophy: T) => Part; note: (trophy: T) => Part };
const OWN: Words<Trophy> = { link: titleOf, note: (trophy) => whenOf(trophy) };

/** Awards with a link to the page of each, in words that leave out what stands around the list. */
export const trophyList = <T extends Trophy>(trophies: readonly T[], { link, note }: Words<T> = OWN): Html =>
  html`<ul class="trophies">${trophies.map(
    (trophy) =>
      html`<li>${medal(trophy.place)}<div><p><a href="${href(awardPath(trophy))}">${link(trophy)}</a></p>
<p class="small muted">${note(trophy)}</p></div></li>`,
  )}</ul>`;
