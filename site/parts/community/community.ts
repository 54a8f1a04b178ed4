import type { Request, Response } from "express";
import { publishedAnswer } from "#actions/community/review.ts";
import type { ListingPage, ListingReader } from "#actions/listings/listing-page.ts";
import { invalid } from "#core/errors/errors.ts";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import { decimal, ONE_DIGIT, phraseComma, plural, type Text, t } from "#languages/words.ts";
import type { SignedReview } from "#store/repos/community/reviews.ts";
import { type Faults, field, formText, formTo, hidden } from "../../kit/form.ts";
import { showDay } from "../../kit/show.ts";
import { sessionOf } from "../../kit/site.ts";
import { asTheirs } from "../../kit/theirs.ts";
import { reportLink } from "../moderation/report-form.ts";
import { personFace, personName } from "../profiles/profile-link.ts";
import { signInFirst } from "./toggles.ts";

export type ReviewForm = { rating: string; title: string; body: string };
export const REVIEW_MAX = { title: 120, body: 3000 };

/** The "on" or "off" of a form, so that sending it twice has one effect. */
export function wantedState(req: Request, name: string): boolean {
  const state = formText(req, name);
  if (state !== "on" && state !== "off") {
    throw invalid([{ pointer: `/${name}`, code: "enum", detail: `"${name}" must be on or off.` }]);
  }
  return state === "on";
}

export function reviewSection(
  { listing, reviews, people }: ListingPage,
  reader: ListingReader | undefined,
  res: Response,
): Html {
  const { slug } = listing;
  return html`<section aria-labelledby="reviews"><h2 id="reviews">Reviews</h2>
${
  reviews.length === 0
    ? html`<p class="muted">No reviews yet.</p>`
    : html`${summary(reviews.map(({ review }) => review.rating))}${reviews.map(
        (signed) =>
          html`<article class="said-by" id="review-${signed.review.id}">${personFace(
            people.get(signed.review.accountId),
          )}<div>${words(signed, people)}${answerTo(listing, signed, { reader, people }, res)}</div></article>`,
      )}`
}
${
  reader
    ? ownReview(slug, reader, res)
    : html`<p><a href="${href(signInFirst(slug, "review"))}" rel="nofollow">Sign in to write a review</a></p>`
}</section>`;
}

const words = (
  { review }: SignedReview,
  people: ListingPage["people"],
): Html => html`<p><b>${personName(people.get(review.accountId))}</b>, <span class="muted small">${showDay(review.updatedAt)}</span></p>
<p>${stars(review.rating)} ${review.title && html`<strong${asTheirs(review.title)}>${review.title}</strong>`}</p>
<p class="prose"${asTheirs(review.body)}>${review.body}</p>
<p class="small">${reportLink({ type: "review", id: String(review.id) }, t`this review`)}</p>`;

const ENOUGH = 3;

function summary(ratings: readonly number[]): Html | false {
  if (ratings.length < ENOUGH) return false;
  const average = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length;
  const bars = [5, 4, 3, 2, 1].map((rating) => {
    const count = ratings.filter((given) => given === rating).length;
    return html`<li>${rating}<progress max="${ratings.length}" value="${count}"
aria-label="${plural(count, "review")} with ${plural(rating, "star")}"></progress><span class="muted">${count}</span></li>`;
  });
  return html`<div class="rate"><div><p class="num">${decimal(average, ONE_DIGIT)}</p>
<p class="tiny muted">of 5, from ${plural(ratings.length, "review")}</p></div><ul class="bars" aria-hidden="true">${bars}</ul></div>`;
}

function ownReview(slug: string, { isOfTeam, review: own }: ListingReader, res: Response): Part {
  if (!sessionOf(res)?.account?.emailVerifiedAt)
    return html`<p class="muted">Confirm your email address on <a href="/account">your account page</a> to write a review.</p>`;
  if (isOfTeam) return undefined;
  return html`<details class="qa"${own && html` open`}><summary>${own ? t`Your review` : t`Write a review`}</summary>
${own && html`<p class="muted">${STATES[own.status]}</p>`}
<div id="review">${reviewForm(slug, res, { rating: String(own?.rating ?? ""), title: own?.title ?? "", body: own?.body ?? "" })}</div>
${
  own &&
  html`${formTo(res, `/listings/${slug}/review`)}${hidden("remove", "on")}<button class="danger slim">Delete my review</button></form>`
}
</details>`;
}

