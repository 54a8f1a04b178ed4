import { hasRenderedLink } from "#core/text/markdown.ts";
import { type Hold, holdOf, subjectOf } from "#domain/community/comment.ts";
import type { Comment } from "#store/repos/community/comments.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { isOfTeam } from "../listings/listing-page.ts";
import { checkWriting } from "../moderation/check-writing.ts";
import { findComment, findTalked } from "./found-comment.ts";
import { announceComment } from "./tell-comment.ts";

type Needs = Pick<Deps, "store" | "settings" | "now" | "uuid" | "wakeJobs">;
type Outcome = { outcome: "published" | "pending"; comment: Pick<Comment, "id" | "threadId"> };
type Refusal = "verify-first" | "gone";

type Said = { id: string; accountId: string; listingId: number; body: string };

/** Whether a text is published at once or held: as first comment, or as possible spam. */
async function stateOf(
  tx: Tx,
  { id, accountId, listingId, body }: Said,
  deps: Pick<Deps, "now" | "settings">,
): Promise<Pick<Comment, "status" | "reason">> {
  const published = await tx.comments.countBy(accountId);
  const isMaker = await isOfTeam(listingId, accountId, tx);
  const writing = { accountId, subject: { type: "comment", id }, texts: [body], mayLink: isMaker } as const;
  const held = await checkWriting(tx, writing, deps);
  const hold =
    holdOf({ hasLink: hasRenderedLink(body), published, isMaker }) ??
    (held.length > 0 ? ("spam" satisfies Hold) : undefined);
  return { status: hold ? "pending" : "published", reason: hold ?? null };
}

/**
 * Adds a comment or a reply. Needs a confirmed email address. The same text twice in a row is one
 * comment, so resubmitting a form is safe.
 */
export async function writeComment(
  { accountId, slug, answersId, body }: { accountId: string; slug: string; answersId: string | null; body: string },
  { store, settings, now, uuid, wakeJobs }: Needs,
): Promise<Outcome | Refusal> {
  const result = await store.change(
    async (tx): Promise<Outcome | Refusal> => {
      if (!(await tx.accounts.find(accountId))?.emailVerifiedAt) return "verify-first";
      const listing = await findTalked(slug, tx);
      const answered = answersId === null ? undefined : await findComment(slug, answersId, tx);
      if (!listing || (answersId !== null && answered?.comment.status !== "published")) return "gone";
      const threadId = answered ? (answered.comment.threadId ?? answered.comment.id) : null;
      const last = await tx.comments.lastOf(accountId, listing.id);
      if (last && last.body === body && last.answersId === answersId)
        return { outcome: last.status === "published" ? "published" : "pending", comment: last };
      const id = uuid();
      const state = await stateOf(tx, { id, accountId, listingId: listing.id, body }, { now, settings });
      const at = now();
      const comment = {
        id,
        listingId: listing.id,
        accountId,
        threadId,
        answersId,
        body,
        createdAt: at,
        ...state,
      };
      await tx.comments.add({ ...comment, subject: subjectOf(listing, at, settings.SITE_TIMEZONE) });
      if (comment.status === "published") await announceComment(tx, comment.id, at);
      return { outcome: comment.status === "published" ? "published" : "pending", comment };
    },
    [`comments ${slug}`, `account ${accountId}`],
  );
  wakeJobs();
  return result;
}

/**
 * Edits the author's own comment. The previous text is kept; additions by new accounts are held for
 * review.
 */
export async function editComment(
  { accountId, slug, id, body }: { accountId: string; slug: string; id: string; body: string },
  { store, settings, now }: Pick<Deps, "store" | "settings" | "now">,
): Promise<Outcome | "gone"> {
  return store.change(async (tx) => {
    const found = await findComment(slug, id, tx);
    if (!found || found.comment.accountId !== accountId) return "gone";
    const { comment, listing } = found;
    const unchanged = { outcome: comment.status === "published" ? "published" : "pending", comment } as const;
    if (comment.body === body) return unchanged;
    // Only the site team can republish what it took down.
    const isFree = comment.status === "published";
    const state = isFree
      ? await stateOf(tx, { id, accountId, listingId: listing.id, body }, { now, settings })
      : { status: "pending" as const, reason: comment.status === "pending" ? comment.reason : null };
    await tx.comments.edit(comment, { body, ...state }, now());
    return { outcome: state.status === "published" ? "published" : "pending", comment };
  });
}

/** Deletes the author's own comment. Idempotent. */
export const removeComment = (
  { accountId, slug, id }: { accountId: string; slug: string; id: string },
  { store, now }: Pick<Deps, "store" | "now">,
): Promise<boolean> =>
  store.change(async (tx) => {
    const found = await findComment(slug, id, tx);
    if (!found || found.comment.accountId !== accountId) return false;
    await tx.comments.remove(found.comment, now());
    return true;
  });
