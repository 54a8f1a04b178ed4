import type { VoteDoubt } from "#domain/community/votes.ts";
import type { Page, PageRequest } from "#domain/listings/listing.ts";
import { pick } from "#domain/text/pick.ts";
import { has } from "../../sql/has.ts";
import { pageOf } from "../../sql/page-of.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, desc, eq, exists, gte, isNull, lt, sql } from "../../sqlite/drizzle.ts";
import { isOneOf } from "../../sqlite/one-of.ts";
import type { Db } from "../../sqlite/open.ts";
import { accounts, listings, votes } from "../../sqlite/tables.ts";

export type Vote = typeof votes.$inferSelect;
/** Keyed hashes. `networkHash` is null if unknown. */
export type VoteOrigin = { visitorHash: string; networkHash: string | null };
export type SeenVote = {
  vote: Vote;
  listing: { id: number; slug: string; name: string };
  voter: { id: string; name: string | null; email: string };
};
export type VoteFilter = { counted: boolean; reason?: VoteDoubt | undefined; listingId?: number | undefined };

export const voteReads = (db: Db) => {
  const byVoter = statement((wanted: Pick<Vote, "accountId" | "listingId">) =>
    db
      .select()
      .from(votes)
      .where(has(votes, { accountId: wanted.accountId, listingId: wanted.listingId })),
  );
  const votedFor = statement(({ accountId, slugs }: { accountId: string; slugs: readonly string[] }) => {
    const mine = has(votes, { listingId: listings.id, accountId, withdrawnAt: null });
    // A join would make SQLite start with all votes of the account.
    return db
      .select({ slug: listings.slug })
      .from(listings)
      .where(and(isOneOf(listings.slug, slugs), exists(db.select({ id: votes.id }).from(votes).where(mine))));
  });

  const doubted = statement(({ listingId }: { listingId: number }) =>
    db
      .select({ reason: votes.reason, count: sql<number>`count(*)` })
      .from(votes)
      .where(and(has(votes, { listingId, withdrawnAt: null }), sql`${votes.reason} is not null`))
      .groupBy(votes.reason)
      .orderBy(asc(votes.reason)),
  );
  const byDay = statement(({ listingId, since }: { listingId: number; since: Date }) => {
    const day = sql<string>`date(${votes.at} / 1000, 'unixepoch')`;
    // Inlined, because partial indexes need literals.
    const counted = sql`${votes.counted} = 1`;
    return db
      .select({ day, count: sql<number>`count(*)` })
      .from(votes)
      .where(and(eq(votes.listingId, listingId), counted, gte(votes.at, since)))
      .groupBy(day);
  });

  return {
    async find(accountId: string, listingId: number): Promise<Vote | undefined> {
      return byVoter.get({ accountId, listingId });
    },
    async votedFor(accountId: string, slugs: readonly string[]): Promise<string[]> {
      if (!slugs.length) return [];
      return (await votedFor.all({ accountId, slugs })).map(({ slug }) => slug);
    },
    /** Uncounted votes by reason, without withdrawn ones. */
    async doubts(listingId: number): Promise<Partial<Record<VoteDoubt, number>>> {
      const rows = await doubted.all({ listingId });
      return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]));
    },
    async countedByDay(listingId: number, since: Date): Promise<Map<string, number>> {
      const rows = await byDay.all({ listingId, since });
      return new Map(rows.map((row) => [row.day, row.count]));
    },
    async findById(id: number): Promise<SeenVote | undefined> {
      return seen(db).where(eq(votes.id, id)).get();
    },
    async listAll({ counted, reason, listingId }: VoteFilter, request: PageRequest): Promise<Page<SeenVote>> {
      const where = and(
        sql`${votes.counted} = ${sql.raw(counted ? "1" : "0")}`,
        isNull(votes.withdrawnAt),
        reason && eq(votes.reason, reason),
        listingId === undefined ? undefined : eq(votes.listingId, listingId),
      );
      return pageOf(db.$count(votes, where), request, seen(db).where(where).orderBy(desc(votes.id)));
    },
    async castIn(listingId: number, { startsAt, endsAt }: { startsAt: Date; endsAt: Date }): Promise<Date[]> {
      const cast = and(has(votes, { listingId, counted: true }), gte(votes.at, startsAt), lt(votes.at, endsAt));
      return (await db.select({ at: votes.at }).from(votes).where(cast).orderBy(asc(votes.at))).map(({ at }) => at);
    },
    async firstCountedAt(): Promise<Date | undefined> {
      return (
        await db
          .select({ at: votes.at })
          .from(votes)
          .where(eq(votes.counted, true))
          .orderBy(asc(votes.at))
          .limit(1)
          .get()
      )?.at;
    },
  };
};

const seen = (db: Db) =>
  db
    .select({
      vote: votes,
      listing: pick(listings, "id", "slug", "name"),
      voter: pick(accounts, "id", "name", "email"),
    })
    .from(votes)
    .innerJoin(listings, eq(listings.id, votes.listingId))
    .innerJoin(accounts, eq(accounts.id, votes.accountId));
