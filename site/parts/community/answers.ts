import type { Response } from "express";
import { publishedAnswer } from "../../../actions/community/review.ts";
import type { ListingPage, ListingReader } from "../../../actions/listings/listing-page.ts";
import { type Html, href, html, type Part } from "../../../core/text/html.ts";
import type { SignedReview } from "../../../store/repos/community/reviews.ts";
import { csrfField, type Faults, field } from "../../kit/form.ts";
import { showDay } from "../../kit/show.ts";
import { personFace, personName } from "../profiles/profile-link.ts";

export const ANSWER_MAX = 2000;

/** The makers' answer to a review, and for the owner the form to write it. */
export function answerTo(
  listing: { slug: string; name: string },
  { review }: SignedReview,
  { reader, people }: { reader: ListingReader | undefined; people: ListingPage["people"] },
  res: Response,
): Part {
  const answer = publishedAnswer(review);
  const writer = review.answeredBy ? people.get(review.answeredBy) : undefined;
  // Of a team member without a name, the product speaks.
  const by = { handle: null, avatarUrl: null, ...writer, name: writer?.name ?? (writer?.handle ? null : listing.name) };
  return html`${
    answer !== null &&
    html`<div class="reply">${personFace(by, "little")}<div>
<p class="small"><b>${personName(by)}</b>, <span class="muted">maker${
      review.answeredAt && html`, ${showDay(review.answeredAt)}`
    }</span></p><p class="prose small">${answer}</p></div></div>`
  }${reader?.isOwner && ownAnswer(listing.slug, review, res)}`;
}

const STATES = {
  pending: "It is under review by the site team.",
  published: "It is published.",
  rejected: "It was not published.",
};

const pathOf = (slug: string, id: number): string => `/listings/${slug}/reviews/${id}/answer`;

const ownAnswer = (slug: string, { id, answer, answerStatus }: SignedReview["review"], res: Response): Html =>
  html`<details class="answer"><summary>${answer === null ? "Answer this review" : "Your answer"}</summary>
${answerStatus && html`<p class="muted">${STATES[answerStatus]}</p>`}
${answerForm(slug, id, res, answer ?? "")}
${
  answer !== null &&
  html`<form method="post" action="${href(pathOf(slug, id))}">${csrfField(res)}<input type="hidden" name="remove" value="on"><button class="danger slim">Remove my answer</button></form>`
}</details>`;

/** The form of an answer, with its `faults`. */
export const answerForm = (slug: string, id: number, res: Response, value: string, faults: Faults = {}): Html =>
  html`<form method="post" action="${href(pathOf(slug, id))}">
${csrfField(res)}
${field({
  name: "answer",
  id: `answer-${id}`,
  type: "textarea",
  rows: 3,
  label: "Your answer",
  hint: "Everyone can read it, and the reviewer gets an email.",
  value,
  autocomplete: "off",
  count: ANSWER_MAX,
  fault: faults.answer,
})}
<p><button class="slim">Send answer</button></p>
</form>`;
