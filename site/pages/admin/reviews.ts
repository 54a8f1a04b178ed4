import { type Response, Router } from "express";
import { href, html } from "../../../core/html.ts";
import { adminActions } from "../../kit/admin-action.ts";
import { csrfField, formText } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { pageNumber } from "../../kit/paging.ts";
import { plural, showTime } from "../../kit/show.ts";
import { type Site, seeOther } from "../../kit/site.ts";

const PER_PAGE = 20;
const DECISIONS = { approve: "published", reject: "rejected" } as const;

/**
 * Reviews to approve, oldest first. A review that was edited meanwhile has to be approved again.
 */
export function reviewAdminPages({ deps, pages }: Site, notFound: (res: Response) => void): Router {
  const { store, now } = deps;
  const router = Router();
  const act = adminActions(deps);

  router.get("/admin/reviews", async (req, res) => {
    const page = pageNumber(req);
    const { items, total } = await store.reviews.pending({ page, perPage: PER_PAGE });
    pages.render(res, {
      title: "Reviews",
      width: "reading",
      body: html`<h1>Reviews</h1>
${total === 0 ? html`<p class="empty">No reviews to read.</p>` : html`<p class="lead">${plural(total, "review")} to read.</p>`}
${items.map(
  ({ review, author, email, listing }) => html`<article class="card">
<p><strong>${review.rating} of 5</strong> for <a href="${href(`/listings/${listing.slug}`)}">${listing.name}</a></p>
${review.title && html`<p><strong>${review.title}</strong></p>`}
<p class="prose">${review.body}</p>
<p class="small muted">${author ?? "No name"}, ${email}, ${showTime(review.updatedAt)}</p>
<form method="post" action="/admin/reviews/${review.id}" class="row">
${csrfField(res)}
<input type="hidden" name="seen_at" value="${review.updatedAt.toISOString()}">
<button name="decision" value="approve">Publish</button>
<button name="decision" value="reject" class="danger">Reject</button>
</form>
</article>`,
)}
${total > page * PER_PAGE && html`<p><a href="/admin/reviews?page=${page + 1}">More</a></p>`}`,
    });
  });

  router.post(
    "/admin/reviews/:id",
    act("review.decide", async (req, res, audited) => {
      const decision = DECISIONS[formText(req, "decision") as keyof typeof DECISIONS];
      const seenAt = new Date(formText(req, "seen_at"));
      const id = Number(req.params.id);
      if (!decision || Number.isNaN(seenAt.getTime()) || !Number.isSafeInteger(id)) return notFound(res);
      const verdict = { by: audited.by, at: now(), seenAt };
      const isDone = await audited.store.change((tx) => tx.reviews.decide(id, decision, verdict));
      seeOther(res, withNotice("/admin/reviews", isDone ? `review-${decision}` : "gone"));
    }),
  );

  return router;
}
