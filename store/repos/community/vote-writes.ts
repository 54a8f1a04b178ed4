import { type BurstLimits, doubtOf, type VoteDoubt, type VoteRuling } from "#domain/community/votes.ts";
import { addToTrending, trendingOf } from "#domain/launches/ranking.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { given } from "#domain/text/given.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, eq, sql } from "../../sqlite/drizzle.ts";
import { insertInto } from "../../sqlite/insert.ts";
import { asJson, isOneOf, isOneOfFew } from "../../sqlite/one-of.ts";
import type { Db } from "../../sqlite/open.ts";
import { accounts, listings, votes } from "../../sqlite/tables.ts";
import { type Cast, voteFactsOf } from "./vote-facts.ts";
import { type Vote, type VoteOrigin, voteReads } from "./votes.ts";

/** Why a vote does not count, and the listing's new total if changed. */
type VoteSet = { reason: VoteDoubt | null; votes: number | undefined };
type Added = readonly [id: number, votes: number, trending: number];
type Fresh = Omit<Vote, "id" | "withdrawnAt" | "ruling">;

/** Only the site's vote form may use `set` and `withdraw`, which a test enforces. */
export const voteWrites = (db: Db) => {
  const reads = voteReads(db);
  const figuresOf = statement(({ ids }: { ids: readonly number[] }) =>
    db
      .select({ id: listings.id, trending: listings.trending })
      .from(listings)
      .where(isOneOfFew(db, listings.id, ids))
      .orderBy(sql`${listings.id} ${db.$dialect.locked}`),
  );
  const countedTimes = statement(({ listingId }: { listingId: number }) =>
    db
      .select({ at: votes.at })
      .from(votes)
      .where(has(votes, { listingId, counted: true }))
      .orderBy(asc(votes.id)),
  );
  const setCounters = statement((wanted: Pick<Listing, "id" | "votes" | "trending">) =>
    db.update(listings).set({ votes: wanted.votes, trending: wanted.trending }).where(eq(listings.id, wanted.id)),
  );
  const setState = statement(({ id, ...state }: Pick<Vote, "id" | "withdrawnAt" | "reason" | "counted">) =>
    db.update(votes).set(state).where(eq(votes.id, id)),
  );
  const insertMany = insertInto(db, votes);
  const factsOf = voteFactsOf(db);
  const byIds = statement(({ ids }: { ids: readonly number[] }) =>
    db
      .select()
      .from(votes)
      .where(isOneOfFew(db, votes.id, ids)),
  );
  const addVotes = statement(({ added, ids }: { added: readonly Added[]; ids: readonly number[] }) =>
    db
      .update(listings)
      .set({
        votes: sql`${listings.votes} + cast(value ->> 1 as bigint)`,
        trending: sql`cast(value ->> 2 as double precision)`,
      })
      .from(sql`json_each(${asJson(added)}) added`)
      .where(sql`${listings.id} = cast(value ->> 0 as bigint) and ${isOneOfFew(db, listings.id, ids)}`)
      .returning({ id: sql<number>`listings.id`, votes: sql<number>`listings.votes` }),
  );

  /** Without an id the vote is unsaved, so every row is earlier. */
  async function judge(
    vote: Cast & Pick<Vote, "at"> & Partial<Pick<Vote, "id" | "ruling">>,
    limits: BurstLimits,
  ): Promise<VoteDoubt | null> {
    if (vote.ruling) return vote.ruling === "counted" ? null : "site_team";
    const [facts] = await factsOf([vote], vote.at, vote.id);
    return doubtOf(given(facts), limits);
  }

  /** Recomputes a listing's counters from its votes, in order of their first dates. */
  async function recount(listingId: number): Promise<number> {
    const times = (await countedTimes.all({ listingId })).map(({ at }) => at);
    await setCounters.run({ id: listingId, votes: times.length, trending: trendingOf(times) });
    return times.length;
  }

  /** Saves a vote's state and updates counters. Returns the listing's new total if changed. */
  async function put(vote: Vote, state: Pick<Vote, "withdrawnAt" | "reason">): Promise<number | undefined> {
    const counted = state.withdrawnAt === null && state.reason === null;
    await setState.run({ id: vote.id, ...state, counted });
    return counted === vote.counted ? undefined : recount(vote.listingId);
  }

  /** Adds first-time votes. Returns the new totals of listings with a counted one. */
  async function addFresh(fresh: readonly Fresh[], trending: ReadonlyMap<number, number>, at: Date) {
    const counted = Map.groupBy(
      fresh.filter((vote) => vote.counted),
      (vote) => vote.listingId,
    );
    const added = [...counted].map(([id, { length }]) => {
      let figure = trending.get(id) ?? 0;
      for (let each = 0; each < length; each++) figure = addToTrending(figure, at);
      return [id, length, figure] as const;
    });
    const [, rows] = await Promise.all([
      insertMany([...fresh]),
      added.length ? addVotes.all({ added, ids: [...counted.keys()] }) : [],
    ]);
    return new Map(rows.map((row) => [row.id, row.votes]));
  }

  /** Restores a withdrawn vote with its first date. */
  async function giveAgain(vote: Vote, limits: BurstLimits): Promise<VoteSet> {
    if (vote.withdrawnAt === null) return { reason: vote.reason, votes: undefined };
    const reason = await judge(vote, limits);
    return { reason, votes: await put(vote, { withdrawnAt: null, reason }) };
  }

  /**
   * Sets concurrent votes, at most one per person and listing, each judged as if the previous were
   * saved.
   */
  async function setAll(cast: readonly (Cast & VoteOrigin)[], limits: BurstLimits, at: Date): Promise<VoteSet[]> {
    if (cast.length === 0) return [];
    const listingIds = [...new Set(cast.map(({ listingId }) => listingId))];
    const [figures, facts] = await Promise.all([figuresOf.all({ ids: listingIds }), factsOf(cast, at)]);
    const trending = new Map(figures.map((row) => [row.id, row.trending]));
    const judged = facts.map((of) => ({ voteId: of.voteId, reason: doubtOf(of, limits) }));
    const fresh = cast.flatMap((vote, place) => {
      const { reason, voteId } = given(judged[place]);
      return voteId === null ? [{ ...vote, at, reason, counted: reason === null }] : [];
    });
    const now = await addFresh(fresh, trending, at);
    const ids = facts.flatMap(({ voteId }) => voteId ?? []);
    const known = new Map((ids.length ? await byIds.all({ ids }) : []).map((vote) => [vote.id, vote]));
    const set: VoteSet[] = [];
    for (const [place, { voteId, reason }] of judged.entries()) {
      const { listingId } = given(cast[place]);
      const vote = voteId === null ? undefined : known.get(voteId);
      if (vote) set.push(await giveAgain(vote, limits));
      else set.push({ reason, votes: reason === null ? now.get(listingId) : undefined });
    }
    return set;
  }

  return {
    ...reads,
    /**
     * Sets and judges a vote. Idempotent; a repeated vote keeps its first date. Returns why it does
     * not count, and the listing's new total if changed.
     */
    async set(
      accountId: string,
      listingId: number,
      origin: VoteOrigin,
      limits: BurstLimits,
      at: Date,
    ): Promise<VoteSet> {
      return given((await setAll([{ accountId, listingId, ...origin }], limits, at))[0]);
    },
    setAll,
    /** Adds demo votes to a demo listing without votes. Throws for real listings or accounts. */
    async addDemo(listingId: number, cast: readonly Pick<Vote, "accountId" | "at">[]): Promise<void> {
      const demo = await db.select({ isDemo: listings.isDemo }).from(listings).where(eq(listings.id, listingId)).get();
      const voters = cast.map(({ accountId }) => accountId);
      const invented = and(isOneOf(accounts.id, voters), eq(accounts.isDemo, true));
      if (!demo?.isDemo || (await db.$count(accounts, invented)) < cast.length)
        throw new Error("Demo votes are votes of demo accounts for demo listings.");
      const origin = { visitorHash: "demo", networkHash: null, counted: true, reason: null };
      await insertMany(cast.map((vote) => ({ listingId, ...vote, ...origin })));
      await recount(listingId);
    },
    /** Withdraws a vote, keeping its row. Returns the listing's new total if changed. */
    async withdraw(accountId: string, listingId: number, at: Date): Promise<number | undefined> {
      const known = await reads.find(accountId, listingId);
      if (!known || known.withdrawnAt !== null) return undefined;
      return put(known, { withdrawnAt: at, reason: known.reason });
    },
    /** Sets the site team's ruling, which overrides all checks; null removes it. */
    async rule(id: number, ruling: VoteRuling | null, limits: BurstLimits): Promise<boolean> {
      const vote = await db.update(votes).set({ ruling }).where(eq(votes.id, id)).returning().get();
      if (!vote) return false;
      await put(vote, { withdrawnAt: vote.withdrawnAt, reason: await judge(vote, limits) });
      return true;
    },
    /**
     * Moves votes of a duplicate, one per person. Double votes keep the first date and count if
     * either did. Other rows stay.
     */
    async unite(fromId: number, intoId: number, limits: BurstLimits): Promise<void> {
      const own = new Map(
        (await db.select().from(votes).where(eq(votes.listingId, intoId))).map((vote) => [vote.accountId, vote]),
      );
      for (const vote of await db.select().from(votes).where(eq(votes.listingId, fromId)).orderBy(asc(votes.id))) {
        const other = own.get(vote.accountId);
        const kept = { ...(other ?? vote), listingId: intoId };
        if (other) {
          kept.at = new Date(Math.min(other.at.getTime(), vote.at.getTime()));
          kept.withdrawnAt = other.withdrawnAt && vote.withdrawnAt;
        }
        const reason = await judge(kept, limits);
        const counted = kept.withdrawnAt === null && reason === null;
        await db
          .update(votes)
          .set({ listingId: intoId, at: kept.at, withdrawnAt: kept.withdrawnAt, reason, counted })
          .where(eq(votes.id, kept.id));
      }
      await recount(fromId);
      await recount(intoId);
    },
    /** Rejudges a person's votes after confirmation, a team change or a suspension. */
    async judgeAgain(accountId: string, limits: BurstLimits): Promise<void> {
      for (const vote of await db.select().from(votes).where(eq(votes.accountId, accountId)).orderBy(asc(votes.id))) {
        await put(vote, { withdrawnAt: vote.withdrawnAt, reason: await judge(vote, limits) });
      }
    },
  };
};