export const reviewForm = (
  slug: string,
  res: Response,
  { rating, title, body }: ReviewForm,
  faults: Faults = {},
): Html =>
  html`${formTo(res, `/listings/${slug}/review`)}
${starRating({ name: "rating", label: t`Rating`, value: rating, fault: faults.rating })}
${field({
  name: "title",
  label: t`Title`,
  value: title,
  autocomplete: "off",
  required: false,
  count: REVIEW_MAX.title,
  fault: faults.title,
})}
${field({
  name: "body",
  type: "textarea",
  rows: 5,
  label: t`Review`,
  value: body,
  autocomplete: "off",
  count: REVIEW_MAX.body,
  fault: faults.body,
})}
<p><button>Send review</button></p>
</form>`;

const MOST = 5;

export const stars = (rating: number): Html =>
  html`<span class="stars" aria-hidden="true">${"★".repeat(rating)}${"☆".repeat(MOST - rating)}</span><span
class="said">${rating} of ${MOST}</span>`;

/** Five stars to choose from: radio buttons, so that arrow keys work and no script is needed. */
export const starRating = ({
  name,
  label,
  value,
  fault,
}: {
  name: string;
  label: Text;
  value: string;
  fault?: Text | undefined;
}): Html =>
  html`<fieldset class="field"${fault && html` aria-describedby="${name}-fault"`}><legend>${label}</legend>
<div class="star-rating">${Array.from({ length: MOST }, (_, index) => {
    const rating = String(index + 1);
    return html`<label><input type="radio" name="${name}" value="${rating}" required${
      rating === value && html` checked`
    }><span class="unseen">${plural(index + 1, "star")}</span></label>`;
  })}</div>
${fault && html`<p class="fault" id="${name}-fault">${fault}</p>`}</fieldset>`;

export const ANSWER_MAX = 2000;

export function answerTo(
  listing: { slug: string; name: string },
  { review }: SignedReview,
  { reader, people }: { reader: ListingReader | undefined; people: ListingPage["people"] },
  res: Response,
): Part {
  const answer = publishedAnswer(review);
  const writer = review.answeredBy ? people.get(review.answeredBy) : undefined;
  const by = { handle: null, avatarUrl: null, ...writer, name: writer?.name ?? (writer?.handle ? null : listing.name) };
  return html`${
    answer !== null &&
    html`<div class="reply">${personFace(by, "little")}<div>
<p class="small"><b>${personName(by)}</b>, <span class="muted">maker${
      review.answeredAt && html`${phraseComma}${showDay(review.answeredAt)}`
    }</span></p><p class="prose small"${asTheirs(answer)}>${answer}</p></div></div>`
  }${reader?.isOwner && ownAnswer(listing.slug, review, res)}`;
}

const STATES = {
  pending: t`Under review by the site team.`,
  published: t`Published.`,
  rejected: t`Not published.`,
};

const pathOf = (slug: string, id: number): string => `/listings/${slug}/reviews/${id}/answer`;

const ownAnswer = (slug: string, { id, answer, answerStatus }: SignedReview["review"], res: Response): Html =>
  html`<details class="answer"><summary>${answer === null ? t`Answer this review` : t`Your answer`}</summary>
${answerStatus && html`<p class="muted">${STATES[answerStatus]}</p>`}
${answerForm(slug, id, res, answer ?? "")}
${
  answer !== null &&
  html`${formTo(res, pathOf(slug, id))}${hidden("remove", "on")}<button class="danger slim">Delete my answer</button></form>`
}</details>`;

export const answerForm = (slug: string, id: number, res: Response, value: string, faults: Faults = {}): Html =>
  html`${formTo(res, pathOf(slug, id))}
${field({
  name: "answer",
  id: `answer-${id}`,
  type: "textarea",
  rows: 3,
  label: t`Your answer`,
  hint: t`Your answer is public, and we email the reviewer.`,
  value,
  autocomplete: "off",
  count: ANSWER_MAX,
  fault: faults.answer,
})}
<p><button class="slim">Send answer</button></p>
</form>`;
