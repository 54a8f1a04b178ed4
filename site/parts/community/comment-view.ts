import type { Response } from "express";
import type { About, TalkReader } from "#actions/community/read-comments.ts";
import type { writeComment } from "#actions/community/write-comment.ts";
import { type Html, href, html, partWith } from "#core/text/html.ts";
import { REACTION_NAMES, REACTIONS, type Reaction } from "#domain/community/comment.ts";
import { type Text, t, type Words } from "#languages/words.ts";
import type { Comment, SignedComment } from "#store/repos/community/comments.ts";
import { csrfField, formTo } from "../../kit/form.ts";
import { icons } from "../../kit/icons.ts";
import { renderComment } from "../../kit/markdown.ts";
import type { Notice } from "../../kit/notices.ts";
import { showTime } from "../../kit/show.ts";
import { asTheirs } from "../../kit/theirs.ts";
import { reportLink } from "../moderation/report-form.ts";
import { personFace, personName } from "../profiles/profile-link.ts";

/** Where comments are shown, to whom. Without a reader the page is the same for everyone. */
export type View = { slug: string; about: About; reader: TalkReader | undefined; res: Response };

export const threadPath = (slug: string, { id, threadId }: Pick<Comment, "id" | "threadId">): string =>
  `/listings/${slug}/comments/${threadId ?? id}`;
/** Where a comment is after it was written, and what to say about it. */
export function writtenAt(
  slug: string,
  result: Awaited<ReturnType<typeof writeComment>>,
): { path: string; notice: Notice } {
  if (result === "gone") return { path: `/listings/${slug}`, notice: "comment-gone" };
  if (result === "verify-first") return { path: `/listings/${slug}`, notice: result };
  const { outcome, comment } = result;
  const base = comment.threadId === null ? `/listings/${slug}/comments` : threadPath(slug, comment);
  return outcome === "pending"
    ? { path: base, notice: "comment-waits" }
    : { path: `${base}#c-${comment.id}`, notice: "comment-sent" };
}
export const actPath = (slug: string, id: string, act: string): string => `/listings/${slug}/comments/${id}/${act}`;

const ICONS: Record<Reaction, Html> = {
  helpful: icons.thumb,
  love: icons.heart,
  celebrate: icons.party,
  insight: icons.bulb,
};

const GONE: Record<Exclude<Comment["status"], "published">, Words> = {
  deleted: t`Deleted by its author.`,
  rejected: t`Removed by the site team.`,
  pending: t`Under review by the site team.`,
};

/** One comment with its reactions and what its reader can do. Its replies come after it. */
export function commentView(signed: SignedComment, view: View): Html {
  const { comment } = signed;
  const { id, status } = comment;
  if (status !== "published")
    return html`<article class="said-by comment gone" id="c-${id}"><p class="muted small">${GONE[status]}</p></article>`;
  const author = view.about.people.get(comment.accountId ?? "");
  return html`<article class="said-by comment" id="c-${id}">${personFace(author, comment.threadId === null ? "" : "little")}<div>
<p><b>${personName(author)}</b>${signed.isMaker && html` <span class="tag maker">Maker</span>`}${
    comment.pinnedAt && html` <span class="tag">Pinned</span>`
  }${signed.answers && html` <span class="muted small">in reply to <bdi>${signed.answers}</bdi></span>`} ${dateOf(comment, view.slug)}</p>
<div class="words"${asTheirs(comment.body)}>${renderComment(comment.body)}</div>
<div class="row acts">${reactions(comment, view)}${view.reader && acts(comment, view, view.reader)}${reportLink(
    { type: "comment", id },
    t`this comment`,
  )}</div></div></article>`;
}

const dateOf = (comment: Comment, slug: string): Html =>
  html`<span class="muted small"><a href="${href(
    `${threadPath(slug, comment)}${comment.threadId === null ? "" : `#c-${comment.id}`}`,
  )}">${showTime(comment.createdAt)}</a>${comment.editedAt && [" · ", t`edited`]}${comment.subject === "launch" && partWith("launches", [" · ", t`at the launch`])}</span>`;

/** A visitor sees what others said; a reader presses it. One form for all, so it needs no script. */
function reactions({ id }: Comment, { slug, about, reader, res }: View): Html | false {
  const counts = about.reactions.get(id);
  const countOf = (kind: Reaction): number => counts?.get(kind) ?? 0;
  if (!reader) {
    const given = REACTION_NAMES.filter((kind) => countOf(kind) > 0);
    return (
      given.length > 0 &&
      html`<ul class="reactions" aria-label="Reactions">${given.map(
        (kind) => html`<li>${ICONS[kind]}<span class="unseen">${REACTIONS[kind]}</span> ${countOf(kind)}</li>`,
      )}</ul>`
    );
  }
  return html`<form class="reactions" method="post" action="${href(
    actPath(slug, id, "react"),
  )}" data-reactions>${csrfField(res)}${REACTION_NAMES.map((kind) => {
    const isOn = reader.reacted.has(`${id} ${kind}`);
    return html`<button name="react" value="${isOn ? "off" : "on"} ${kind}" aria-pressed="${String(isOn)}"
title="${REACTIONS[kind]}">${ICONS[kind]}<span class="unseen">${REACTIONS[kind]}</span><span
data-count>${countOf(kind) || ""}</span></button>`;
  })}</form>`;
}

function acts(comment: Comment, { slug, res }: View, { accountId, isOfTeam, isAdmin }: TalkReader): Html {
  const { id, threadId, pinnedAt } = comment;
  const isOwn = comment.accountId === accountId;
  const canPin = isOfTeam && threadId === null;
  const more = html`${isOwn && html`<a href="${href(actPath(slug, id, "edit"))}">Edit</a>`}${
    canPin &&
    button(actPath(slug, id, "pin"), "pin", pinnedAt ? "off" : "on", pinnedAt ? t`Unpin` : t`Pin to the top`, res)
  }${isOwn && button(actPath(slug, id, "delete"), "delete", "on", t`Delete`, res, "danger")}${
    isAdmin && html`<a href="/admin/comments/${id}">Decide</a>`
  }`;
  return html`<a class="small" href="${href(`${threadPath(slug, comment)}?to=${id}#reply`)}" rel="nofollow">Reply</a>${
    (isOwn || canPin || isAdmin) &&
    html`<details class="more"><summary class="small">More</summary><div class="row">${more}</div></details>`
  }`;
}

const button = (action: string, name: string, value: string, label: Text, res: Response, look = "quiet"): Html =>
  html`${formTo(res, action)}<input type="hidden" name="${name}" value="${value}"><button class="slim ${look}">${label}</button></form>`;
