import { afterAll, describe, expect, it } from "vitest";
import {
  addToCollection,
  moveInCollection,
  removeFromCollection,
  removeUnseen,
} from "../../actions/community/collection-items.ts";
import { createCollection, setSaved } from "../../actions/community/collections.ts";

import { mergeListings } from "../../actions/moderation/moderate-listing.ts";
import { collectionKey, keyOfSlug, type Move } from "../../domain/community/collection.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { openRaw } from "../helpers/database.ts";
import { freshRandom } from "../helpers/random.ts";
import { createWorld } from "../helpers/world.ts";

/** A connection past the store, like that of another program. */
const listings: Listing[] = [];
const world = await createWorld();
const db = await openRaw(world.deps.settings);
for (let index = 0; index < 14; index++) listings.push(await world.listing(`Ordered ${index}`));
afterAll(async () => {
  db.close();
});

const made = async (name: string, title: string, isPublic = false) => {
  const { id: accountId } = await world.account(name);
  const collection = await createCollection({ accountId, title, description: null, isPublic }, world.deps);
  if (typeof collection === "string") throw new Error(collection);
  return { accountId, id: collection.id };
};
const places = (id: string) =>
  db.prepare("select place, listing_id from collection_items where collection_id = ? order by place").raw().all(id);
const numbered = (ids: readonly number[]) => ids.map((id, index) => [index + 1, id]);

/** What a move means, said another way than the product does. */
function movedPlainly(order: readonly number[], id: number, move: Move): number[] {
  const [at, all] = [order.indexOf(id), [...order]];
  if (at < 0) return all;
  if (move === "first") return [id, ...all.filter((other) => other !== id)];
  if (typeof move === "string") {
    const to = move === "up" ? at - 1 : at + 1;
    if (all[to] !== undefined) [all[at], all[to]] = [all[to], id];
    return all;
  }
  const beside = "before" in move ? move.before : move.after;
  if (beside === id || !all.includes(beside)) return all;
  const pair = "before" in move ? [id, beside] : [beside, id];
  return all.filter((other) => other !== id).flatMap((other) => (other === beside ? pair : [other]));
}

