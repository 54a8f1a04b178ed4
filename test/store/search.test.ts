import { setImmediate as breathe } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Listing, ListingFilter, ListingStatus } from "../../domain/listings/listing.ts";
import { LISTING_SORTS } from "../../domain/listings/listing.ts";
import { checkSearchIndex } from "../../store/search/check-index.ts";
import { listingSearch } from "../../store/search/listing-search.ts";
import { connect, openWriter } from "../../store/sqlite/open.ts";
import { sqliteStore } from "../../store/sqlite/sqlite-store.ts";
import { createDatabase, createSeededDatabase } from "../helpers/database.ts";
import { freshRandom } from "../helpers/random.ts";
import {
  addSearchable,
  SEARCHABLE_AUTHOR,
  SEARCHABLE_SINCE,
  type Searchable,
  searchableContent,
} from "../helpers/searchable.ts";

type Database = Awaited<ReturnType<typeof createDatabase>>;
const add = (db: Database, given: Searchable) => addSearchable(db.store, given);
const update = (db: Database, listing: Listing, given: Searchable) =>
  db.store.change(async (tx) => {
    const now = (await tx.listings.find(listing.id))!;
    return tx.listings.update(now, searchableContent(given), {}, SEARCHABLE_AUTHOR, SEARCHABLE_SINCE);
  });

const named = async (db: Database, q: string, filter: Partial<ListingFilter> = {}) =>
  (
    await db.store.listings.search({ q, status: "live", sort: "relevance", ...filter }, { page: 1, perPage: 20 })
  ).items.map(({ name }) => name);

