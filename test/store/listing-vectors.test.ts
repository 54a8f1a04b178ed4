import { setImmediate as breathe } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Listing } from "../../domain/listings/listing.ts";
import { makeVectors } from "../../jobs/make-vectors.ts";
import { checkSearchIndex } from "../../store/search/check-index.ts";
import { rebuildSearchIndex } from "../../store/search/listing-index.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { freshRandom } from "../helpers/random.ts";
import { addSearchable, SEARCHABLE_AUTHOR, SEARCHABLE_SINCE, searchableContent } from "../helpers/searchable.ts";

let db: Awaited<ReturnType<typeof createSeededDatabase>>;
beforeEach(async () => {
  db = await createSeededDatabase();
});
afterEach(() => db.close());

async function namesFor(q: string, store = db.store): Promise<string[]> {
  const { items } = await store.listings.search({ q, status: "live", sort: "relevance" }, { page: 1, perPage: 20 });
  return items.map(({ name }) => name);
}
const without = (): number =>
  db.writer
    .prepare("select count(*) from listings where id not in (select listing_id from listing_vectors)")
    .pluck()
    .get() as number;
const runJob = () => Reflect.apply(makeVectors.run, undefined, [{}, { store: db.store }, AbortSignal.timeout(60_000)]);

describe("the vectors of listings", () => {
  it("put first what a question means, among listings with as many of its words", async () => {
    await addSearchable(db.store, { name: "Aa", tagline: "Team schedules for guitars and drums" });
    await addSearchable(db.store, { name: "Bb", tagline: "Team schedules for football pitches" });
    await addSearchable(db.store, { name: "Cc", tagline: "Team schedules for hospitals and doctors" });
    expect((await namesFor("schedules nurses wards"))[0]).toBe("Cc");
  });

  it("are made in the change that writes a listing, and equal a recomputation after any changes", async () => {
    const random = freshRandom("vectors");
    const words = ["invoice", "roster", "nurse", "uptime", "ledger", "camera", "recipes", "Rechnung", "qwertz"];
    const some = () => ({ tagline: random.sample(words, 3).join(" "), description: random.pick(words) });
    const listings: Listing[] = [];
    for (let i = 0; i < 20; i++) listings.push(await addSearchable(db.store, { name: `Item ${i}`, ...some() }));
    for (let i = 0; i < 40; i++) {
      const index = random.between(0, listings.length - 1);
      const content = searchableContent({ name: `Item ${index}`, ...some() });
      const edited = db.store.change(async (tx) => {
        listings[index] = await tx.listings.update(listings[index]!, content, {}, SEARCHABLE_AUTHOR, SEARCHABLE_SINCE);
        if (random.chance(0.2)) throw new Error("rolled back");
      });
      await edited.catch(() => undefined);
      listings[index] = (await db.store.listings.find(listings[index]!.id))!;
    }
    expect(without()).toBe(0);
    expect(checkSearchIndex(db.writer, { sampleEvery: 1 })).toEqual([]);
    db.writer.prepare("update listing_vectors set vector = zeroblob(100) where listing_id = ?").run(listings[3]!.id);
    expect(checkSearchIndex(db.writer, { sampleEvery: 1 })).toEqual([`listing ${listings[3]!.id} has another vector`]);
  });

  it("are made by a job where they are missing or of another version, for every process", async () => {
    for (let i = 0; i < 130; i++)
      await addSearchable(db.store, { name: `Item ${i}`, tagline: "Team schedules for guitars" });
    await addSearchable(db.store, { name: "Wards", tagline: "Team schedules for hospitals" });
    const other = await db.another();
    const question = "schedules nurses wards please";
    const before = await namesFor(question);
    rebuildSearchIndex(db.writer);
    expect(without()).toBe(131);
    await runJob();
    expect(without()).toBe(0);
    expect(checkSearchIndex(db.writer, { sampleEvery: 1 })).toEqual([]);
    db.writer.exec("update listing_vectors set version = 0, vector = zeroblob(100)");
    await runJob();
    expect(await namesFor(question)).toEqual(before);
    expect(await namesFor(question, other)).toEqual(before);
    await other.close();
  });

  it("say nothing about text in languages without concepts", async () => {
    await addSearchable(db.store, {
      name: "Blau",
      tagline: "Skriv fakturor och offerter",
      description: "För hantverkare",
    });
    await addSearchable(db.store, { name: "Rot", tagline: "Jämför offerter", description: "För köpare" });
    expect(db.writer.prepare("select length(vector) from listing_vectors").pluck().all()).toEqual([0, 0]);
    const before = await namesFor("offerter för mina hantverkare");
    db.writer.exec("delete from listing_vectors");
    await breathe();
    expect(await namesFor("offerter för mina hantverkare")).toEqual(before);
    expect(before[0]).toBe("Blau");
  });
});

describe("the nearest listings of a category", () => {
  it("share words or meaning with a listing, and votes only decide between equals", async () => {
    const add = (name: string, tagline: string, votes = 0, category = "crm") =>
      addSearchable(db.store, { name, tagline, votes, category });
    const own = await add("Own", "Invoices and payments for plumbers");
    await add("Voted", "Guitar lessons with videos", 90);
    await add("Words", "Invoices for plumbers");
    await add("Meaning", "Billing for electricians and carpenters");
    await add("Elsewhere", "Invoices and payments for plumbers", 99, "payroll");
    await add("Song", "Singing lessons with videos", 3);
    const near = await db.store.listings.nearestFitting(own.id, "crm", 10, () => true);
    expect(near.map(({ name }) => name)).toEqual(["Words", "Meaning", "Voted", "Song"]);
    expect((await db.store.listings.nearestFitting(own.id, "crm", 2, () => true)).map(({ name }) => name)).toEqual([
      "Words",
      "Meaning",
    ]);
  });

  it("follow each edit, although vectors are kept in memory", async () => {
    const add = (name: string, tagline: string) => addSearchable(db.store, { name, tagline, category: "crm" });
    const own = await add("Own", "Veterinarian");
    const texts = ["Puppies, kittens", "Guitar, violin"];
    const others = [await add("First", texts[0]!), await add("Second", texts[1]!)];
    const names = async () =>
      (await db.store.listings.nearestFitting(own.id, "crm", 10, () => true)).map(({ name }) => name);
    expect(await names()).toEqual(["First", "Second"]);
    for (const [index, listing] of others.entries()) {
      const content = searchableContent({ name: listing.name!, tagline: texts[1 - index]! });
      await db.store.change((tx) => tx.listings.update(listing, content, {}, SEARCHABLE_AUTHOR, SEARCHABLE_SINCE));
    }
    expect(await names()).toEqual(["Second", "First"]);
  });
});
