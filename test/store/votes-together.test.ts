import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSetVote } from "../../actions/community/vote.ts";
import { readSettings } from "../../core/settings/config.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { communityOf, counters, recomputed } from "../helpers/community.ts";
import { createDatabase } from "../helpers/database.ts";
import { freshRandom } from "../helpers/random.ts";

const HOUR = 3600_000;
const NOW = new Date("2026-11-16T12:00:00Z");
const LIMITS = { network: 3, newAccounts: 4 };
const settings = readSettings({ VOTE_BURST_NETWORK: "3", VOTE_BURST_NEW_ACCOUNTS: "4" });

describe("votes that come together", () => {
  let db: Awaited<ReturnType<typeof createDatabase>>;
  let make: ReturnType<typeof communityOf>;
  let changes = 0;
  let setVote: ReturnType<typeof createSetVote>;
  beforeAll(async () => {
    db = await createDatabase();
    make = communityOf(db.store);
    const change: typeof db.store.change = (work, touched) => {
      changes++;
      return db.store.change(work, touched);
    };
    setVote = createSetVote({ store: { ...db.store, change }, settings, now: () => NOW });
  });
  afterAll(() => db.close());

  const vote = (accountId: string, { slug }: Listing, networkHash: string | null = null, isWanted = true) =>
    setVote({ accountId, slug, isWanted, origin: { visitorHash: accountId, networkHash } });
  const people = (count: number, given: Parameters<typeof make.person>[0] = {}) =>
    Promise.all(Array.from({ length: count }, () => make.person(given)));
  const votesOf = async ({ id }: Listing) => (await db.store.listings.find(id))!.votes;
  const reasonsOf = ({ id }: Listing) =>
    db.writer.prepare("select account_id, reason from votes where listing_id = ? order by id").all(id) as {
      account_id: string;
      reason: string | null;
    }[];

  it("share a change, and each is told the number that it left", async () => {
    const listing = await make.listing();
    const others = await make.listing();
    const voters = await people(40);
    changes = 0;
    const told = await Promise.all(voters.flatMap((voter) => [vote(voter, listing), vote(voter, others)]));
    expect(changes).toBeLessThan(5);
    expect(told.at(-1)).toEqual({ votes: 40, reason: null });
    expect([await votesOf(listing), await votesOf(others)]).toEqual([40, 40]);
    expect(counters(db.writer)).toEqual(recomputed(db.writer));
  });

  it("are a burst of one network, or of new accounts, as one after the other", async () => {
    const [office, fresh] = [await make.listing(), await make.listing()];
    const told = await Promise.all((await people(10)).map((voter) => vote(voter, office, "office")));
    expect(told.filter((voted) => voted?.reason === "network_burst")).toHaveLength(7);
    await Promise.all((await people(10, { createdAt: new Date(NOW.getTime() - HOUR) })).map((one) => vote(one, fresh)));
    expect(await db.store.votes.doubts(fresh.id)).toEqual({ new_account_burst: 6 });
    expect([await votesOf(office), await votesOf(fresh)]).toEqual([3, 4]);
  });

  it("of one person for one listing are done in their order", async () => {
    const listing = await make.listing();
    const [ann, ben] = (await people(2)) as [string, string];
    const wanted = [true, true, false, true];
    const told = await Promise.all([
      ...wanted.map((isWanted) => vote(ann, listing, null, isWanted)),
      vote(ben, listing, null, true),
    ]);
    expect(told.at(-2)).toEqual({ votes: 2, reason: null });
    expect(await db.store.votes.find(ann, listing.id)).toMatchObject({ counted: true, withdrawnAt: null });
    expect(await votesOf(listing)).toBe(2);
  });

  it("are kept beside one that fails, and beside one for a listing that is not there", async () => {
    const listing = await make.listing();
    const [ann, ben] = (await people(2)) as [string, string];
    const gone = { ...listing, slug: "gone" };
    const told = await Promise.allSettled([
      ...[vote(ann, listing), vote(ann, gone), vote("nobody", listing), vote(ben, listing)],
    ]);
    expect(told.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    expect(told[1]).toMatchObject({ value: undefined });
    expect(reasonsOf(listing)).toHaveLength(2);
    expect(await votesOf(listing)).toBe(2);
  });

  it("get the reasons that they would get one after the other", async () => {
    const random = freshRandom("votes together");
    const voters = [
      ...(await people(15)),
      ...(await people(15, { createdAt: new Date(NOW.getTime() - HOUR) })),
      ...(await people(3, { verified: false })),
    ];
    for (let round = 0; round < 10; round++) {
      const [together, apart] = [await make.listing(), await make.listing()];
      const cast = random
        .sample(voters, random.between(1, voters.length))
        .map((accountId) => ({ accountId, visitorHash: accountId, networkHash: random.pick(["a", "b", null]) }));
      // Some were given before, and taken back.
      const earlier = cast.filter(() => random.chance(0.25));
      const before = new Date(NOW.getTime() - HOUR / 2);
      for (const { id } of [together, apart])
        await db.store.change(async (tx) => {
          for (const { accountId, ...origin } of earlier) {
            await tx.votes.set(accountId, id, origin, LIMITS, before);
            await tx.votes.withdraw(accountId, id, before);
          }
        });
      await db.store.change((tx) =>
        tx.votes.setAll(
          cast.map((one) => ({ ...one, listingId: together.id })),
          LIMITS,
          NOW,
        ),
      );
      for (const { accountId, ...origin } of cast)
        await db.store.change((tx) => tx.votes.set(accountId, apart.id, origin, LIMITS, NOW));
      expect(reasonsOf(together)).toEqual(reasonsOf(apart));
      const figures = async ({ id }: Listing) => {
        const { votes, trending } = (await db.store.listings.find(id))!;
        return { votes, trending: trending.toFixed(9) };
      };
      expect(await figures(together)).toEqual(await figures(apart));
    }
  });
});
