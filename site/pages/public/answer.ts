import { type Response, Router } from "express";
import { answerReview } from "../../../actions/community/review.ts";
import { takeQuota } from "../../../core/limits/limiter.ts";
import { href, html } from "../../../core/text/html.ts";
import { lengthOf } from "../../../domain/text/text.ts";
import { formText } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { ANSWER_MAX, answerForm } from "../../parts/community/answers.ts";

/** What the owner of a listing answers to a review. New and changed answers wait for an admin. */
export function answerPages({ deps, pages }: Site, notFound: (res: Response) => void): Router {
  const router = Router();

  router.post("/listings/:slug/reviews/:id/answer", async (req, res) => {
    const listing = await deps.store.listings.findLive(req.params.slug);
    const reviewId = Number(req.params.id);
    if (!listing || !Number.isSafeInteger(reviewId)) return notFound(res);
    const page = `/listings/${listing.slug}`;
    const account = sessionOf(res)?.account;
    if (!account) return seeOther(res, `/sign-in?return_to=${encodeURIComponent(page)}`);
    const isRemoved = formText(req, "remove") === "on";
    const text = formText(req, "answer");
    if (!isRemoved && (text === "" || lengthOf(text) > ANSWER_MAX)) {
      const fault = `Write an answer of at most ${ANSWER_MAX} characters.`;
      return pages.render(res, {
        status: 400,
        title: `Answer of ${listing.name}`,
        width: "reading",
        body: html`<h1>Your answer for <a href="${href(page)}">${listing.name}</a></h1>
${answerForm(listing.slug, reviewId, res, text, { answer: fault })}`,
      });
    }
    await takeQuota(deps.limiter, "review", account.id);
    const answer = { accountId: account.id, listingId: listing.id, reviewId, text: isRemoved ? null : text };
    if (!(await answerReview(answer, deps))) return notFound(res);
    seeOther(res, withNotice(`${page}#reviews`, isRemoved ? "answer-removed" : "answer-sent"));
  });

  return router;
}
