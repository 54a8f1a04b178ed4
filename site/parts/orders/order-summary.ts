import type { Deps } from "../../../actions/context.ts";
import { type Html, html } from "../../../core/text/html.ts";
import { weekOfDay } from "../../../domain/launches/launch-week.ts";
import type { Listing } from "../../../domain/listings/listing.ts";
import type { Order } from "../../../domain/orders/order.ts";
import { logo } from "../../kit/faces.ts";
import { dayInWords } from "../launches/calendar.ts";
import { orderTable, vatNotes } from "./order-parts.ts";

/** The Monday of the launch that an order buys. */
export const launchMonday = ({ lines }: Order, { SITE_TIMEZONE: zone }: Deps["settings"]): string | undefined => {
  const week = lines.find(({ product }) => product === "launch")?.options.week;
  return week === undefined ? undefined : weekOfDay(week, zone)?.monday;
};

/** What an order buys, and what no money buys. */
export function orderSummary(order: Order, listing: Listing | undefined, settings: Deps["settings"]): Html {
  const monday = launchMonday(order, settings);
  const isLaunch = order.lines.some(({ product }) => product === "launch");
  return html`<aside class="card order-summary" aria-labelledby="order-summary">
<div class="person">${listing && logo({ slug: listing.slug, name: listing.name, logo_url: listing.logoUrl })}
<h2 id="order-summary">${listing?.name ?? "Your order"}</h2></div>
${
  monday !== undefined &&
  html`<p class="when"><span class="small">Launches on</span><b>${dayInWords(monday, {
    weekday: true,
  })} ${monday.slice(0, 4)}</b><span class="small muted">00:00, ${settings.SITE_TIMEZONE}</span></p>`
}
${orderTable(order)}
${vatNotes(order)}
<ul class="ticks small">${
    isLaunch && html`<li>No badge needed</li><li>Pictures, story and milestones</li>`
  }<li class="no">Does not buy votes, rank or awards</li></ul></aside>`;
}
