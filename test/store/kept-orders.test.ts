import { setImmediate as breathe } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { follow } from "../../store/ranks/follow.ts";
import { LISTING_CHANGES } from "../../store/ranks/listing-ranks.ts";
import { communityOf } from "../helpers/community.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { caughtUp } from "../helpers/postgres/caught-up.ts";

const AT = new Date("2026-11-16T00:00:00Z");
const LIMITS = { network: 3, newAccounts: 4 };

let db: Awaited<ReturnType<typeof createSeededDatabase>>;
beforeEach(async () => {
  db = await createSeededDatabase();
});
afterEach(() => db.close());

it("cached data of all listings is read once, and not again after votes, views, edits and launches", async () => {
  const make = communityOf(db.store);
  const listing = await make.listing();
  const ann = await make.person();
  const set = (column: string) => async () => db.writer.exec(`update listings set ${column} where id = ${listing.id}`);
  const writes = {
    vote: () =>
      db.store.change((tx) => tx.votes.set(ann, listing.id, { visitorHash: "v", networkHash: null }, LIMITS, AT)),
    "vote withdrawn": () => db.store.change((tx) => tx.votes.withdraw(ann, listing.id, AT)),
    view: set("views = views + 1"),
    edit: set("tagline = 'Another line'"),
    "end of a launch": set("status = 'suspended'"),
    launch: set(`status = 'live', launched_at = ${AT.getTime()}`),
    category: async () => db.writer.exec("update categories set name = name || 's' where slug = 'crm'"),
  };
  const client = new Database(db.searched.name, { readonly: true });
  try {
    let timesRead = 0;
    const kept = follow(client, LISTING_CHANGES, {
      rows: "select id from listings",
      values: [],
      create: () => ++timesRead,
      read: () => undefined,
      apply: () => undefined,
    });
    await kept.get();
    for (const [name, write] of Object.entries(writes)) {
      await write();
      await breathe();
      await caughtUp(db.store);
      await kept.get();
      expect(timesRead, `after ${name}`).toBe(1);
    }
  } finally {
    client.close();
  }
});
