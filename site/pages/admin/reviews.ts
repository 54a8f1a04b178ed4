import type { Request, Response } from "express";
import { decideAnswer, decideReview } from "#actions/community/review.ts";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import { HELD_REASONS } from "#domain/moderation/spam.ts";
import { isKeyOf } from "#domain/text/keys.ts";
import { beginningOf } from "#domain/text/text.ts";
import { phraseComma, plural, t } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { field, formText, formTo, hidden } from "../../kit/form.ts";
import { showTime } from "../../kit/show.ts";
import { orNotFound, seeOther } from "../../kit/site.ts";
import { pageNumber } from "../../kit/table.ts";

const PER_PAGE = 20;
const REASON_MAX = 2000;
const DECISIONS = { approve: "published", reject: "rejected" } as const;

export function reviewAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store } = deps;

  router.get("/admin/reviews", async (req, res) => {
    const page = pageNumber(req);
    const { items, total } = await store.reviews.pending({ page, perPage: PER_PAGE });
    const held = await store.writtenTexts.heldAmong(
      "review",
      items.map(({ review }) => String(review.id)),
    );
    pages.render(res, {
      heading: t`Reviews`,
      width: "reading",
      body: html`${
        total === 0
          ? html`<p class="empty">No reviews to approve.</p>`
          : html`<p class="lead">${plural(total, "review")} to approve.</p>`
      }
${items.map(
  ({ review, author, email, listing }) => html`<article class="card">
<p><strong>${review.rating} of 5</strong> for <a href="${href(`/listings/${listing.slug}`)}">${listing.name}</a></p>
${review.title && html`<p><strong>${review.title}</strong></p>`}
<p class="prose">${review.body}</p>
<p class="small muted">${author ?? t`No name`}${phraseComma}${email}${phraseComma}${showTime(review.updatedAt)}</p>
${(held.get(String(review.id)) ?? []).map((reason) => html`<span class="tag warm">${HELD_REASONS[reason]}</span> `)}
${review.status === "pending" && decision(res, `/admin/reviews/${review.id}`, review.updatedAt, reasonField(review.id))}
${
  review.answer !== null &&
  html`<blockquote><p class="prose">${review.answer}</p>
<p class="small muted">Answer by ${listing.name}, ${review.answeredAt && showTime(review.answeredAt)}</p></blockquote>`
}
${
  review.answerStatus === "pending" &&
  review.answeredAt &&
  decision(res, `/admin/reviews/${review.id}/answer`, review.answeredAt)
}
</article>`,
)}
${total > page * PER_PAGE && html`<p><a href="/admin/reviews?page=${page + 1}">More</a></p>`}`,
    });
  });

  act("/admin/reviews/:id", "review.decide", async (req, res, audited) => {
    const verdict = orNotFound(verdictOf(req));
    const signed = { ...verdict, by: audited.by, reason: beginningOf(formText(req, "reason"), REASON_MAX) };
    const isDone = await audited.store.change((tx) => decideReview(tx, signed, audited));
    audited.wakeJobs();
    seeOther(res, "/admin/reviews", isDone ? `review-${verdict.decision}` : "gone");
  });

  act("/admin/reviews/:id/answer", "review.decide", async (req, res, audited) => {
    const verdict = orNotFound(verdictOf(req));
    const isDone = await audited.store.change((tx) => decideAnswer(tx, verdict, audited));
    audited.wakeJobs();
    seeOther(res, "/admin/reviews", isDone ? `answer-${verdict.decision}` : "gone");
  });
}

function verdictOf(req: Request) {
  const decision = formText(req, "decision");
  const seenAt = new Date(formText(req, "seen_at"));
  const id = Number(req.params.id);
  if (!isKeyOf(DECISIONS, decision) || Number.isNaN(seenAt.getTime()) || !Number.isSafeInteger(id)) return undefined;
  return { id, decision: DECISIONS[decision], seenAt };
}

const decision = (res: Response, action: string, seenAt: Date, more?: Part): Html => html`${formTo(res, action, "row")}
${hidden("seen_at", seenAt.toISOString())}
${more}<button name="decision" value="approve">Publish</button>
<button name="decision" value="reject" class="danger">Reject</button>
</form>`;

const reasonField = (id: number): Html =>
  field({
    name: "reason",
    id: `reason-${id}`,
    label: t`Reason, if you reject it`,
    hint: t`The author reads this and can appeal.`,
    required: false,
    autocomplete: "off",
    maxLength: REASON_MAX,
  });
