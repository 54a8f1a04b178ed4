import type { Page, PageRequest } from "#domain/listings/listing.ts";
import { has } from "../../sql/has.ts";
import { pageOf } from "../../sql/page-of.ts";
import { alias, and, asc, desc, eq, notInArray, or, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { accounts, listings, reviews } from "../../sqlite/tables.ts";

export type Review = typeof reviews.$inferSelect;
export type ReviewText = { rating: number; title: string | null; body: string };
export type SignedReview = { review: Review; author: string | null; answerer: string | null };
type Verdict = { by: string; at: Date; seenAt: Date };

const answerers = alias(accounts, "answerers");

export const reviewReads = (db: Db) => ({
  async find(accountId: string, listingId: number): Promise<Review | undefined> {
    return db.select().from(reviews).where(has(reviews, { accountId, listingId })).get();
  },
  async findById(id: number): Promise<{ review: Review; listing: { name: string; slug: string } } | undefined> {
    return db
      .select({ review: reviews, listing: { name: listings.name, slug: listings.slug } })
      .from(reviews)
      .innerJoin(listings, eq(listings.id, reviews.listingId))
      .where(eq(reviews.id, id))
      .get();
  },
  async published(listingId: number, limit: number, offset = 0): Promise<SignedReview[]> {
    return db
      .select({ review: reviews, author: accounts.name, answerer: answerers.name })
      .from(reviews)
      .innerJoin(accounts, eq(accounts.id, reviews.accountId))
      .leftJoin(answerers, eq(answerers.id, reviews.answeredBy))
      .where(has(reviews, { listingId, status: "published" }))
      .orderBy(desc(reviews.updatedAt), desc(reviews.id))
      .limit(limit)
      .offset(offset);
  },
  /** Reviews with an undecided text or answer, oldest first. */
  async pending(
    request: PageRequest,
  ): Promise<Page<{ review: Review; author: string | null; email: string; listing: { slug: string; name: string } }>> {
    const waits = or(eq(reviews.status, "pending"), has(reviews, { status: "published", answerStatus: "pending" }));
    const rows = db
      .select({
        review: reviews,
        author: accounts.name,
        email: accounts.email,
        listing: { slug: listings.slug, name: listings.name },
      })
      .from(reviews)
      .innerJoin(accounts, eq(accounts.id, reviews.accountId))
      .innerJoin(listings, eq(listings.id, reviews.listingId))
      .where(waits)
      .orderBy(asc(reviews.updatedAt), asc(reviews.id));
    return pageOf(db.$count(reviews, waits), request, rows);
  },
});

const NO_ANSWER = { answer: null, answerStatus: null, answeredBy: null };

export const reviewWrites = (db: Db) => {
  async function count({ listingId, rating, status }: Review, sign: 1 | -1): Promise<void> {
    if (status !== "published") return;
    await db
      .update(listings)
      .set({
        ratingSum: sql`${listings.ratingSum} + ${sign * rating}`,
        ratingCount: sql`${listings.ratingCount} + ${sign}`,
      })
      .where(eq(listings.id, listingId));
  }

  return {
    ...reviewReads(db),
    /** Saves the account's only review of a listing. A changed text needs approval again. */
    async write(accountId: string, listingId: number, text: ReviewText, at: Date): Promise<void> {
      const known = await reviewReads(db).find(accountId, listingId);
      if (known && known.rating === text.rating && known.title === text.title && known.body === text.body) return;
      if (known) await count(known, -1);
      const state = { ...text, status: "pending" as const, updatedAt: at, decidedAt: null, decidedBy: null };
      await db
        .insert(reviews)
        .values({ accountId, listingId, createdAt: at, ...state })
        .onConflictDoUpdate({ target: [reviews.listingId, reviews.accountId], set: state });
    },
    /** Moves reviews of a duplicate, one per person; the review of the kept listing wins. */
    async unite(fromId: number, intoId: number): Promise<void> {
      const kept = db.select({ accountId: reviews.accountId }).from(reviews).where(eq(reviews.listingId, intoId));
      const moved = and(eq(reviews.listingId, fromId), notInArray(reviews.accountId, kept));
      for (const review of await db.select().from(reviews).where(moved)) {
        await count(review, -1);
        await db.update(reviews).set({ listingId: intoId }).where(eq(reviews.id, review.id));
        await count({ ...review, listingId: intoId }, 1);
      }
    },
    async remove(accountId: string, listingId: number): Promise<void> {
      const known = await reviewReads(db).find(accountId, listingId);
      if (!known) return;
      await count(known, -1);
      await db.delete(reviews).where(eq(reviews.id, known.id));
    },
    /** Saves or removes the answer to a review. A changed one needs approval again. */
    async answer({ id, answer }: Review, text: string | null, by: string, at: Date): Promise<void> {
      if (answer === text) return;
      const state = text === null ? NO_ANSWER : { answer: text, answerStatus: "pending" as const, answeredBy: by };
      await db
        .update(reviews)
        .set({ ...state, answeredAt: text === null ? null : at })
        .where(eq(reviews.id, id));
    },
    async removeAnswersBy(accountId: string): Promise<void> {
      await db
        .update(reviews)
        .set({ ...NO_ANSWER, answeredAt: null })
        .where(eq(reviews.answeredBy, accountId));
    },
    /** Undefined if the answer is gone, decided, or changed since `seenAt`. */
    async decideAnswer(id: number, decision: "published" | "rejected", seenAt: Date): Promise<Review | undefined> {
      const asSeen = has(reviews, { id, answerStatus: "pending", answeredAt: seenAt });
      return db.update(reviews).set({ answerStatus: decision }).where(asSeen).returning().get();
    },
    /** Hides or republishes a review. False if gone or unchanged. */
    async setShown(id: number, isShown: boolean, { by, at }: Omit<Verdict, "seenAt">): Promise<boolean> {
      const known = (await reviewReads(db).findById(id))?.review;
      const [from, to] = isShown ? (["rejected", "published"] as const) : (["published", "rejected"] as const);
      if (known?.status !== from) return false;
      await count(known, -1);
      const state = { status: to, decidedAt: at, decidedBy: by };
      const saved = await db.update(reviews).set(state).where(eq(reviews.id, id)).returning().get();
      if (saved) await count(saved, 1);
      return true;
    },
    async markTold(id: number, at: Date): Promise<void> {
      await db.update(reviews).set({ answerToldAt: at }).where(eq(reviews.id, id));
    },
    /** False if gone, decided, or changed since `seenAt`. */
    async decide(id: number, decision: "published" | "rejected", { by, at, seenAt }: Verdict): Promise<boolean> {
      const asSeen = has(reviews, { id, status: "pending", updatedAt: seenAt });
      const [decided] = await db
        .update(reviews)
        .set({ status: decision, decidedAt: at, decidedBy: by })
        .where(asSeen)
        .returning();
      if (decided) await count(decided, 1);
      return decided !== undefined;
    },
  };
};
