import { expect, it } from "vitest";
import type { ListingFilter } from "../../domain/listings/listing.ts";
import type { OwnField, OwnValues } from "../../domain/listings/own-fields.ts";
import { readWhere } from "../../domain/listings/own-filter.ts";
import { fileOwnFields } from "../../jobs/file-own-fields.ts";
import { checkSearchIndex } from "../../store/search/check-index.ts";
import { listingSearch } from "../../store/search/listing-search.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";
import { freshRandom } from "../helpers/random.ts";
import { addSearchable, SEARCHABLE_AUTHOR, SEARCHABLE_SINCE, searchableContent } from "../helpers/searchable.ts";

const db = await createSeededDatabase();
const EVERYWHERE = { shownIn: ["facts"], editors: "owner", isFilter: true } as const;
const define = (field: Omit<OwnField, "label" | "shownIn" | "editors"> & Partial<OwnField>): OwnField => ({
  ...EVERYWHERE,
  label: field.key,
  shownIn: ["facts"],
  ...field,
});
const LICENCE = define({ key: "licence", kind: "licence" });
const STARS = define({ key: "stars", kind: "number", isSort: true, steps: [100, 1000] });
const DEMO = define({ key: "demo", kind: "flag" });
const SEEN = define({ key: "seen", kind: "date", isSort: true, steps: [Date.parse("2026-06-01") / 1000] });
const FIELDS = [LICENCE, STARS, DEMO, SEEN];

const everything: ListingFilter = { status: "live", sort: "newest" };
const found = async (filter: Partial<ListingFilter>): Promise<string[]> => {
  const { items } = await db.store.listings.search({ ...everything, ...filter }, { page: 1, perPage: 100 });
  return items.map(({ name }) => name);
};
const where = (text: string) => {
  const read = readWhere(text, db.store.ownFields());
  if ("fault" in read) throw new Error(read.fault);
  return { own: read.filter };
};
const countsOf = async (filter: Partial<ListingFilter> = {}) => {
  const { own } = await db.store.listings.counts({ ...everything, ...filter });
  return Object.fromEntries([...own].map(([key, counts]) => [key, Object.fromEntries(counts)]));
};
const save = (...fields: OwnField[]) =>
  db.store.change(async (tx) => {
    for (const field of fields) await tx.fieldDefinitions.save(field, FIELDS.indexOf(field));
  });

const runJob = () =>
  Reflect.apply(fileOwnFields.run, undefined, [{}, { store: db.store }, AbortSignal.timeout(60_000)]);

const random = freshRandom("own fields");
const LICENCES = ["MIT", "GPL-3.0-only", "AGPL-3.0", "Apache-2.0"];
const valuesOf = (): OwnValues => ({
  ...(random.chance(0.8) && { licence: LICENCES.filter(() => random.chance(0.3)) }),
  ...(random.chance(0.8) && { stars: random.pick([0, 5, 100, 500, 1000, 36515, -3, 0.5]) }),
  ...(random.chance(0.5) && { demo: random.chance(0.5) }),
  ...(random.chance(0.7) && { seen: random.pick(["2026-01-31", "2026-06-01", "2026-11-29"]) }),
});

