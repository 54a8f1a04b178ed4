import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { NewEntry } from "../../store/repos/listings/listing-writes.ts";
import type { Store } from "../../store/store.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { contentOf } from "../helpers/listing.ts";
import { addPerson } from "../helpers/people.ts";

const at = new Date("2026-01-05T00:00:00Z");
const author = { accountId: null, client: "test" };
const CATEGORY = { slug: "web-analytics", name: "Web analytics" };

type Database = Awaited<ReturnType<typeof createSeededDatabase>>;

let open: Database[];
beforeEach(() => {
  open = [];
});
afterEach(() => Promise.all(open.map((db) => db.close())));

async function created(): Promise<{ db: Database; ownerId: string }> {
  const db = await createSeededDatabase();
  open.push(db);
  return { db, ownerId: (await addPerson(db.store, { email: "ann@people.example", name: "Ann" }, at)).id };
}

function entriesOf(ownerId: string): NewEntry[] {
  const founder = (name: string, title: string | null = null) => ({ name, title, bio: `${name} makes things.` });
  const given: [name: string, owner: string | null, founders: NewEntry["links"]["founders"]][] = [
    ["Acme", null, [founder("Ann Lee", "CEO"), founder("Bo")]],
    ["Acme", ownerId, [founder("Ann Lee"), founder("ann lee")]],
    ["Acme 2", ownerId, [founder("ANN LEE"), founder("Éva")]],
    ["Half a pair \ud83d", null, [{ ...founder("Ann Lee"), slug: "wanted" }]],
    ["Other", null, [{ ...founder("Someone else"), sameAs: "wanted" }]],
    ["漢字", null, []],
  ];
  return given.map(([name, owner, founders], nth) => ({
    listing: {
      url: `https://s${nth}.example/`,
      domain: `s${nth}.example`,
      siteKey: `s${nth}.example`,
      status: nth % 2 ? "live" : "scheduled",
      launchedAt: nth % 2 ? at : null,
      isDemo: nth === 0,
    },
    content: contentOf(name, { profile: { description: "Counts visitors 🏄", keywords: ["counting"] } }),
    links: {
      categories: nth ? [{ ...CATEGORY, primary: true }] : [],
      founders,
      founderSocials: { x: `https://x.example/${nth}` },
      ownerId: owner,
    },
    now: new Date(at.getTime() + nth),
  }));
}

const TABLES = [
  "listings",
  "listing_categories",
  "listing_founders",
  "listing_members",
  "listing_versions",
  "founders",
];

/** All that was written, without the random id of the account. */
const written = ({ writer }: Database, ownerId: string) =>
  [...TABLES, "listing_texts", "listing_search_words"].map((table) => [
    table,
    JSON.parse(JSON.stringify(writer.prepare(`select * from ${table} order by 1, 2`).all()).replaceAll(ownerId, "ann")),
  ]);

const addOneByOne = async (store: Store, entries: NewEntry[]) => {
  for (const { listing, content, links, now } of entries)
    await store.change((tx) => tx.listings.add(listing, content, links, author, now));
};

describe("listings added together", () => {
  it("are the same as those added one after another", async () => {
    const [one, other] = [await created(), await created()];
    await addOneByOne(one.db.store, entriesOf(one.ownerId));
    const added = await other.db.store.change((tx) => tx.listings.addAll(entriesOf(other.ownerId), author));
    expect(added.map(({ slug }) => slug)).toEqual(["acme", "acme-2", "acme-2-2", "half-a-pair", "other", "s5"]);
    expect(written(other.db, other.ownerId)).toEqual(written(one.db, one.ownerId));
    const page = await other.db.store.listings.search(
      { q: "counting", status: "live", sort: "relevance" },
      { page: 1, perPage: 20 },
    );
    expect(page.total).toBe(3);
  });

  it("are not added if one of them is refused", async () => {
    const { db, ownerId } = await created();
    const entries = entriesOf(ownerId);
    const twice = [...entries, entries[0]!];
    await expect(db.store.change((tx) => tx.listings.addAll(twice, author))).rejects.toThrow("UNIQUE");
    expect(TABLES.map((table) => db.writer.prepare(`select count(*) from ${table}`).pluck().get())).toEqual(
      TABLES.map(() => 0),
    );
  });
});

describe("live listings of a founder", () => {
  it("are counted without reading those of others", async () => {
    const { db } = await created();
    const triggers = db.writer
      .prepare("select sql from sqlite_master where type = 'trigger' and sql like '%set live_listings%'")
      .pluck()
      .all() as string[];
    expect(triggers).toHaveLength(3);
    for (const sql of triggers) {
      const count = /\(\s*(select count[\s\S]*?)\)\s+where/.exec(sql)![1]!.replace(/\b(new|old|founders)\.\w+/g, "1");
      const steps = db.writer.prepare(`explain query plan ${count}`).all() as { detail: string }[];
      expect(steps[0]!.detail).toContain("SEARCH link USING");
      expect(steps[0]!.detail).toContain("founder_id=?");
      expect(steps[1]!.detail).toContain("rowid=?");
    }
  });
});
