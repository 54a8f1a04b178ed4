import { BURST_MS, NEW_ACCOUNT_MS, type VoteFacts } from "#domain/community/votes.ts";
import { given } from "#domain/text/given.ts";
import { statement } from "../../sql/statement.ts";
import { sql } from "../../sqlite/drizzle.ts";
import { asJson, isOneOfFew } from "../../sqlite/one-of.ts";
import type { Db } from "../../sqlite/open.ts";
import { accounts, listingMembers, votes } from "../../sqlite/tables.ts";
import type { Vote } from "./votes.ts";

type Facts = VoteFacts & { voteId: number | null };
export type Cast = Pick<Vote, "accountId" | "listingId" | "networkHash">;

/**
 * Reads the facts of concurrent votes in a fixed number of statements. With `before`, only lower
 * ids count as earlier.
 */
export function voteFactsOf(db: Db) {
  const voterOf = statement(({ ids }: { ids: readonly string[] }) =>
    db
      .select({
        ...{ id: accounts.id, status: accounts.status },
        ...{ emailVerifiedAt: accounts.emailVerifiedAt, createdAt: accounts.createdAt },
      })
      .from(accounts)
      .where(isOneOfFew(db, accounts.id, ids)),
  );
  const [listingId, accountId] = [sql`cast(wanted.value ->> 0 as bigint)`, sql`wanted.value ->> 1`];
  const known = statement(({ pairs }: { pairs: readonly (readonly [number, string])[] }) =>
    db
      .select({
        place: sql<number>`cast(wanted.key as bigint)`,
        voteId: sql<
          number | null
        >`(select id from votes where listing_id = ${listingId} and account_id = ${accountId})`,
        isTeam: sql<number>`exists (select 1 from ${listingMembers} where listing_id = ${listingId} and account_id = ${accountId})`,
      })
      .from(sql`json_each(${asJson(pairs)}) wanted`),
  );
  // Listing by listing, because PostgreSQL would otherwise read all votes of the hour. Networks are
  // aggregated, because popular listings have thousands of votes.
  type Hour = {
    ids: readonly number[];
    networks: readonly string[];
    from: Date;
    at: Date;
    before?: number | undefined;
  };
  const recent = statement((wanted: Hour) => {
    const listing = sql`cast(wanted.value as bigint)`;
    return db
      .select({
        listingId: sql<number>`${listing}`,
        burst: sql`(select string_agg(coalesce(network, '') || ' ' || given || ' ' || fresh, ',') from (
          select case when ${isOneOfFew(db, votes.networkHash, wanted.networks)} then network_hash end as network,
            count(*) as given, coalesce(sum(votes.at - accounts.created_at < ${NEW_ACCOUNT_MS}), 0) as fresh
          from votes join accounts on accounts.id = votes.account_id
          where votes.listing_id = ${listing} and votes.at >= ${wanted.from} and votes.at <= ${wanted.at}
            ${wanted.before === undefined ? sql`` : sql`and votes.id < ${wanted.before}`}
          group by 1) burst)`.mapWith(recentIn),
      })
      .from(sql`json_each(${asJson(wanted.ids)}) wanted`);
  });

  return async (cast: readonly Cast[], at: Date, before?: number): Promise<Facts[]> => {
    const ids = [...new Set(cast.map((vote) => vote.listingId))];
    const networks = [...new Set(cast.flatMap(({ networkHash }) => networkHash ?? []))];
    const [people, pairs, grouped] = await Promise.all([
      voterOf.all({ ids: [...new Set(cast.map((vote) => vote.accountId))] }),
      known.all({ pairs: cast.map((vote) => [vote.listingId, vote.accountId] as const) }),
      recent.all({ ids, networks, from: new Date(at.getTime() - BURST_MS), at, before }),
    ]);
    const voters = new Map(people.map((person) => [person.id, person]));
    const earlier = new Map(grouped.map(({ listingId, burst }) => [listingId, burstOf(burst ?? [])]));
    const facts = new Array<Facts>(cast.length);
    for (const { place, voteId, isTeam } of pairs.sort((a, b) => a.place - b.place)) {
      const { accountId, listingId, networkHash } = given(cast[place]);
      const voter = voters.get(accountId);
      if (!voter) throw new Error("A vote needs an account.");
      const isNewAccount = at.getTime() - voter.createdAt.getTime() < NEW_ACCOUNT_MS;
      const burst = given(earlier.get(listingId));
      facts[place] = {
        voteId,
        ...{ isTeam: isTeam === 1, isActive: voter.status === "active", isVerified: voter.emailVerifiedAt !== null },
        ...{ isNewAccount, fromNewAccounts: burst.newAccounts },
        fromSameNetwork: (networkHash !== null && burst.networks.get(networkHash)) || 0,
      };
      if (voteId === null) add(burst, { networkHash, isNewAccount });
    }
    return facts;
  };
}

const recentIn = (text: string): Recent[] =>
  text.split(",").map((row) => {
    const [network, given, fresh] = row.split(" ");
    return [network || null, Number(given), Number(fresh)];
  });

/** Votes of a network within the hour, and how many from new accounts. */
type Recent = [network: string | null, given: number, fresh: number];
type Burst = { networks: Map<string, number>; newAccounts: number };

const burstOf = (rows: readonly Recent[]): Burst => ({
  networks: new Map(rows.flatMap(([network, given]) => (network === null ? [] : [[network, given]]))),
  newAccounts: rows.reduce((sum, [, , fresh]) => sum + fresh, 0),
});

function add(burst: Burst, { networkHash, isNewAccount }: Pick<Cast, "networkHash"> & { isNewAccount: boolean }): void {
  if (networkHash !== null) burst.networks.set(networkHash, (burst.networks.get(networkHash) ?? 0) + 1);
  if (isNewAccount) burst.newAccounts++;
}
