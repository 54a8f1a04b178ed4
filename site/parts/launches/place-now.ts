import { type Html, href, html } from "../../../core/text/html.ts";
import { weekPath } from "./calendar.ts";

/** The place of a listing in the running week, if it has one yet. */
export type PlaceNow = { monday: string; place: number | undefined };

/** "#2 this week" beside other figures. Hidden without a place, so that scripts can show one. */
export const placeNow = (slug: string, { monday, place }: PlaceNow): Html =>
  html`<span data-live-place="${slug}"${place === undefined && html` hidden`}> · <a href="${href(weekPath(monday))}">#${place ?? ""} this week</a></span>`;