describe("words that people type", () => {
  let db: Database;
  beforeAll(async () => {
    db = await createDatabase();
    for (const given of [
      { name: "Ledger Harbor", tagline: "Bookkeeping for freelancers", description: "Sends invoices and reminders." },
      { name: "Quiet Kestrel", tagline: "Analytics without cookies", keywords: ["privacy", "statistics"] },
      { name: "Café Crème", tagline: "Orders for coffee houses" },
      { name: "C++ Insights", tagline: "Sees what the compiler sees" },
      { name: "C Minor", tagline: "Piano lessons" },
      { name: "DotStart", tagline: "Templates for .NET services", description: "Written in C#." },
      { name: "O'Neil Boards", tagline: "Surf reports" },
      { name: "漢字検索エンジン", tagline: "日本語の全文検索" },
      { name: "Node Watch", tagline: "Monitoring for Node.js servers" },
      { name: "AI", tagline: "Two letters" },
      { name: "Aircraft Log", tagline: "Hours and maintenance" },
      { name: "Łódź Maps", tagline: "Straße und Weg" },
      { name: "한국어 사전", tagline: "Korean words" },
    ])
      await add(db, given);
  });
  afterAll(() => db.close());

  it.each([
    ["ledger harbor", "Ledger Harbor"],
    ["LEDGER", "Ledger Harbor"],
    ["ledgre", "Ledger Harbor"],
    ["ldger habor", "Ledger Harbor"],
    ["legder harbour", "Ledger Harbor"],
    ["bokkeeping frelancer", "Ledger Harbor"],
    ["bookeping for frelancers", "Ledger Harbor"],
    ["reminers", "Ledger Harbor"],
    ["invoices remin", "Ledger Harbor"],
    ["invoces remnid", "Ledger Harbor"],
    ["booke", "Ledger Harbor"],
    ["bokke", "Ledger Harbor"],
    ["kestrel coookies", "Quiet Kestrel"],
    ["statitsics", "Quiet Kestrel"],
    ["sttaistcs", "Quiet Kestrel"],
    ["analytics privacy nothing", "Quiet Kestrel"],
    ["cafe creme", "Café Crème"],
    ["CAFÉ", "Café Crème"],
    ["cofee", "Café Crème"],
    ["c++", "C++ Insights"],
    ["cplusplus", "C++ Insights"],
    ["c#", "DotStart"],
    [".net", "DotStart"],
    ["dotnet templates", "DotStart"],
    ["o'neil", "O'Neil Boards"],
    ["o’neil", "O'Neil Boards"],
    ["oneil", "O'Neil Boards"],
    ["oneill", "O'Neil Boards"],
    ["検索", "漢字検索エンジン"],
    ["漢字", "漢字検索エンジン"],
    ["字", "漢字検索エンジン"],
    ["全文検索", "漢字検索エンジン"],
    ["nodejs", "Node Watch"],
    ["node.js", "Node Watch"],
    ["ai", "AI"],
    ["lodz", "Łódź Maps"],
    ["strasse", "Łódź Maps"],
    ["한국어", "한국어 사전"],
    ["사", "한국어 사전"],
  ])("%s finds %s first", async (q, name) => {
    expect((await named(db, q))[0]).toBe(name);
  });

  it.each([
    ["a", ["AI", "Aircraft Log"]],
    ["q", ["Quiet Kestrel"]],
    ["le", ["Ledger Harbor"]],
  ])("%s looks for beginnings of names", async (q, names) => {
    expect(await named(db, q)).toEqual(names);
  });

  it.each([["zzzzqqq"], ["c+"], ["日曜"]])("%s finds nothing that has only part of it", async (q) => {
    expect(await named(db, q)).not.toContain("Ledger Harbor");
  });

  it.each([
    '"',
    "'",
    "AND",
    "ledger AND",
    "NOT ledger",
    "NEAR(",
    "ledger*",
    "name:ledger",
    "{name}: ledger",
    "^ledger",
    "led\u0000ger",
    "\u0001",
    "ledger - harbor",
    ") OR (",
    "%_%",
    "🚀🚀",
    "\ud800",
    "\udfff ledger \ud800x",
    "a\u0301\u0301\u0301",
    "x".repeat(5000),
    `${"漢".repeat(2000)}`,
    "a b c d e f g h i j k l m n o p q r s t u v w x y z",
    "'; drop table listings; --",
    "word ".repeat(400),
  ])("%j does no harm", async (q) => {
    for (const sort of LISTING_SORTS) {
      const { items, total } = await db.store.listings.search({ q, status: "live", sort }, { page: 1, perPage: 20 });
      expect(items.length).toBe(Math.min(20, total));
    }
    await db.store.listings.slugsLike(q, 3);
  });

  it("a query of punctuation finds nothing, and an empty query browses", async () => {
    expect(await named(db, "🚀")).toEqual([]);
    expect((await named(db, " ")).length).toBe(13);
  });

  it("names the nearest slugs", async () => {
    expect(await db.store.listings.slugsLike("ledger", 3)).toEqual(["ledger-harbor"]);
    expect(await db.store.listings.slugsLike("legder-habor", 3)).toEqual(["ledger-harbor"]);
    expect(await db.store.listings.slugsLike("ledger-zebra", 3)).toEqual(["ledger-harbor"]);
    expect(await db.store.listings.slugsLike("???", 3)).toEqual([]);
  });
});

describe("the order", () => {
  let db: Database;
  beforeAll(async () => {
    db = await createDatabase();
    await add(db, { name: "Charts", tagline: "Plain" });
    for (let i = 0; i < 700; i++)
      await add(db, { name: `Item ${i}`, tagline: "charts charts", description: "charts", keywords: ["charts"] });
    for (let i = 0; i < 5; i++) await add(db, { name: `Charts Plus ${i}`, tagline: "More charts" });
    await add(db, { name: "Chart", tagline: "One only" });
  });
  afterAll(() => db.close());

  it("puts the exact name first, then names with that prefix, however many others there are", async () => {
    const names = await named(db, "charts");
    expect(names[0]).toBe("Charts");
    expect(names.slice(1, 6).every((name) => name.startsWith("Charts Plus"))).toBe(true);
    expect((await named(db, "CHÁRTS"))[0]).toBe("Charts");
    expect((await named(db, "chart"))[0]).toBe("Chart");
  });

  it("shows every match once over all pages, with the same total on each", async () => {
    for (const sort of LISTING_SORTS) {
      const seen: string[] = [];
      for (let page = 1; ; page++) {
        const filter = { q: "charts", status: "live", sort } as const;
        const { items, total } = await db.store.listings.search(filter, { page, perPage: 100 });
        expect(total).toBe(706);
        if (!items.length) break;
        seen.push(...items.map(({ slug }) => slug));
      }
      expect(new Set(seen).size, sort).toBe(706);
      expect(seen.length, sort).toBe(706);
    }
  });
});