it("own fields filter, count and sort as their values say, through any edits and definitions", async () => {
  const known = new Map<string, OwnValues>();
  const ids = new Map<string, number>();
  const nameOf = new Map<number, string>();
  const walking = isPostgres() ? undefined : listingSearch(db.writer, { toSort: 0 });
  for (let made = 0; made < 60; made++) {
    const name = `Tool ${made}`;
    known.set(name, valuesOf());
    const attributes = known.get(name)!;
    const { id } = await addSearchable(db.store, { name, content: { profile: { attributes } as never } });
    ids.set(name, id);
    nameOf.set(id, name);
  }
  // Values that were there before their field.
  await save(LICENCE, STARS);
  await save(DEMO, SEEN);
  for (let round = 0; round < 20; round++) {
    const name = random.pick([...known.keys()]);
    const listing = (await db.store.listings.find(ids.get(name)!))!;
    known.set(name, valuesOf());
    const profile = { ...listing.profile, attributes: known.get(name)! };
    const content = { ...searchableContent({ name }), profile };
    await db.store.change((tx) => tx.listings.update(listing, content, {}, SEARCHABLE_AUTHOR, SEARCHABLE_SINCE));

    const names = (holds: (values: OwnValues) => boolean) =>
      [...known].flatMap(([one, values]) => (holds(values) ? [one] : [])).sort();
    const licences = (values: OwnValues) => (values.licence ?? []) as string[];
    const isGpl = (values: OwnValues) => licences(values).includes("GPL-3.0-only");
    expect((await found(where("licence:GPL-3.0"))).sort()).toEqual(names(isGpl));
    expect((await found(where("licence:MIT|GPLv3 demo:yes stars>=100"))).sort()).toEqual(
      names(
        (values) =>
          (licences(values).includes("MIT") || isGpl(values)) && values.demo === true && Number(values.stars) >= 100,
      ),
    );
    expect((await found(where("stars>=0 stars<=500 seen>=2026-06-01"))).sort()).toEqual(
      names(({ stars, seen }) => Number(stars) >= 0 && Number(stars) <= 500 && String(seen ?? "") >= "2026-06-01"),
    );
    // A set of a range is made from the closest below.
    const bound = random.pick([-5, -3, 0, 0.5, 1, 101, 999, 36515, 40_000]);
    const atLeast = ({ stars }: OwnValues) => Number(stars) >= bound;
    expect((await found(where(`stars>=${bound}`))).sort()).toEqual(names(atLeast));
    const counts = await countsOf(where("stars>=1000"));
    const amongThem = [...known.values()].filter(({ stars }) => Number(stars) >= 1000);
    expect(counts.licence?.MIT ?? 0).toBe(amongThem.filter((values) => licences(values).includes("MIT")).length);
    expect(counts.licence?.["GPL-3.0"] ?? 0).toBe(amongThem.filter(isGpl).length);
    expect(counts.demo?.["1"] ?? 0).toBe(amongThem.filter(({ demo }) => demo === true).length);
    // Of its own field, a filter leaves all values to choose from.
    expect(counts.stars?.[">=100"]).toBe(names(({ stars }) => Number(stars) >= 100).length);

    const sorted = await found({ ownSort: "-stars" });
    // Many matches walk the index of the field instead.
    const walked = await walking?.search({ ...everything, ownSort: "-stars" }, { page: 1, perPage: 100 });
    if (walked) expect(walked.ids.map((id) => nameOf.get(id))).toEqual(sorted);
    expect(sorted).toHaveLength(known.size);
    const stars = sorted.map((one) => known.get(one)!.stars);
    const withStars = stars.filter((value) => value !== undefined);
    expect(stars.slice(0, withStars.length)).toEqual([...withStars].sort((a, b) => Number(b) - Number(a)));
  }
});

it("an own field that is no filter any more counts nothing, and is filed again when it is", async () => {
  const before = await countsOf();
  expect(Object.keys(before.licence ?? {})).toContain("MIT");
  await save({ ...LICENCE, isFilter: false });
  expect((await countsOf()).licence).toBeUndefined();
  await save({ ...LICENCE, label: "Licence" });
  expect((await countsOf()).licence).toEqual(before.licence);
  expect(db.store.ownFields().find(({ key }) => key === "licence")?.label).toBe("Licence");
  await db.store.change((tx) => tx.fieldDefinitions.remove("licence"));
  expect(readWhere("licence:MIT", db.store.ownFields())).toEqual({
    fault: 'There is no filter "licence". Filters are stars, demo, seen.',
  });
  expect((await countsOf()).licence).toBeUndefined();
});

it("words of a searched field are found once a job has filed them, and no longer when it is not searched", async () => {
  const material = define({ key: "material", kind: "choices", options: [{ value: "oak", label: "Quercus" }] });
  const others = Array.from({ length: 250 }, (_, index) => `Chair ${index}`);
  for (const name of [...others, "Table"])
    await addSearchable(db.store, {
      name,
      content: { profile: { attributes: { material: ["oak", "brass"] } } as never },
    });
  const { isFilter: _, ...unfiltered } = material;
  const total = async (q: string) =>
    (await db.store.listings.search({ q, status: "live", sort: "newest" }, { page: 1, perPage: 1 })).total;
  /** A job or, on PostgreSQL, the process files them. */
  const filed = async (q: string, count: number) => {
    await runJob();
    await expect.poll(() => total(q), { timeout: 20_000 }).toBe(count);
    expect(checkSearchIndex(db.searched, { sampleEvery: 10 })).toEqual([]);
  };
  await save(unfiltered);
  await filed("brass", 0);
  await save({ ...unfiltered, isSearched: true });
  if (!isPostgres()) {
    // Neither found nor a fault until then. A listing that is edited meanwhile is.
    expect(await total("brass")).toBe(0);
    expect(checkSearchIndex(db.writer)).toEqual([]);
    await db.store.change(async (tx) => tx.listings.fileOwn());
    expect(await total("brass")).toBeGreaterThan(0);
    expect(await total("brass")).toBeLessThan(251);
  }
  await filed("brass", 251);
  expect(await total("quercus table")).toBe(1);
  await save({ ...unfiltered, isSearched: true, options: [{ value: "oak", label: "Oakwood" }] });
  await filed("quercus", 0);
  expect(await total("oakwood")).toBe(251);
  await addSearchable(db.store, {
    name: "Bench",
    content: { profile: { attributes: { material: ["brass"] } } as never },
  });
  expect(await total("brass")).toBe(252);
  await db.store.change((tx) => tx.fieldDefinitions.remove("material"));
  await filed("brass", 0);
  expect(await total("table")).toBe(1);
}, 60_000);
