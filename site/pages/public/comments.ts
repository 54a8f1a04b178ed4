import type { Request, Response } from "express";
import { findWanted } from "#actions/accounts/wanted.ts";
import { findComment, findTalked } from "#actions/community/found-comment.ts";
import {
  idsOf,
  type OneThread,
  readTalk,
  readTalkReader,
  readThread,
  type TalkReader,
} from "#actions/community/read-comments.ts";
import { editComment, writeComment } from "#actions/community/write-comment.ts";
import { isOfTeam } from "#actions/listings/listing-page.ts";
import { takeQuota } from "#core/limits/limiter.ts";
import { type Html, href, html, partWith } from "#core/text/html.ts";
import { COMMENT_MAX } from "#domain/community/comment.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { shownName } from "#domain/profiles/profile.ts";
import { plainMarkdown } from "#domain/text/plain-markdown.ts";
import { excerpt, lengthOf } from "#domain/text/text.ts";
import { decimal, plural, type Text, t } from "#languages/words.ts";
import type { SignedComment } from "#store/repos/community/comments.ts";
import { formText, formTo, hidden, queryText } from "../../kit/form.ts";

import { currentSession, notFound, orNotFound, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { listQuery, pageNumber, pager } from "../../kit/table.ts";
import { asTheirs } from "../../kit/theirs.ts";
import { discussionThings } from "../../machines/schema-org.ts";
import { createWanted } from "../../parts/accounts/wanted.ts";
import {
  commentForm,
  commentScript,
  confirmFirst,
  REPLIES_OF_PAGE,
  THREADS_OF_PAGE,
  threadList,
  threadWhole,
} from "../../parts/community/comment-section.ts";
import { actPath, threadPath, writtenAt } from "../../parts/community/comment-view.ts";
import { placeOf } from "../../parts/community/toggles.ts";

type Params = { slug: string; id: string };

const faultOf = (body: string): Text | undefined =>
  body === ""
    ? t`Write a comment.`
    : lengthOf(body) > COMMENT_MAX
      ? t`Use at most ${decimal(COMMENT_MAX)} characters.`
      : undefined;
const pagesOf = (total: number, perPage: number): number => Math.max(1, Math.ceil(total / perPage));

export function commentPages({ deps, sessions, pages, router }: Site): void {
  const wanted = createWanted({ deps, sessions });
  const { store, settings, limiter } = deps;

  async function readerOf(res: Response, listing: Listing, ids: readonly string[]): Promise<TalkReader | undefined> {
    const account = sessionOf(res)?.account;
    if (!account) return undefined;
    const isTeam = await isOfTeam(listing.id, account.id, store);
    return readTalkReader(account, { listingId: listing.id, ids, isOfTeam: isTeam }, store);
  }
  /** A launch room is not for search engines, so neither is what is said in it before the launch. */
  const publicity = ({ slug, status }: Listing) => ({
    isPublic: status === "live",
    of: { shows: [{ slug, shown: "page" as const }] },
  });
  const homeOf = ({ slug, name }: Listing): Html =>
    html`<p class="eyebrow"><a href="${href(`/listings/${slug}`)}"><bdi>${name}</bdi></a></p>`;

  router.get("/listings/:slug/comments", async (req, res) => {
    const listing = orNotFound(await findTalked(req.params.slug, store));
    const { slug, name } = listing;
    const page = pageNumber(req);
    const subject = queryText(req, "of") === "launch" ? "launch" : undefined;
    const talk = await readTalk({ listingId: listing.id, subject, page, perPage: THREADS_OF_PAGE }, store);
    const reader = await readerOf(res, listing, idsOf(talk.threads));
    // What was written before signing in, and could not be posted yet.
    const kept = reader && queryText(req, "kept") ? await findWanted(currentSession(res).id, deps) : undefined;
    const totalPages = pagesOf(talk.total, THREADS_OF_PAGE);
    if (page > totalPages) notFound();
    const path = `/listings/${slug}/comments`;
    pages.render(res, {
      title: t`Comments on ${name}`,
      description: t`What people say about ${name}.`,
      width: "reading",
      ...publicity(listing),
      query: listQuery({ of: subject }, page),
      head: reader && commentScript(),
      body: html`${homeOf(listing)}<h1>Comments on <bdi>${name}</bdi></h1>
${
  talk.count > 0 &&
  html`<p class="muted">${plural(talk.count, "comment")}.
${partWith(
  "launches",
  subject
    ? html`Showing only comments since the launch.
<a href="${href(path)}">Show all</a>`
    : html`<a href="${href(`${path}?of=launch`)}">Show only those since the launch</a>`,
)}</p>`
}
<section class="talks" aria-label="Comments">${threadList(talk, { slug, res, reader, written: kept?.body })}</section>
${pager(path, { of: subject }, { page, total_pages: totalPages })}`,
    });
  });

  router.post("/listings/:slug/comments", async (req, res) => {
    const listing = orNotFound(await findTalked(req.params.slug, store));
    const { slug, name } = listing;
    const account = sessionOf(res)?.account;
    const [body, answers] = [formText(req, "body"), formText(req, "answers")];
    const fault = faultOf(body);
    if (fault) {
      const form = {
        action: `/listings/${slug}/comments`,
        res,
        isVisitor: !account,
        value: body,
        fault,
        hidden: answers && hidden("answers", answers),
      };
      return pages.render(res, {
        status: 400,
        title: t`Comment on ${name}`,
        width: "reading",
        body: html`${homeOf(listing)}<h1>Your comment</h1>${commentForm({ ...form, label: t`Your comment`, send: t`Comment` })}`,
      });
    }
    const answersId = answers || null;
    if (!account)
      return wanted.begin(req, res, { act: "comment", of: slug, path: placeOf(slug, "comment"), body, answersId });
    await takeQuota(limiter, "comment", account.id);
    const result = await writeComment({ accountId: account.id, slug, answersId, body }, deps);
    const { path, notice } = writtenAt(slug, result);
    seeOther(res, path, notice);
  });

  router.get("/listings/:slug/comments/:id", async (req: Request<Params>, res) => {
    const { slug, id } = req.params;
    const found = orNotFound(await findComment(slug, id, store));
    const { comment, listing } = found;
    if (comment.threadId !== null) return leadToReply(res, slug, found);
    const page = pageNumber(req);
    const thread = await readThread(found, { page, perPage: REPLIES_OF_PAGE }, store);
    // What nobody may read, and what only its own replies kept, is not there.
    if (comment.status !== "published" && thread.total === 0) notFound();
    const totalPages = pagesOf(thread.total, REPLIES_OF_PAGE);
    if (page > totalPages) notFound();
    const reader = await readerOf(res, listing, [id, ...thread.replies.map((reply) => reply.comment.id)]);
    const author = shownName(thread.people.get(comment.accountId ?? "") ?? { name: null, handle: null });
    const path = threadPath(slug, comment);
    pages.render(res, {
      title: t`${author} on ${listing.name}`,
      description: excerpt(plainMarkdown(comment.body), 160) || t`Comments on ${listing.name}`,
      width: "reading",
      ...publicity(listing),
      query: listQuery({}, page),
      things: discussionThings(thread, { path, about: listing.name, baseUrl: settings.BASE_URL }),
      head: reader && commentScript(),
      body: html`${homeOf(listing)}<h1>${author} on <bdi>${listing.name}</bdi></h1>
<p><a href="${href(`/listings/${slug}/comments`)}">All comments</a></p>
${threadWhole(thread, { slug, res, reader })}
${pager(path, {}, { page, total_pages: totalPages })}
${await replyForm(req, res, { listing, thread, reader })}
${reader && (await muteForm(res, slug, id, reader.accountId))}`,
    });
  });

  async function leadToReply(res: Response, slug: string, { comment }: SignedComment): Promise<void> {
    const { id, threadId, status } = comment;
    if (status !== "published") notFound();
    const page = Math.floor((await store.comments.repliesBefore(comment)) / REPLIES_OF_PAGE) + 1;
    seeOther(res, `/listings/${slug}/comments/${threadId}${page > 1 ? `?page=${page}` : ""}#c-${id}`);
  }

  type Reply = { listing: Listing; thread: OneThread; reader: TalkReader | undefined };
  async function replyForm(req: Request, res: Response, { listing: { slug }, thread, reader }: Reply) {
    if (reader && !reader.isVerified) return confirmFirst();
    const wanted = queryText(req, "to");
    const all = [thread.head, ...thread.replies].filter(({ comment: { status } }) => status === "published");
    const to = all.find(({ comment }) => comment.id === wanted) ?? all[0];
    if (!to) return false;
    const name = shownName(thread.people.get(to.comment.accountId ?? "") ?? { name: null, handle: null });
    return html`<section id="reply" aria-label="Reply">${commentForm({
      action: `/listings/${slug}/comments`,
      res,
      isVisitor: !reader,
      label: t`Your reply to ${name}`,
      send: t`Reply`,
      hidden: hidden("answers", to.comment.id),
    })}</section>`;
  }

  async function muteForm(res: Response, slug: string, id: string, accountId: string): Promise<Html> {
    const isMuted = await store.comments.isMuted(accountId, id);
    return html`${formTo(res, actPath(slug, id, "mute"))}${hidden("mute", isMuted ? "off" : "on")}
<p class="small muted">${
      isMuted ? t`You muted this thread.` : t`We notify you of replies in threads you take part in.`
    } <button class="slim quiet">${isMuted ? t`Unmute thread` : t`Mute thread`}</button></p></form>`;
  }

  async function own(req: Request<Params>, res: Response) {
    const { slug, id } = req.params;
    const found = await findComment(slug, id, store);
    const account = sessionOf(res)?.account;
    const isOwn = found && account && found.comment.accountId === account.id;
    if (!isOwn) notFound();
    return isOwn ? { ...found, account } : undefined;
  }

  async function showEdit(res: Response, found: SignedComment & { listing: Listing }, body: string, fault?: Text) {
    const { comment, listing } = found;
    const versions = await store.comments.versionsOf(comment.id);
    pages.render(res, {
      status: fault ? 400 : 200,
      title: t`Your comment`,
      width: "reading",
      body: html`${homeOf(listing)}<h1>Your comment</h1>
${commentForm({ action: actPath(listing.slug, comment.id, "edit"), res, label: t`Your comment`, send: t`Save`, value: body, fault })}
${formTo(res, actPath(listing.slug, comment.id, "delete"))}${hidden("delete", "on")}<button class="slim danger">Delete</button></form>
${
  versions.length > 0 &&
  html`<h2>Earlier versions</h2><p class="muted">Only you and the site team see them.</p>
${versions.map(({ body: text }) => html`<p class="prose card"${asTheirs(text)}>${text}</p>`)}`
}`,
    });
  }

  router.get("/listings/:slug/comments/:id/edit", async (req: Request<Params>, res) => {
    const found = await own(req, res);
    if (found) await showEdit(res, found, found.comment.body);
  });

  router.post("/listings/:slug/comments/:id/edit", async (req: Request<Params>, res) => {
    const found = await own(req, res);
    if (!found) return;
    const { slug } = found.listing;
    const { id, threadId } = found.comment;
    const body = formText(req, "body");
    const fault = faultOf(body);
    if (fault) return showEdit(res, found, body, fault);
    await takeQuota(limiter, "comment", found.account.id);
    const result = await editComment({ accountId: found.account.id, slug, id, body }, deps);
    if (result === "gone") notFound();
    const isShown = result.outcome === "published";
    const path = isShown ? `${threadPath(slug, { id, threadId })}#c-${id}` : `/listings/${slug}/comments`;
    seeOther(res, path, isShown ? "comment-saved" : "comment-waits");
  });
}
