import type { z } from "zod";
import { type Html, href, html } from "../../../core/text/html.ts";
import { FEW } from "../../../domain/community/few.ts";
import type { Trophy } from "../../../domain/launches/trophy.ts";
import { titleOf } from "../../../domain/launches/trophy.ts";
import type { FounderStory, FounderView } from "../../../tools/schemas/founder.ts";
import { face, logo } from "../../kit/faces.ts";
import { plural, showDay } from "../../kit/show.ts";
import { trophyList, whenOf } from "../launches/trophies.ts";
import { nameOf, paidTag, storySections } from "../listings/listing-parts.ts";
import { hueClass, type Looks, picture } from "../listings/looks.ts";

type Founder = z.output<typeof FounderView>;
type Won = Trophy & { name: string };

/** A product of a maker with its picture, launch and votes. `by` lists the maker's slugs. */
export const madeHit = (listing: Founder["companies"][number], looks: Looks, by: readonly string[]): Html => {
  const others = (looks.get(listing.slug)?.makers ?? []).filter(({ slug }) => !by.includes(slug));
  return html`<li class="hit made ${hueClass(listing.slug, looks)}"><div><div class="person">${logo(listing)}
<div>${nameOf(listing)}${listing.tagline && html`<p class="muted"><bdi>${listing.tagline}</bdi></p>`}</div></div>
<p class="meta">${listing.launched_at && html`<span>Launched ${showDay(new Date(listing.launched_at))}</span>`}${
    listing.votes >= FEW && html` <span>${plural(listing.votes, "vote")}</span>`
  }${others.length > 0 && html` <span>with ${others.map(({ name }) => name).join(", ")}</span>`} ${paidTag(listing.is_paid)}</p></div>
<div class="thumb">${picture(listing, looks)}</div></li>`;
};

/** What the products of a maker won. */
export const awardsWon = (won: readonly Won[]): Html | false =>
  won.length > 0 &&
  html`<div class="card"><h2>Awards</h2>${trophyList(won, {
    link: titleOf,
    note: (trophy) => html`<bdi>${trophy.name}</bdi>, ${whenOf(trophy, "short")}`,
  })}</div>`;

/** The other makers of the same products. */
export function worksWith(companies: readonly { slug: string }[], looks: Looks, by: readonly string[]): Html | false {
  const makers = companies
    .flatMap(({ slug }) => looks.get(slug)?.makers ?? [])
    .filter(({ slug }) => !by.includes(slug));
  const people = [...Map.groupBy(makers, ({ slug }) => slug).values()].toSorted((a, b) => b.length - a.length);
  return (
    people.length > 0 &&
    html`<div class="card"><h2>Works with</h2><ul class="mini">${people.map(
      ([person, ...more]) =>
        person &&
        html`<li>${face(person)}<div class="body">
<h3><a href="${href(`/founders/${person.slug}`)}"><bdi>${person.name}</bdi></a></h3>
<p>${plural(more.length + 1, "product")} together</p></div></li>`,
    )}</ul></div>`
  );
}

/** The story of a product, or an interview. */
export const founderStory = ({ listing, sections, answers }: z.output<typeof FounderStory>): Html =>
  listing === null
    ? html`<h2>Interview</h2>${answers.map(({ question, answer }) => html`<h3>${question}</h3><p class="prose">${answer}</p>`)}`
    : html`<h2>The story of <a href="${href(`/listings/${listing.slug}`)}">${listing.name}</a></h2>${storySections(sections)}`;
