import { type Request, type Response, Router } from "express";
import { removeReview, writeReview } from "../../../actions/community/review.ts";
import { takeQuota } from "../../../core/limits/limiter.ts";
import { href, html } from "../../../core/text/html.ts";
import { lengthOf } from "../../../domain/text/text.ts";
import { type Faults, formText, hasFaults } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { REVIEW_MAX, type ReviewForm, reviewForm } from "../../parts/community/community.ts";
import { signInFirst } from "../../parts/community/toggles.ts";

const formOf = (req: Request): ReviewForm => ({
  rating: formText(req, "rating"),
  title: formText(req, "title").replace(/\s+/g, " "),
  body: formText(req, "body"),
});

const faultsOf = ({ rating, title, body }: ReviewForm): Faults => ({
  rating: /^[1-5]$/.test(rating) ? undefined : "Choose a rating from 1 to 5.",
  title: lengthOf(title) <= REVIEW_MAX.title ? undefined : `A title has at most ${REVIEW_MAX.title} characters.`,
  body:
    body !== "" && lengthOf(body) <= REVIEW_MAX.body
      ? undefined
      : `Write a review of at most ${REVIEW_MAX.body} characters.`,
});

/** One review per person and listing. New and changed ones wait for an admin. */
export function reviewPages({ deps, pages }: Site, notFound: (res: Response) => void): Router {
  const { store } = deps;
  const router = Router();

  router.post("/listings/:slug/review", async (req, res) => {
    const listing = await store.listings.findLive(req.params.slug);
    if (!listing) return notFound(res);
    const page = `/listings/${listing.slug}`;
    const account = sessionOf(res)?.account;
    if (!account) return seeOther(res, signInFirst(listing.slug, "review"));
    const place = { accountId: account.id, listingId: listing.id };
    if (formText(req, "remove") === "on") {
      await takeQuota(deps.limiter, "review", account.id);
      await removeReview(place, deps);
      return seeOther(res, withNotice(`${page}#reviews`, "review-removed"));
    }
    const form = formOf(req);
    const faults = faultsOf(form);
    if (hasFaults(faults)) {
      return pages.render(res, {
        status: 400,
        title: `Review of ${listing.name}`,
        width: "reading",
        body: html`<h1>Your review of <a href="${href(page)}">${listing.name}</a></h1>${reviewForm(listing.slug, res, form, faults)}`,
      });
    }
    await takeQuota(deps.limiter, "review", account.id);
    const outcome = await writeReview({ ...place, ...form, rating: Number(form.rating) }, deps);
    if (outcome !== "done") return seeOther(res, withNotice(page, outcome));
    seeOther(res, withNotice(`${page}#reviews`, "review-sent"));
  });

  return router;
}
