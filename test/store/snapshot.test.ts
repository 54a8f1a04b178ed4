import { setImmediate as breathe } from "node:timers/promises";
import type Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Listing } from "../../domain/listings/listing.ts";
import { openWriter } from "../../store/sqlite/open.ts";
import { communityOf } from "../helpers/community.ts";
import { createSeededDatabase } from "../helpers/database.ts";

let db: Awaited<ReturnType<typeof createSeededDatabase>>;
let other: Database.Database;
let listing: Listing;

beforeEach(async () => {
  db = await createSeededDatabase();
  listing = await communityOf(db.store).listing();
  other = openWriter(db.file);
});
afterEach(async () => {
  other.close();
  await db.close();
});

const writeElsewhere = (name: string) =>
  other.prepare("update listings set name = ? where id = ?").run(name, listing.id);
const nameNow = async () => (await db.store.listings.find(listing.id))!.name;

it("shows one state to all that runs without a pause, and the newest after it", async () => {
  await breathe();
  const [before, version] = [await nameNow(), db.store.version()];
  writeElsewhere("Newer");
  expect(await nameNow()).toBe(before);
  expect(db.store.version()).toBe(version);
  await breathe();
  expect(await nameNow()).toBe("Newer");
  expect(db.store.version()).not.toBe(version);
});

it("shows own changes at once, without a pause", async () => {
  const gate = Promise.withResolvers<void>();
  const seen: string[] = [];
  const changed = db.store.change(async (tx) => {
    const row = (await tx.listings.find(listing.id))!;
    await tx.listings.update(row, { ...row, name: "Own" }, {}, { accountId: null, client: "test" }, new Date());
    setImmediate(gate.resolve);
    await gate.promise;
  });
  // Reads before the commit, and again after it, without a pause between.
  const reader = gate.promise.then(async () => {
    seen.push(await nameNow());
    process.nextTick(() => seen.push("pause"));
  });
  const after = changed.then(async () => {
    seen.push(await nameNow());
    expect(db.store.version()).not.toBe(version);
  });
  const version = db.store.version();
  await Promise.all([reader, after]);
  // No "pause" yet.
  expect(seen).toEqual([listing.name, "Own"]);
});

it("does not keep the log from being copied once a pause has come", async () => {
  await nameNow();
  await breathe();
  writeElsewhere("Logged");
  expect(other.pragma("wal_checkpoint(TRUNCATE)")).toEqual([{ busy: 0, log: 0, checkpointed: 0 }]);
});