describe("the order of a collection", () => {
  it("has no gaps or duplicates despite concurrent browsers", async () => {
    const random = freshRandom("collections");
    const own = await made("orla", "Two browsers");
    let model: number[] = [];
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random.next() * from.length)]!;
    const acts: Record<string, () => readonly [Promise<unknown>, () => void]> = {
      add() {
        const { id } = pick(listings);
        return [
          addToCollection({ ...own, listingId: id }, world.deps),
          () => void (model.includes(id) || model.push(id)),
        ];
      },
      remove() {
        const { id } = pick(listings);
        return [
          removeFromCollection({ ...own, listingId: id }, world.deps),
          () => {
            model = model.filter((other) => other !== id);
          },
        ];
      },
      move() {
        const { id } = pick(listings);
        const [beside] = [pick(listings).id];
        const move = pick<Move>(["up", "down", "first", { before: beside }, { after: beside }]);
        return [
          moveInCollection({ ...own, listingId: id, move }, world.deps),
          () => {
            model = movedPlainly(model, id, move);
          },
        ];
      },
    };
    for (let round = 0; round < 120; round++) {
      // Two at a time: changes run in turn, in the order in which they are asked for.
      const both = [pick(Object.values(acts))(), pick(Object.values(acts))()];
      await Promise.all(both.map(([done]) => done));
      for (const [, note] of both) note();
      expect(places(own.id), `round ${round}`).toEqual(numbered(model));
    }
    expect(model.length).toBeGreaterThan(0);
  });

  it("closes its gaps when listings are deleted for good", async () => {
    const own = await made("orla", "Deleted");
    const some = [await world.listing("Gone one"), await world.listing("Stays"), await world.listing("Gone two")];
    for (const { id } of some) await addToCollection({ ...own, listingId: id }, world.deps);
    db.prepare("delete from listings where id in (?, ?)").run(some[0]!.id, some[2]!.id);
    expect(places(own.id)).toEqual([[1, some[1]!.id]]);
  });

  it("keeps places of temporarily hidden items, which moves skip", async () => {
    const own = await made("orla", "Suspended");
    const [a, b, c] = [await world.listing("Seen a"), await world.listing("Seen b"), await world.listing("Seen c")];
    for (const { id } of [a, b, c]) await addToCollection({ ...own, listingId: id }, world.deps);
    await setStatus(b, "suspended");
    expect(await world.deps.store.collections.shownOrder(own.id)).toEqual([a.id, c.id]);
    await moveInCollection({ ...own, listingId: c.id, move: "up" }, world.deps);
    expect(await world.deps.store.collections.order(own.id)).toEqual([c.id, a.id, b.id]);
    await moveInCollection({ ...own, listingId: b.id, move: "up" }, world.deps);
    expect(await world.deps.store.collections.order(own.id), "nobody moves what they do not see").toEqual([
      c.id,
      a.id,
      b.id,
    ]);
    await setStatus(b, "live");
    expect(await world.deps.store.collections.shownOrder(own.id)).toEqual([c.id, a.id, b.id]);
    await setStatus(a, "suspended");
    await removeUnseen(own, world.deps);
    expect(places(own.id)).toEqual(numbered([c.id, b.id]));
  });

  it("has a merged listing once, where it was first, with a note", async () => {
    const [from, into, other] = [await world.listing("Dup"), await world.listing("Kept"), await world.listing("Other")];
    const both = await made("orla", "Both");
    const one = await made("orla", "One");
    for (const { id } of [from, other, into]) await addToCollection({ ...both, listingId: id }, world.deps);
    for (const { id } of [other, from]) await addToCollection({ ...one, listingId: id }, world.deps);
    await world.deps.store.change((tx) => tx.collections.setNote({ id: both.id, listingId: from.id }, "Mine"));
    await world.deps.store.change((tx) => mergeListings(tx, { fromId: from.id, intoSlug: "kept" }, world.deps));
    expect(places(both.id)).toEqual(numbered([into.id, other.id]));
    expect(places(one.id)).toEqual(numbered([other.id, into.id]));
    expect(await world.deps.store.collections.notes(both.id)).toEqual(["Mine"]);
  });

  it("begins with what was saved last", async () => {
    const { id: accountId } = await world.account("saver");
    const wanted = listings.slice(0, 3).map(({ id }) => id);
    for (const listingId of [...wanted, wanted[0]!])
      await setSaved({ accountId, listingId, isWanted: true }, world.deps);
    const saved = (await world.deps.store.collections.saved(accountId))!;
    expect(places(saved.id)).toEqual(numbered(wanted.toReversed()));
    await setSaved({ accountId, listingId: wanted[1]!, isWanted: false }, world.deps);
    await setSaved({ accountId, listingId: wanted[1]!, isWanted: false }, world.deps);
    expect(places(saved.id)).toEqual(numbered([wanted[2]!, wanted[0]!]));
  });
});

describe("two people who save for the first time at the same moment", () => {
  it("have one list each, and one click counts once", async () => {
    const { id: accountId } = await world.account("twice");
    const save = (index: number) => setSaved({ accountId, listingId: listings[index]!.id, isWanted: true }, world.deps);
    await Promise.all([save(0), save(1), save(0), save(1)]);
    const own = await world.deps.store.collections.ofAccount(accountId);
    expect(own).toMatchObject([{ count: 2, collection: { kind: "saved", isPublic: false } }]);
  });
});

describe("the key of an address", () => {
  it("is twelve letters and digits, found behind any title", () => {
    const key = collectionKey(Buffer.from(Array.from({ length: 12 }, (_, index) => index * 21)));
    expect(key).toMatch(/^[2-9b-z]{12}$/);
    for (const slug of [key, `quiet-tools-${key}`, `a-${key}`]) expect(keyOfSlug(slug)).toBe(key);
    for (const slug of ["", "quiet-tools", `${key}x`, `x${key}`, key.slice(1), key.toUpperCase()])
      expect(keyOfSlug(slug)).toBeUndefined();
  });
});

async function setStatus(listing: Listing, status: "live" | "suspended"): Promise<void> {
  const { plan, unlocked, launchWeek, launchAt, launchedAt, profile } = listing;
  const terms = { plan, unlocked, launchWeek, launchAt, launchedAt, categories: profile.categories };
  await world.deps.store.change(async (tx) => {
    const now = (await tx.listings.find(listing.id))!;
    await tx.listings.setTerms(
      now,
      { ...terms, status, statusReason: null },
      { accountId: null, client: null },
      world.deps.now(),
    );
  });
}
