import type { Listing, Page, PageRequest } from "../../domain/listing.ts";
import { statement } from "../sql/statement.ts";
import { and, count, desc, eq, sql } from "../sqlite/drizzle.ts";
import type { Db } from "../sqlite/open.ts";
import { accounts, comments, commentVersions, listingMembers, listings } from "../sqlite/tables.ts";

export type Comment = typeof comments.$inferSelect;
type NewComment = Pick<
  Comment,
  "id" | "listingId" | "subject" | "threadId" | "answersId" | "body" | "status" | "reason" | "createdAt"
> & { accountId: string };
/** A comment with the name of its author, and whether they made the listing. */
export type SignedComment = { comment: Comment; author: string | null; isMaker: boolean };
export type CommentedListing = Pick<Listing, "id" | "slug" | "name" | "status">;

export const signedColumns = {
  comment: comments,
  author: accounts.name,
  isMaker: sql<boolean>`exists (select 1 from ${listingMembers}
    where ${listingMembers.listingId} = ${comments.listingId} and ${listingMembers.accountId} = ${comments.accountId})`.mapWith(
    Boolean,
  ),
};
const listingColumns = { id: listings.id, slug: listings.slug, name: listings.name, status: listings.status };

/** What people say about listings and launches. */
export const commentReads = (db: Db) => {
  const byId = statement(({ id }: { id: string }) =>
    db
      .select({ ...signedColumns, listing: listingColumns })
      .from(comments)
      .innerJoin(listings, eq(listings.id, comments.listingId))
      .leftJoin(accounts, eq(accounts.id, comments.accountId))
      .where(eq(comments.id, id)),
  );
  return {
    /** In any status, with its listing, in any status. */
    async byId(id: string): Promise<(SignedComment & { listing: CommentedListing }) | undefined> {
      return byId.get({ id });
    },
    /** What a person said that everybody can read, newest first. */
    async byAuthor(
      accountId: string,
      { page, perPage }: PageRequest,
    ): Promise<Page<{ comment: Comment; listing: CommentedListing }>> {
      const isTheirs = and(
        eq(comments.accountId, accountId),
        eq(comments.status, "published"),
        eq(listings.status, "live"),
      );
      const [all] = await db
        .select({ total: count() })
        .from(comments)
        .innerJoin(listings, eq(listings.id, comments.listingId))
        .where(isTheirs);
      const items = await db
        .select({ comment: comments, listing: listingColumns })
        .from(comments)
        .innerJoin(listings, eq(listings.id, comments.listingId))
        .where(isTheirs)
        .orderBy(desc(comments.createdAt), desc(comments.id))
        .limit(perPage)
        .offset((page - 1) * perPage);
      return { items, total: all?.total ?? 0 };
    },
  };
};

export const commentWrites = (db: Db) => ({
  ...commentReads(db),
  async add(comment: NewComment): Promise<void> {
    await db.insert(comments).values({ ...comment, updatedAt: comment.createdAt });
  },
  /** Changes the text and keeps the one before. */
  async edit(
    { id, body }: Comment,
    { body: next, status, reason }: Pick<Comment, "body" | "status" | "reason">,
    at: Date,
  ): Promise<void> {
    await db.insert(commentVersions).values({ commentId: id, until: at, body }).onConflictDoNothing();
    await db
      .update(comments)
      .set({ body: next, status, reason, updatedAt: at, editedAt: at })
      .where(eq(comments.id, id));
  },
});
