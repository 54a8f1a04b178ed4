import type { ProfilePage } from "../../../actions/profiles/profile-page.ts";
import { type Html, href, html } from "../../../core/text/html.ts";
import { type PublicPerson, shownName } from "../../../domain/profiles/profile.ts";
import { plainMarkdown } from "../../../domain/text/plain-markdown.ts";
import { excerpt } from "../../../domain/text/text.ts";
import { viewCard } from "../../../tools/schemas/listing.ts";
import { face, logo } from "../../kit/faces.ts";
import { plural, showDay, showUrl } from "../../kit/show.ts";
import { stars } from "../community/star-rating.ts";
import { nameOf, paidTag } from "../listings/listing-parts.ts";

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

/** What they wrote of the products of others. */
export const profileReviews = ({ reviews }: ProfilePage): Html | false =>
  reviews.length > 0 &&
  html`<section aria-labelledby="reviews"><h2 id="reviews">Reviews</h2>${reviews.map(
    ({ review, listing }) => html`<article class="said-by">${logo({ ...listing, logo_url: listing.logoUrl })}<div>
<h3><a href="${href(`/listings/${listing.slug}#reviews`)}"><bdi>${listing.name}</bdi></a></h3>
<p>${stars(review.rating)} ${review.title && html`<strong>${review.title}</strong>`} <span class="muted small">${showDay(review.updatedAt)}</span></p>
<p class="prose">${review.body}</p></div></article>`,
  )}</section>`;

/** What they said, without its marks. The page of the product has it whole. */
export const profileComments = ({ comments: { items, total } }: ProfilePage): Html | false =>
  items.length > 0 &&
  html`<section aria-labelledby="comments"><h2 id="comments">Comments</h2><ul class="timeline">${items.map(
    ({ comment, listing }) => html`<li><p class="small muted">On <a href="${href(
      `/listings/${listing.slug}#c-${comment.id}`,
    )}"><bdi>${listing.name}</bdi></a>, ${showDay(comment.createdAt)}</p>
<p>${excerpt(plainMarkdown(comment.body), COMMENT_CHARACTERS)}</p></li>`,
  )}</ul>${total > items.length && html`<p class="small muted">And ${plural(total - items.length, "comment")} before.</p>`}</section>`;

/** Products that they vote for and show. */
export const profileVotes = ({ votes: { items, total } }: ProfilePage): Html | false =>
  items.length > 0 &&
  html`<section aria-labelledby="votes"><h2 id="votes">Voted for</h2><ul class="rows pairs">${items.map((listing) => {
    const card = viewCard(listing);
    return html`<li>${logo(card)}<div class="body">${nameOf(card)}${
      card.tagline && html`<p><bdi>${card.tagline}</bdi></p>`
    }${paidTag(card.is_paid)}</div></li>`;
  })}</ul>${total > items.length && html`<p class="small muted">And ${plural(total - items.length, "product")} before.</p>`}</section>`;
