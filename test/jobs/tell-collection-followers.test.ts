import { expect, it } from "vitest";
import { addToCollection, TELL_COLLECTION_FOLLOWERS } from "../../actions/community/collection-items.ts";
import { createCollection, followCollection } from "../../actions/community/collections.ts";

import { tellCollectionFollowers } from "../../jobs/tell-collection-followers.ts";
import { openRaw } from "../helpers/database.ts";
import { createWorld } from "../helpers/world.ts";

const FOLLOWERS = 230;
const MINUTE = 60_000;

const world = await createWorld();

it("hundreds of followers are notified once of a batch of additions, whenever the process dies", async () => {
  const { deps } = world;
  const { id: accountId } = await world.account("owner");
  const made = await createCollection({ accountId, title: "Followed", description: null, isPublic: true }, deps);
  if (typeof made === "string") throw new Error(made);
  const { key } = (await deps.store.collections.find(made.id))!.collection;
  const ids: string[] = [];
  for (let nth = 0; nth < FOLLOWERS; nth++) {
    const { id } = await world.account(`follower${nth}`);
    ids.push(id);
    await followCollection({ accountId: id, key, isWanted: true }, deps);
  }
  world.advance(MINUTE);
  for (const name of ["First", "Second"]) {
    const { id: listingId } = await world.listing(name);
    await addToCollection({ accountId, id: made.id, listingId }, deps);
    world.advance(1000);
  }
  const told = async () => {
    const all = await Promise.all(ids.map((id) => deps.store.notifications.ofAccount(id, { offset: 0, limit: 5 })));
    return all.map((news) => news.map(({ words, readAt }) => [words.product, readAt === null]));
  };
  expect(await told()).toEqual(ids.map(() => []));

  // A batch is told and its follow-up stored in one change, so a job that died after it runs once more.
  world.advance(15 * MINUTE);
  const signal = new AbortController().signal;
  const first = { collectionId: made.id, after: "" };
  for (let time = 0; time < 2; time++) await tellCollectionFollowers.run(first as never, deps, signal);
  const [some] = ids.toSorted();
  const db = await openRaw(deps.settings);
  db.prepare("update notifications set read_at = at where account_id = ?").run(some);
  db.close();
  await tellCollectionFollowers.run(first as never, deps, signal);
  await world.drain();
  expect(await told()).toEqual(ids.map((id) => [["Second", id !== some]]));
  expect(await deps.store.jobs.countOpen(TELL_COLLECTION_FOLLOWERS, deps.now())).toBe(0);
});
