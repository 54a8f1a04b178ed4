import { setImmediate as breathe } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadPhrases } from "../../data/load-seed.ts";
import categories from "../../data/seed/categories.json" with { type: "json" };
import type { Listing, ListingFilter } from "../../domain/listings/listing.ts";
import { listingSearch } from "../../store/search/listing-search.ts";
import { connect, openWriter } from "../../store/sqlite/open.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { freshRandom } from "../helpers/random.ts";
import { rounds } from "../helpers/rounds.ts";
import {
  addSearchable,
  SEARCHABLE_AUTHOR,
  SEARCHABLE_SINCE,
  type Searchable,
  searchableContent,
} from "../helpers/searchable.ts";

let db: Awaited<ReturnType<typeof createSeededDatabase>>;
beforeEach(async () => {
  db = await createSeededDatabase();
});
afterEach(() => db.close());

const add = (given: Searchable, store = db.store) => addSearchable(store, given);

async function found(q: string, filter: Partial<ListingFilter> = {}, store = db.store) {
  const page = await store.listings.search(
    { q, status: "live", sort: "relevance", ...filter },
    { page: 1, perPage: 20 },
  );
  return { ...page, names: page.items.map(({ name }) => name), why: page.items.map(({ id }) => page.reasons.get(id)) };
}

describe("a question in everyday words", () => {
  it("finds listings of its category even without its words", async () => {
    await add({ name: "Pulsewatch", tagline: "Probes and alarms", category: "uptime-monitoring" });
    await add({ name: "Ledgerly", tagline: "Double entry", category: "accounting" });
    const { names, total, related, why } = await found("tell me when my site is down");
    expect(names[0]).toBe("Pulsewatch");
    expect(related).toBe(total);
    expect(why[0]).toContain("category: Uptime monitoring");
  });

  it("finds listings with some of its words in any form, those with more and rarer words first", async () => {
    await add({ name: "Plain", description: "A planner" });
    await add({ name: "Wards", description: "Rosters for nurses and their managers" });
    await add({ name: "Care", description: "For nursing homes" });
    const { names, why } = await found("a roster for every nurse abroad please");
    expect(names[0]).toBe("Wards");
    expect(names).toContain("Care");
    expect(why[0]).toContain("matches: rosters, nurses");
  });

  it("ranks full matches before related listings, each once across pages", async () => {
    await add({ name: "Both", description: "harbor ledger" });
    for (let i = 0; i < 12; i++) await add({ name: `Half ${i}`, description: i % 2 ? "harbor" : "ledger" });
    const names: string[] = [];
    for (let page = 1; page <= 5; page++) {
      const filter = { q: "ledger harbor", status: "live", sort: "relevance" } as const;
      const { items, total, related } = await db.store.listings.search(filter, { page, perPage: 3 });
      expect({ total, related }).toEqual({ total: 13, related: 12 });
      names.push(...items.map(({ name }) => name));
    }
    expect(names[0]).toBe("Both");
    expect(new Set(names).size).toBe(13);
  });

  it("adds nothing to an exact name, to other orders, or if nothing is known", async () => {
    await add({ name: "Ledger Harbor" });
    await add({ name: "Other", description: "harbor ledger" });
    await add({ name: "Third", description: "harbor" });
    expect((await found("ledger harbor")).names).toEqual(["Ledger Harbor", "Other"]);
    expect((await found("harbor third zzz", { sort: "newest" })).related).toBe(0);
    expect((await found("xqzzv wkkpq")).names).toEqual([]);
  });

  it("respects filters", async () => {
    await add({ name: "Inside", description: "harbor", category: "crm" });
    await add({ name: "Outside", description: "harbor", category: "payroll" });
    expect((await found("ledger harbor boats", { categories: ["crm"] })).names).toEqual(["Inside"]);
  });

  it("knows new phrases of a category in every process", async () => {
    await add({ name: "Pulsewatch", category: "uptime-monitoring" });
    const other = await db.another();
    expect((await found("canary in the coal mine")).names).toEqual([]);
    expect((await found("canary in the coal mine", {}, other)).names).toEqual([]);
    const row = (await other.reference.findCategory("uptime-monitoring"))!;
    await other.change((tx) => tx.categories.save({ ...row, phrases: ["canary in a coal mine"] }));
    expect((await found("canary in the coal mine")).names).toEqual(["Pulsewatch"]);
    expect((await found("canary in the coal mine", {}, other)).names).toEqual(["Pulsewatch"]);
    await other.close();
  });

  it("classifies a text by a category's current phrases", async () => {
    const about = async () => (await db.store.listings.likelyCategories("canary in the coal mine", 3))[0];
    expect(await about()).not.toBe("Uptime monitoring");
    expect(await about()).toBe(await about());
    const row = (await db.store.reference.findCategory("uptime-monitoring"))!;
    await db.store.change((tx) => tx.categories.save({ ...row, phrases: ["canary in a coal mine"] }));
    expect(await about()).toBe("Uptime monitoring");
  });

  it("is answered as by a new process after any changes", async () => {
    const random = freshRandom("questions");
    const words = ["invoice", "invoices", "roster", "nurse", "uptime", "ledger", "camera", "recipes"];
    const some = () => random.sample(words, 2).join(" ");
    const listings: Listing[] = [];
    for (let i = 0; i < 60; i++)
      listings.push(await add({ name: `Item ${i}`, tagline: some(), category: random.pick(["crm", "payroll"]) }));
    const inSets = listingSearch(db.writer, { quick: 2 });
    await inSets.warm();
    for (let i = rounds({ short: 15, long: 60 }); i > 0; i--) {
      const index = random.between(0, listings.length - 1);
      const content = searchableContent({ name: `Item ${index}`, tagline: some(), description: random.pick(words) });
      listings[index] = await db.store.change((tx) =>
        tx.listings.update(listings[index]!, content, {}, SEARCHABLE_AUTHOR, SEARCHABLE_SINCE),
      );
      const filter = { q: `${some()} salaries`, status: "live", sort: "relevance" } as const;
      const page = { page: 1, perPage: 100 };
      const [fresh, kept] = [await listingSearch(db.writer).search(filter, page), await inSets.search(filter, page)];
      const behindMatches = ({ ids, total, related }: typeof fresh) => ids.slice(total - related);
      expect(behindMatches(kept), filter.q).toEqual(behindMatches(fresh));
      expect(kept.ids.toSorted(), filter.q).toEqual(fresh.ids.toSorted());
      expect(fresh.ids.length).toBeGreaterThan(0);
    }
  });

  it("follows words and status of listings despite caching related ones", async () => {
    const random = freshRandom("kept questions");
    const words = ["roster", "rosters", "nurse", "nurses", "camera", "recipe"];
    const listings: Listing[] = [];
    // A word that no listing has any more is corrected only after the vocabulary is read again.
    await add({ name: "All", tagline: words.join(" ") });
    for (let i = 0; i < 16; i++)
      listings.push(
        await add({ name: `Item ${i}`, tagline: random.pick(words), category: random.pick(["crm", "payroll"]) }),
      );
    const other = openWriter(db.file);
    const changes: ((id: number, index: number) => unknown)[] = [
      (id) => other.prepare("update listings set status = ? where id = ?").run(random.pick(["live", "suspended"]), id),
      async (_id, index) => {
        const content = searchableContent({ name: `Item ${index}`, tagline: random.pick(words) });
        listings[index] = await db.store.change((tx) =>
          tx.listings.update(listings[index]!, content, {}, SEARCHABLE_AUTHOR, SEARCHABLE_SINCE),
        );
      },
    ];
    const { reader } = connect(db.writer);
    const kept = listingSearch(reader);
    const questions = [
      "a roster for every nurse",
      "payroll nurses",
      "customers and rosters",
      "camera for a sales pipeline",
    ];
    for (let i = rounds({ short: 20, long: 80 }); i > 0; i--) {
      const index = random.between(0, listings.length - 1);
      await random.pick(changes)(listings[index]!.id, index);
      await breathe();
      const fresh = listingSearch(db.writer);
      for (const q of questions) {
        const asked = [
          { q, status: "live", sort: "relevance" },
          { page: 1, perPage: 100 },
        ] as const;
        const [found, wanted] = [await kept.search(...asked), await fresh.search(...asked)];
        expect(found.ids.toSorted(), q).toEqual(wanted.ids.toSorted());
      }
    }
    other.close();
    reader.close();
  });
});