describe("filters and sorts", () => {
  const random = freshRandom("filters");
  const STATUSES: ListingStatus[] = [
    "live",
    "live",
    "live",
    "scheduled",
    "awaiting_badge",
    "draft",
    "hidden",
    "removed",
  ];
  const WORDS = ["apple", "banana", "cherry", "damson", "elder"];
  let db: Database;
  const all: Listing[] = [];
  const orNull = <T>(list: T[]): T | null => (random.chance(0.2) ? null : random.pick(list));

  beforeAll(async () => {
    db = await createSeededDatabase();
    for (let i = 0; i < 400; i++) {
      const listing = await add(db, {
        name: `Thing ${i}`,
        description: random.sample(WORDS, 2).join(" "),
        status: random.pick(STATUSES),
        votes: random.between(0, 5),
        views: random.between(0, 5),
        followers: random.between(0, 5),
        trending: random.between(0, 3) / 2,
        launchedAt: random.chance(0.1) ? null : new Date(SEARCHABLE_SINCE.getTime() + random.between(0, 9) * 1000),
        category: random.pick(["crm", "web-analytics", "note-taking"]),
        domain: random.pick(["a.example", "b.example"]),
        content: {
          stage: orNull(["idea", "mvp"]),
          country: orNull(["DE", "US"]),
          pricingModel: orNull(["free", "paid"]),
        },
      });
      all.push(listing);
    }
  });
  afterAll(() => db.close());

  const listedAt = (): Map<number, number | null> =>
    new Map(db.writer.prepare<[], [number, number | null]>("select id, listed_at from listings").raw().all());
  const KEYS = {
    newest: ({ id }: Listing, listed: Map<number, number | null>) => listed.get(id) ?? -1,
    votes: (listing: Listing) => listing.votes,
    trending: (listing: Listing) => listing.trending,
    most_viewed: (listing: Listing) => listing.views,
    most_followed: (listing: Listing) => listing.followers,
    relevance: (listing: Listing) => listing.votes,
  };
  const fits = (listing: Listing, filter: ListingFilter): boolean =>
    (filter.status === "live" ? ["live"] : ["scheduled", "awaiting_badge"]).includes(listing.status) &&
    (["stage", "country", "pricingModel"] as const).every(
      (name) => filter[name] === undefined || filter[name].includes(listing[name] ?? ""),
    ) &&
    (filter.domain === undefined || listing.domain === filter.domain) &&
    (filter.categories === undefined || filter.categories.includes(listing.profile.categories[0]!.slug)) &&
    (filter.q === undefined ||
      filter.q.split(" ").every((word) => listing.profile.description!.split(" ").includes(word)));

  const anyFilter = (): ListingFilter => ({
    status: random.pick(["live", "live", "upcoming"]),
    sort: random.pick(LISTING_SORTS),
    ...(random.chance(0.3) ? { stage: random.sample(["idea", "mvp", "gone"], random.between(1, 2)) } : {}),
    ...(random.chance(0.3) ? { country: random.sample(["DE", "US", "XX"], random.between(1, 2)) } : {}),
    ...(random.chance(0.3) ? { pricingModel: random.sample(["free", "paid"], random.between(1, 2)) } : {}),
    ...(random.chance(0.2) ? { domain: random.pick(["a.example", "b.example", "none.example"]) } : {}),
    ...(random.chance(0.3) ? { categories: random.sample(["crm", "web-analytics", "nothing"], 2) } : {}),
    ...(random.chance(0.5) ? { q: random.sample(WORDS, random.between(1, 2)).join(" ") } : {}),
  });

  async function check(filter: ListingFilter): Promise<void> {
    const key = KEYS[filter.sort];
    const listed = listedAt();
    const wanted = all
      .filter((listing) => fits(listing, filter))
      .sort(
        (a, b) => key(b, listed) - key(a, listed) || (listed.get(a.id) ?? 0) - (listed.get(b.id) ?? 0) || a.id - b.id,
      );
    const page = random.between(1, 3);
    const perPage = random.pick([5, 20, 100]);
    const { items, total, related } = await db.store.listings.search(filter, { page, perPage });
    expect(total - related, JSON.stringify(filter)).toBe(wanted.length);
    const ids = items.map(({ id }) => id);
    const part = wanted.slice((page - 1) * perPage, page * perPage).map(({ id }) => id);
    if (filter.q === undefined || filter.sort !== "relevance") expect(ids, JSON.stringify(filter)).toEqual(part);
    else for (const id of ids.slice(0, part.length)) expect(wanted.some((listing) => listing.id === id)).toBe(true);
  }

  it("equal a slow scan of all rows", async () => {
    for (let i = 0; i < 300; i++) await check(anyFilter());
  });

  it("stay correct while any process adds and changes listings", async () => {
    for (let i = 0; i < 150; i++) {
      const index = random.between(0, all.length - 1);
      const listing = all[index]!;
      if (random.chance(0.5)) {
        const content = {
          stage: orNull(["idea", "mvp"]),
          country: orNull(["DE", "US"]),
          pricingModel: listing.pricingModel,
        };
        all[index] = await update(db, listing, {
          name: listing.name,
          description: random.sample(WORDS, 2).join(" "),
          content,
        });
      } else {
        const status = random.pick(STATUSES);
        db.writer.prepare("update listings set status = ?, votes = ? where id = ?").run(status, i % 7, listing.id);
        all[index] = { ...listing, status, votes: i % 7 };
      }
      await breathe();
      await check(anyFilter());
    }
  });

  it("are the same when words and prefixes come from cached sets, with little cache memory", async () => {
    const inSets = listingSearch(db.writer, { quick: 20, maxBytes: 1500 });
    await inSets.warm();
    const typed = [
      "apple",
      "ap",
      "appl",
      "banan",
      "bananna",
      "thin",
      "thing",
      "cherry el",
      "eldr damson",
      "thing 1",
      "t",
    ];
    for (let i = 0; i < 300; i++) {
      const listing = all[random.between(0, all.length - 1)]!;
      if (i % 3 === 0)
        db.writer.prepare("update listings set status = ? where id = ?").run(random.pick(STATUSES), listing.id);
      await breathe();
      if (i % 5 === 0)
        await update(db, listing, { name: listing.name, description: random.sample(WORDS, 2).join(" ") });
      const filter = { ...anyFilter(), ...(random.chance(0.9) ? { q: random.pick([...typed, ...WORDS]) } : {}) };
      const page = { page: random.between(1, 3), perPage: random.pick([5, 20, 100]) };
      const { items, ...counts } = await db.store.listings.search(filter, page);
      const found = await inSets.search(filter, page);
      expect(found, JSON.stringify(filter)).toEqual({ ids: items.map(({ id }) => id), ...counts });
    }
    for (const listing of all) Object.assign(listing, (await db.store.listings.find(listing.id))!);
  });

  it("walking the order of many matches equals sorting them", async () => {
    for (let i = 0; i < 1200; i++)
      all.push(
        await add(db, {
          name: `More ${i}`,
          description: "fig grape",
          votes: i % 3,
          category: "crm",
          domain: "c.example",
        }),
      );
    for (const sort of LISTING_SORTS.filter((name) => name !== "relevance")) {
      await check({ status: "live", sort, q: "fig" });
      await check({ status: "live", sort });
    }
  });
});

