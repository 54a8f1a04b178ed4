import type { Response } from "express";
import { type OneThread, type Talk, type TalkReader, THREADS_OF_LISTING } from "#actions/community/read-comments.ts";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import { COMMENT_MAX, HOLDS } from "#domain/community/comment.ts";
import { isKeyOf } from "#domain/text/keys.ts";
import { plural, type Text, t } from "#languages/words.ts";
import type { Comment, Thread } from "#store/repos/community/comments.ts";
import { field, formTo } from "../../kit/form.ts";
import { renderComment } from "../../kit/markdown.ts";
import { script } from "../../kit/scripts.ts";
import { showTime } from "../../kit/show.ts";
import { asTheirs } from "../../kit/theirs.ts";
import { actPath, commentView, threadPath, type View } from "./comment-view.ts";

export const [THREADS_OF_PAGE, REPLIES_OF_PAGE] = [20, 50];

export const commentScript = (): Html => script("comments.js");

type Where = { slug: string; res: Response; reader: TalkReader | undefined; written?: string | undefined };

export const commentSection = (talk: Talk, { slug, res, reader }: Where, isRoom = false): Html =>
  html`<section class="talks" aria-labelledby="comments"><h2 id="comments">${isRoom ? t`Discuss the launch` : t`Comments`}</h2>
${threadList(talk, { slug, res, reader })}
${
  talk.total > THREADS_OF_LISTING &&
  html`<p><a href="${href(`/listings/${slug}/comments`)}">All ${plural(talk.count, "comment")}</a></p>`
}</section>`;

export function threadList(talk: Talk, { slug, res, reader, written }: Where): Html {
  const view = { slug, about: talk, res, reader };
  return html`${newComment({ slug, res, reader, written })}
${reader && unseenComments(slug, reader.unseen)}
${talk.threads.length === 0 && !reader?.unseen.length && html`<p class="muted">No comments yet.</p>`}${talk.threads.map((thread) => threadView(thread, view))}`;
}

function threadView(thread: Thread, view: View): Html {
  const rest = thread.total - thread.replies.length;
  return html`<div class="thread">${commentView(thread, view)}${
    thread.replies.length > 0 &&
    html`<div class="replies">${thread.replies.map((reply) => commentView(reply, view))}${
      rest > 0 &&
      html`<p class="small"><a href="${href(threadPath(view.slug, thread.comment))}">${plural(rest, "more reply", "more replies")}</a></p>`
    }</div>`
  }</div>`;
}

export const threadWhole = ({ head, replies, ...about }: OneThread, where: Where): Html => {
  const view = { ...where, about };
  return html`<div class="thread">${commentView(head, view)}${
    replies.length > 0 && html`<div class="replies">${replies.map((reply) => commentView(reply, view))}</div>`
  }</div>`;
};

function newComment({ slug, res, reader, written }: Where): Html {
  if (reader && !reader.isVerified) return confirmFirst();
  return html`<div id="comment">${commentForm({
    action: `/listings/${slug}/comments`,
    res,
    isVisitor: !reader,
    label: t`Your comment`,
    send: t`Comment`,
    value: written,
  })}</div>`;
}

export const confirmFirst = (): Html =>
  html`<p class="muted">Confirm your email address on <a href="/account">your account page</a> to comment.</p>`;

type Form = {
  action: string;
  res: Response;
  /** Visitors sign in next. Their form is the same for all, so it has no token. */
  isVisitor?: boolean;
  label: Text;
  send: Text;
  value?: string | undefined;
  fault?: Text | undefined;
  hidden?: Part;
};

export const commentForm = ({ action, res, isVisitor, label, send, value = "", fault, hidden }: Form): Html =>
  html`${isVisitor ? html`<form method="post" action="${href(action)}">` : formTo(res, action)}${hidden}
${field({
  name: "body",
  id: "comment-body",
  type: "textarea",
  rows: 3,
  label,
  hint: t`Markdown: **bold**, *italic*, lists, links and code. No pictures.`,
  value,
  autocomplete: "off",
  count: COMMENT_MAX,
  fault,
})}
<p class="row"><button class="slim">${send}</button>${isVisitor && html`<span class="small muted">You sign in next. Your text is kept.</span>`}</p>
</form>`;

/** One's own words that nobody else sees, with why. */
const unseenComments = (slug: string, unseen: readonly Comment[]): Html | false =>
  unseen.length > 0 &&
  html`<div class="card unseen-comments"><p><b>Only you can see this</b></p>${unseen.map(
    (comment) =>
      html`<article id="c-${comment.id}"><p class="small">${stateOf(comment)} <span class="muted">${showTime(comment.updatedAt)}</span></p>
<div class="words"${asTheirs(comment.body)}>${renderComment(comment.body)}</div>
<p class="small"><a href="${href(actPath(slug, comment.id, "edit"))}">Edit or delete</a></p></article>`,
  )}</div>`;

const stateOf = ({ status, reason }: Comment): Html =>
  status === "rejected"
    ? html`<b>Not published.</b> Reason: ${reason}`
    : html`<b>${t`Under review by the site team.`}</b>${reason !== null && isKeyOf(HOLDS, reason) && html` ${HOLDS[reason]}`}`;