describe("a search for one word", () => {
  it("finds names first, then taglines and keywords, then other places, in each the most voted first", async () => {
    await add({ name: "Far", description: "charts", votes: 9 });
    await add({ name: "Unfinished", tagline: "chartsy", votes: 8 });
    await add({ name: "Near", tagline: "More charts", votes: 1 });
    await add({ name: "Nearest", tagline: "Even more charts", votes: 2 });
    await add({ name: "Good Charts", votes: 0 });
    await add({ name: "Charts Plus", votes: 0 });
    await add({ name: "Charts", votes: 0 });
    const wanted = ["Charts", "Charts Plus", "Good Charts", "Nearest", "Near", "Far", "Unfinished"];
    expect((await found("charts")).names).toEqual(wanted);
    expect((await found("charts")).why.filter(Boolean)).toEqual([]);
    const paged = await Promise.all(
      [1, 2, 3, 4].map((page) =>
        db.store.listings.search({ q: "charts", status: "live", sort: "relevance" }, { page, perPage: 2 }),
      ),
    );
    expect(paged.flatMap(({ items }) => items.map(({ name }) => name))).toEqual(wanted);
  });
});

describe("right after the start", () => {
  it("a search is answered from the index, corrected too, and the same as later", async () => {
    for (let i = 0; i < 5; i++) await add({ name: `Umbrella ${i}`, description: "rain", votes: i });
    await add({ name: "Zeppelin", description: "Flies over rain" });
    const search = listingSearch(db.writer, { atOnce: 0 });
    const ask = (q: string) => search.search({ q, status: "live", sort: "relevance" }, { page: 1, perPage: 20 });
    const typed = ["umbrela", "rain", "zepelin", "umbrella rain", "umb", "flying over umbrellas", "rian ovr"];
    const early = [];
    for (const q of typed) early.push(await ask(q));
    expect(early.map(({ total }) => total > 0)).toEqual(typed.map(() => true));
    await search.warm();
    for (const [index, q] of typed.entries()) expect(await ask(q), q).toEqual(early[index]);
    expect((await ask("mbrella")).total).toBeGreaterThan(0);
  });
});

it("an older database gets the phrases of the categories that it has, but none that the site team took away", async () => {
  db.writer.exec(
    "update categories set phrases_json = null; update categories set phrases_json = '[]' where slug = 'crm'",
  );
  await loadPhrases(db.store);
  const wanted = categories.find(({ slug }) => slug === "payroll")!.phrases;
  expect((await db.store.reference.findCategory("payroll"))!.phrases).toEqual(wanted);
  expect((await db.store.reference.findCategory("crm"))!.phrases).toEqual([]);
});