describe("the index", () => {
  it("equals a rebuilt one after any changes", async () => {
    const db = await createDatabase();
    const random = freshRandom("index");
    const word = () => random.pick(["alpha", "beta", "gamma", "delta", "épsilon", "c++", "検索", "o'neil"]);
    const listings: Listing[] = [];
    for (let i = 0; i < 40; i++)
      listings.push(await add(db, { name: `${word()} ${i}`, tagline: word(), description: word() }));
    for (let i = 0; i < 60; i++) {
      const at = random.between(0, listings.length - 1);
      listings[at] = await update(db, listings[at]!, { name: `${word()} ${i}`, tagline: word(), description: word() });
    }
    await expect(
      db.store.change(async (tx) => {
        await tx.listings.update(
          listings[0]!,
          searchableContent({ name: "never" }),
          {},
          SEARCHABLE_AUTHOR,
          SEARCHABLE_SINCE,
        );
        throw new Error("no");
      }),
    ).rejects.toThrow("no");

    const everything = () => ({
      texts: db.writer.prepare("select * from listing_texts order by listing_id").all(),
      words: (db.writer.prepare("select term from listing_search_words").pluck().all() as string[]).map((term) => [
        term,
        db.writer
          .prepare("select rowid from listing_search where listing_search match ? order by rowid")
          .pluck()
          .all(`"${term}"`),
        db.writer
          .prepare("select rowid from listing_names where listing_names match ? order by rowid")
          .pluck()
          .all(`"${term}"`),
        db.writer
          .prepare("select rowid from listing_leads where listing_leads match ? order by rowid")
          .pluck()
          .all(`"${term}"`),
      ]),
    });
    const kept = everything();
    expect(kept.texts.length).toBe(40);
    db.writer.exec("update search_state set value = 0");
    sqliteStore(connect(db.writer));
    expect(everything()).toEqual(kept);
    await db.close();
  });

  it("is merged to one segment in short steps, with the same results", async () => {
    const db = await createDatabase();
    for (let i = 0; i < 40; i++)
      await add(db, { name: `Item ${i}`, tagline: `No ${i}`, description: `charts ${i % 7}` });
    const segments = () =>
      ["listing_search", "listing_names", "listing_leads"].map(
        (table) => db.writer.prepare(`select count(distinct segid) from ${table}_idx`).pluck().get() as number,
      );
    expect(Math.min(...segments())).toBeGreaterThan(1);
    const before = await named(db, "charts 3");
    const merge = (isFirst: boolean) => db.store.change(async (tx) => tx.listings.mergeSearchIndex(isFirst));
    let steps = 1;
    for (; await merge(steps === 1); steps++) expect(steps).toBeLessThan(100);
    expect(segments()).toEqual([1, 1, 1]);
    expect(await merge(true)).toBe(false);
    expect(await named(db, "charts 3")).toEqual(before);
    expect(checkSearchIndex(db.writer, { sampleEvery: 1 })).toEqual([]);
    await db.close();
  });

  it("is checked word by word: a missing listing is noticed even if others have the same words", async () => {
    const db = await createDatabase();
    const [first] = [
      await add(db, { name: "Tide", tagline: "charts" }),
      await add(db, { name: "Moon", tagline: "charts" }),
    ];
    expect(checkSearchIndex(db.writer, { sampleEvery: 1 })).toEqual([]);
    db.writer.prepare("delete from listing_search where rowid = ?").run(first.id);
    db.writer.prepare("insert into listing_search(rowid, words) values (?, ' tide ')").run(first.id);
    expect(checkSearchIndex(db.writer, { sampleEvery: 1 })).toEqual([`listing ${first.id} is not found by "charts"`]);
    await db.close();
  });

  it("finds new words at once, forgets old ones, follows other connections, and survives a restart", async () => {
    const db = await createDatabase();
    const first = await add(db, { name: "Umbrella", description: "rain" });
    expect(await named(db, "umbrela")).toEqual(["Umbrella"]);
    await add(db, { name: "Zeppelin" });
    expect(await named(db, "zepelin")).toEqual(["Zeppelin"]);
    await update(db, first, { name: "Parasol", description: "sun" });
    expect(await named(db, "umbrella")).toEqual([]);
    expect(await named(db, "parasole")).toEqual(["Parasol"]);

    const other = { ...db, store: sqliteStore(connect(openWriter(db.file))) };
    await add(other, { name: "Telescope" });
    expect(await named(db, "telescoep")).toEqual(["Telescope"]);
    expect(await named(other, "zeppelln")).toEqual(["Zeppelin"]);
    expect(await named(other, "", {})).toHaveLength(3);
    await other.store.close();
    await db.close();
  });
});
