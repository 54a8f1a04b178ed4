import type { Request, Response } from "express";
import { decideComment } from "#actions/community/decide-comment.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { HOLDS } from "#domain/community/comment.ts";
import { HELD_REASONS } from "#domain/moderation/spam.ts";
import { isKeyOf, keysOf } from "#domain/text/keys.ts";
import { beginningOf } from "#domain/text/text.ts";
import { as, phraseComma, plural, type Text, t } from "#languages/words.ts";
import type { Comment, CommentedListing, SignedComment } from "#store/repos/community/comments.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { field, formText, formTo, hidden, queryText } from "../../kit/form.ts";
import { renderComment } from "../../kit/markdown.ts";
import { showTime } from "../../kit/show.ts";
import { notFound, orNotFound, seeOther } from "../../kit/site.ts";
import { listQuery, pageNumber, pager } from "../../kit/table.ts";
import { threadPath } from "../../parts/community/comment-view.ts";

const PER_PAGE = 20;
const DECISIONS = { approve: "published", reject: "rejected" } as const;
const SHOWS = { pending: t`To approve`, published: t`Published`, rejected: t`Rejected` } as const;
type Show = keyof typeof SHOWS;
const REASON_MAX = 300;
const PAGE = "/admin/comments";

type Listed = SignedComment & { listing: CommentedListing; email: string | null };

export function commentAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store } = deps;

  router.get("/admin/comments", async (req, res) => {
    const wanted = queryText(req, "show");
    const show: Show = isKeyOf(SHOWS, wanted) ? wanted : "pending";
    const page = pageNumber(req);
    const { items, total } = await store.comments.listed(show, { page, perPage: PER_PAGE });
    const filters = { show: show === "pending" ? undefined : show };
    pages.render(res, {
      heading: t`Comments`,
      width: "reading",
      query: listQuery(filters, page),
      body: html`<nav class="tabs" aria-label="Comments">${keysOf(SHOWS).map(
        (name) =>
          html`<a href="${href(
            name === "pending" ? PAGE : `${PAGE}?show=${name}`,
          )}"${name === show && html` aria-current="page"`}>${SHOWS[name]}</a>`,
      )}</nav>
${
  total === 0
    ? html`<p class="empty">${show === "pending" ? t`No comments to approve.` : t`No comments.`}</p>`
    : html`<p class="lead">${
        show === "pending" ? t`${plural(total, "comment")} to approve.` : t`${plural(total, "comment")}.`
      }</p>`
}
${items.map((item) => card(item, res))}
${pager(PAGE, filters, { page, total_pages: Math.max(1, Math.ceil(total / PER_PAGE)) })}`,
    });
  });

  router.get("/admin/comments/:id", async (req, res) => {
    const found = await store.comments.byId(req.params.id);
    if (!found || found.comment.status === "deleted") notFound();
    const { accountId } = found.comment;
    const email = accountId === null ? null : ((await store.accounts.find(accountId))?.email ?? null);
    const versions = await store.comments.versionsOf(found.comment.id);
    pages.render(res, {
      heading: as("noun")`Comment`,
      above: [PAGE, t`Comments`],
      width: "reading",
      body: html`${card({ ...found, email }, res)}
${
  versions.length > 0 &&
  html`<h2>Earlier versions</h2>${versions.map(
    ({ body, until }) => html`<article class="card">
<p class="prose">${body}</p><p class="small muted">until ${showTime(until)}</p></article>`,
  )}`
}`,
    });
  });

  act("/admin/comments/:id", "comment.decide", async (req, res, audited) => {
    const verdict = orNotFound(verdictOf(req));
    if (verdict.status === "rejected" && verdict.reason === null) {
      return pages.render(res, {
        status: 400,
        title: as("noun")`Comment`,
        width: "reading",
        body: html`<h1>Reason required</h1><p class="lead">Enter a reason for the author, then decide again.</p><p><a href="${href(`${PAGE}/${verdict.id}`)}">Back to comment</a></p>`,
      });
    }
    const isDone = await audited.store.change((tx) => decideComment(tx, { ...verdict, by: audited.by }, audited));
    audited.wakeJobs();
    const notice = isDone === "own" ? "report-own" : isDone ? (`comment-${verdict.status}` as const) : "gone";
    seeOther(res, PAGE, notice);
  });
}

function verdictOf(req: Request<Record<string, string>>) {
  const decision = formText(req, "decision");
  const seenAt = new Date(formText(req, "seen_at"));
  const reason = beginningOf(formText(req, "reason").replace(/\s+/g, " "), REASON_MAX) || null;
  const id = req.params.id ?? "";
  if (!isKeyOf(DECISIONS, decision) || Number.isNaN(seenAt.getTime())) return undefined;
  const status = DECISIONS[decision];
  return { id, status, seenAt, reason: status === "rejected" ? reason : null };
}

const card = ({ comment, author, email, isMaker, answers, listing }: Listed, res: Response): Html =>
  html`<article class="card" id="c-${comment.id}">
<p>${
    answers
      ? html`On <a href="${href(threadPath(listing.slug, comment))}">${listing.name}</a>, in reply to <bdi>${answers}</bdi>`
      : html`On <a href="${href(threadPath(listing.slug, comment))}">${listing.name}</a>`
  }${isMaker && html` <span class="tag">Maker</span>`}</p>
<div class="words" dir="auto">${renderComment(comment.body)}</div>
<p class="small muted">${author ?? t`No name`}${phraseComma}${email ?? t`no address`}${phraseComma}${showTime(comment.updatedAt)}${
    comment.editedAt && html`, <a href="${href(`${PAGE}/${comment.id}`)}">edited</a>`
  }</p>
${why(comment)}
${decision(comment, res)}
</article>`;

const heldFor = (status: Comment["status"], reason: string): Text => {
  if (status !== "pending") return reason;
  return isKeyOf(HOLDS, reason) ? HOLDS[reason] : isKeyOf(HELD_REASONS, reason) ? HELD_REASONS[reason] : reason;
};

const why = ({ status, reason }: Comment): Html | false =>
  reason !== null && html`<p class="small">${heldFor(status, reason)}</p>`;

const decision = ({ id, status, updatedAt }: Comment, res: Response): Html =>
  html`${formTo(res, `${PAGE}/${id}`)}
${hidden("seen_at", updatedAt.toISOString())}
${
  status !== "rejected" &&
  field({
    name: "reason",
    id: `reason-${id}`,
    label: t`Reason, if you reject it`,
    hint: t`The author reads this.`,
    autocomplete: "off",
    required: false,
    maxLength: REASON_MAX,
  })
}
<p class="row">${status !== "published" && html`<button name="decision" value="approve">Publish</button>`}
${status !== "rejected" && html`<button name="decision" value="reject" class="danger">Reject</button>`}</p>
</form>`;
