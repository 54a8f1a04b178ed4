import type { z } from "zod";
import type { ProfilePage } from "#actions/profiles/profile-page.ts";
import { type Html, href, html, partWith } from "#core/text/html.ts";
import { FEW } from "#domain/community/few.ts";
import { type Trophy, titleOf } from "#domain/launches/trophy.ts";
import { type PublicPerson, shownName } from "#domain/profiles/profile.ts";
import { plainMarkdown } from "#domain/text/plain-markdown.ts";
import { excerpt } from "#domain/text/text.ts";
import { listed, plural } from "#languages/words.ts";
import type { FounderStory, FounderView } from "#tools/schemas/founder.ts";
import { viewCard } from "#tools/schemas/listing.ts";
import { face, logo } from "../../kit/faces.ts";
import { showDay, showStored, showUrl } from "../../kit/show.ts";
import { asTheirs, theirs } from "../../kit/theirs.ts";
import { stars } from "../community/community.ts";
import { trophyList, whenOf } from "../launches/podium.ts";
import { nameOf, paidTag, storySections } from "../listings/listing-parts.ts";
import { hueClass, type Looks, picture } from "../listings/looks.ts";

const COMMENT_CHARACTERS = 400;

/** Addresses that a person gives as theirs. Nobody has checked them. */
const linkList = (links: readonly string[]): Html | false =>
  links.length > 0 &&
  html`<p class="links">${links.map(
    (url) => html`<a class="chip" href="${href(url)}" rel="me nofollow ugc noopener"><bdi>${showUrl(url)}</bdi></a>`,
  )}</p>`;

export const profileHead = ({ profile }: ProfilePage): Html => {
  const person: PublicPerson = profile;
  const name = shownName(person);
  return html`<header class="makerhead">${face({ name, avatarUrl: person.avatarUrl }, "big")}
<div><h1><bdi>${name}</bdi></h1>
<p class="muted"><bdi dir="ltr">@${profile.handle}</bdi> · Member since ${showDay(profile.since)}</p>
${linkList(profile.links)}</div></header>`;
};

export const profileReviews = ({ reviews }: ProfilePage): Html | false =>
  reviews.length > 0 &&
  html`<section aria-labelledby="reviews"><h2 id="reviews">Reviews</h2>${reviews.map(
    ({ review, listing }) => html`<article class="said-by">${logo({ ...listing, logo_url: listing.logoUrl })}<div>
<h3><a href="${href(`/listings/${listing.slug}#reviews`)}"><bdi>${listing.name}</bdi></a></h3>
<p>${stars(review.rating)} ${review.title && html`<strong${asTheirs(review.title)}>${review.title}</strong>`}
<span class="muted small">${showDay(review.updatedAt)}</span></p>
<p class="prose"${asTheirs(review.body)}>${review.body}</p></div></article>`,
  )}</section>`;

/** What they said, without its marks. The page of the product has it whole. */
export const profileComments = ({ comments: { items, total } }: ProfilePage): Html | false =>
  items.length > 0 &&
  html`<section aria-labelledby="comments"><h2 id="comments">Comments</h2><ul class="timeline">${items.map(
    ({ comment, listing }) => html`<li><p class="small muted">On <a href="${href(
      `/listings/${listing.slug}#c-${comment.id}`,
    )}"><bdi>${listing.name}</bdi></a>, ${showDay(comment.createdAt)}</p>
<p${asTheirs(comment.body)}>${excerpt(plainMarkdown(comment.body), COMMENT_CHARACTERS)}</p></li>`,
  )}</ul>${total > items.length && html`<p class="small muted">And ${plural(total - items.length, "earlier comment")}.</p>`}</section>`;

export const profileVotes = ({ votes: { items, total } }: ProfilePage): Html | false =>
  items.length > 0 &&
  partWith(
    "votes",
    html`<section aria-labelledby="votes"><h2 id="votes">Voted for</h2><ul class="rows pairs">${items.map((listing) => {
      const card = viewCard(listing);
      return html`<li>${logo(card)}<div class="body">${nameOf(card)}${
        card.tagline && html`<p>${theirs(card.tagline, card.language)}</p>`
      }${paidTag(card.is_paid)}</div></li>`;
    })}</ul>${total > items.length && html`<p class="small muted">And ${plural(total - items.length, "more product")}.</p>`}</section>`,
  );

type Known = { name: string | null; email: string };

/** Someone with an account: face, name and address. Nobody is someone whose account is deleted. */
export const person = (known: Known | undefined, link: (name: string) => Html | string = (name) => name): Html =>
  known
    ? html`<span class="person">${face({ name: known.name ?? known.email, avatarUrl: null }, "little")}<span><bdi>${link(
        known.name ?? known.email,
      )}</bdi>${known.name && html`<br><span class="small muted whole">${known.email}</span>`}</span></span>`
    : html`<span class="muted">deleted account</span>`;

type Founder = z.output<typeof FounderView>;
type Won = Trophy & { name: string };

/** A product of a maker with its picture, launch and votes. `by` lists the maker's slugs. */
export const madeHit = (listing: Founder["companies"][number], looks: Looks, by: readonly string[]): Html => {
  const others = (looks.get(listing.slug)?.makers ?? []).filter(({ slug }) => !by.includes(slug));
  const makers = listed(others.map(({ name }) => name));
  return html`<li class="hit made ${hueClass(listing.slug, looks)}"><div><div class="person">${logo(listing)}
<div>${nameOf(listing)}${listing.tagline && html`<p class="muted">${theirs(listing.tagline, listing.language)}</p>`}</div></div>
<p class="meta">${listing.launched_at && partWith("launches", html`<span>Launched ${showDay(new Date(listing.launched_at))}</span>`)}${
    listing.votes >= FEW && partWith("votes", html` <span>${plural(listing.votes, "vote")}</span>`)
  }${others.length > 0 && html` <span>with ${makers}</span>`} ${paidTag(listing.is_paid)}</p></div>
<div class="thumb">${picture(listing, looks)}</div></li>`;
};

export const awardsWon = (won: readonly Won[]): Html | false =>
  won.length > 0 &&
  partWith(
    "awards",
    html`<div class="card"><h2>Awards</h2>${trophyList(won, {
      link: titleOf,
      note: (trophy) => html`<bdi>${trophy.name}</bdi>, ${whenOf(trophy, "short")}`,
    })}</div>`,
  );

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

export const founderStory = ({ listing, sections, answers }: z.output<typeof FounderStory>): Html =>
  listing === null
    ? html`<h2>Interview</h2>${answers.map(({ question, answer }) => html`<h3>${showStored("question", question, "question", question)}</h3><p class="prose"${asTheirs(answer)}>${answer}</p>`)}`
    : html`<h2>The story of <a href="${href(`/listings/${listing.slug}`)}">${listing.name}</a></h2>${storySections(sections)}`;
