import type { Request } from "express";
import { answerReview, removeReview, writeReview } from "#actions/community/review.ts";
import { takeQuota } from "#core/limits/limiter.ts";
import { href, html } from "#core/text/html.ts";
import { lengthOf } from "#domain/text/text.ts";
import { decimal, t } from "#languages/words.ts";
import { type Faults, formText, hasFaults } from "../../kit/form.ts";
import { notFound, orNotFound, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { ANSWER_MAX, answerForm, REVIEW_MAX, type ReviewForm, reviewForm } from "../../parts/community/community.ts";
import { signInFirst } from "../../parts/community/toggles.ts";

const formOf = (req: Request): ReviewForm => ({
  rating: formText(req, "rating"),
  title: formText(req, "title").replace(/\s+/g, " "),
  body: formText(req, "body"),
});

const tooLong = (most: number) => t`Use at most ${decimal(most)} characters.`;

const faultsOf = ({ rating, title, body }: ReviewForm): Faults => ({
  rating: /^[1-5]$/.test(rating) ? undefined : t`Choose a rating from 1 to 5.`,
  title: lengthOf(title) <= REVIEW_MAX.title ? undefined : tooLong(REVIEW_MAX.title),
  body: body === "" ? t`Write a review.` : lengthOf(body) > REVIEW_MAX.body ? tooLong(REVIEW_MAX.body) : undefined,
});

/** One review per person and listing. New and changed ones wait for an admin. */
export function reviewPages({ deps, pages, router }: Site): void {
  const { store } = deps;

  router.post("/listings/:slug/review", async (req, res) => {
    const listing = orNotFound(await store.listings.findLive(req.params.slug));
    const page = `/listings/${listing.slug}`;
    const account = sessionOf(res)?.account;
    if (!account) return seeOther(res, signInFirst(listing.slug, "review"));
    const place = { accountId: account.id, listingId: listing.id };
    if (formText(req, "remove") === "on") {
      await takeQuota(deps.limiter, "review", account.id);
      await removeReview(place, deps);
      return seeOther(res, `${page}#reviews`, "review-removed");
    }
    const form = formOf(req);
    const faults = faultsOf(form);
    if (hasFaults(faults)) {
      return pages.render(res, {
        status: 400,
        title: t`Review of ${listing.name}`,
        width: "reading",
        body: html`<h1>Your review of <a href="${href(page)}">${listing.name}</a></h1>${reviewForm(listing.slug, res, form, faults)}`,
      });
    }
    await takeQuota(deps.limiter, "review", account.id);
    const outcome = await writeReview({ ...place, ...form, rating: Number(form.rating) }, deps);
    if (outcome !== "done") return seeOther(res, page, outcome);
    seeOther(res, `${page}#reviews`, "review-sent");
  });
}

/** What the owner of a listing answers to a review. New and changed answers wait for an admin. */
export function answerPages({ deps, pages, router }: Site): void {
  router.post("/listings/:slug/reviews/:id/answer", async (req, res) => {
    const listing = await deps.store.listings.findLive(req.params.slug);
    const reviewId = Number(req.params.id);
    if (!listing || !Number.isSafeInteger(reviewId)) notFound();
    const page = `/listings/${listing.slug}`;
    const account = sessionOf(res)?.account;
    if (!account) return seeOther(res, `/sign-in?return_to=${encodeURIComponent(page)}`);
    const isRemoved = formText(req, "remove") === "on";
    const text = formText(req, "answer");
    if (!isRemoved && (text === "" || lengthOf(text) > ANSWER_MAX)) {
      const fault = text === "" ? t`Write an answer.` : tooLong(ANSWER_MAX);
      return pages.render(res, {
        status: 400,
        title: t`Your answer as ${listing.name}`,
        width: "reading",
        body: html`<h1>Your answer as <a href="${href(page)}">${listing.name}</a></h1>
${answerForm(listing.slug, reviewId, res, text, { answer: fault })}`,
      });
    }
    await takeQuota(deps.limiter, "review", account.id);
    const answer = { accountId: account.id, listingId: listing.id, reviewId, text: isRemoved ? null : text };
    if (!(await answerReview(answer, deps))) notFound();
    seeOther(res, `${page}#reviews`, isRemoved ? "answer-removed" : "answer-sent");
  });
}
