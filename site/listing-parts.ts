import type { z } from "zod";
import type { ListingSummary } from "../tools/schemas/listing.ts";
import { type Html, href, html } from "./html.ts";

type Summary = z.output<typeof ListingSummary>;

/** The first letter stands behind the picture, and stays when the picture does not load. */
export const logo = ({ name, logo_url: address }: Pick<Summary, "name" | "logo_url">, size: "" | "big" = ""): Html =>
  html`<span class="logo ${size}" aria-hidden="true">${[...name.trim()][0]?.toUpperCase()}${
    address && html`<img src="${href(address)}" alt="" loading="lazy" referrerpolicy="no-referrer">`
  }</span>`;

/** Paid placement always says so. */
export const paidTag = (isPaid: boolean): Html | false => isPaid && html`<span class="tag warm">Paid listing</span>`;

export const listingRows = (listings: Summary[]): Html =>
  html`<ul class="listings">${listings.map(
    (listing) => html`<li>
${logo(listing)}
<div><h3><a href="${href(`/listings/${listing.slug}`)}">${listing.name}</a></h3>${listing.tagline && html`<p>${listing.tagline}</p>`}${paidTag(listing.is_paid)}</div>
${listing.category && html`<span class="tag">${listing.category.name}</span>`}
</li>`,
  )}</ul>`;
