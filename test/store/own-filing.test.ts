import { join } from "node:path";
import { expect, it } from "vitest";
import type { OwnValues } from "../../domain/listings/own-fields.ts";
import { readWhere } from "../../domain/listings/own-filter.ts";
import { fileOwnFields } from "../../jobs/file-own-fields.ts";
import { openWriter } from "../../store/sqlite/open.ts";
import type { Store } from "../../store/store.ts";
import { continueIds } from "../helpers/continue-ids.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { defineFields, ownField } from "../helpers/own-fields.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";
import { freshRandom } from "../helpers/random.ts";
import { addSearchable, SEARCHABLE_AUTHOR, SEARCHABLE_SINCE, searchableContent } from "../helpers/searchable.ts";

const db = await createSeededDatabase();
const LICENCE = ownField("licence", "licence", { isFilter: true });
const STARS = ownField("stars", "number", { isFilter: true, isSort: true, steps: [100] });
const random = freshRandom("filing");
const valuesOf = (): OwnValues => ({
  ...(random.chance(0.8) && { licence: ["MIT", "GPL-3.0-only"].filter(() => random.chance(0.6)) }),
  ...(random.chance(0.8) && { stars: random.pick([5, 100, 36515]) }),
});

const known = new Map<number, OwnValues>();
async function add(id?: number): Promise<void> {
  if (id !== undefined) continueIds(db.writer, id);
  const attributes = valuesOf();
  const listing = await addSearchable(db.store, {
    name: `Tool ${known.size}`,
    content: { profile: { attributes } as never },
  });
  known.set(listing.id, attributes);
}
async function edit(id: number, store: Store = db.store): Promise<void> {
  const listing = (await store.listings.find(id))!;
  known.set(id, valuesOf());
  const content = {
    ...searchableContent({ name: listing.name }),
    profile: { ...listing.profile, attributes: known.get(id)! },
  };
  await store.change((tx) => tx.listings.update(listing, content, {}, SEARCHABLE_AUTHOR, SEARCHABLE_SINCE));
}
const search = async (own: object, store = db.store) =>
  (await store.listings.search({ status: "live", sort: "newest", own: own as never }, { page: 1, perPage: 1 })).total;
const counts = async (store = db.store) => (await store.listings.counts({ status: "live", sort: "newest" })).own;
const countOf = (holds: (values: OwnValues) => boolean) => [...known.values()].filter(holds).length;
const isMit = ({ licence }: OwnValues) => (licence as string[] | undefined)?.includes("MIT") === true;
const MIT = { licence: { any: ["MIT"] } };

/** What filters read, against the view that says what listings have. */
const differing = () =>
  db.searched
    .prepare(
      `select * from (select * from values_of_listings except select field, value, listing_id, num from listing_values)
       union all select * from (select field, value, listing_id, num from listing_values except select * from values_of_listings)`,
    )
    .all();
const unready = (store = db.store) => store.ownFields().filter(({ isIndexing }) => isIndexing);
const runJob = () =>
  Reflect.apply(fileOwnFields.run, undefined, [{}, { store: db.store }, AbortSignal.timeout(60_000)]);
/** A job or, on PostgreSQL, each process files the rest. */
async function filed(): Promise<void> {
  await runJob();
  await expect.poll(() => unready()).toEqual([]);
}
async function allIsRight(): Promise<void> {
  expect(differing()).toEqual([]);
  expect(await search(MIT)).toBe(countOf(isMit));
  const own = await counts();
  expect(own.get("licence")?.get("MIT")).toBe(countOf(isMit));
  expect(own.get("stars")?.get(">=100")).toBe(countOf(({ stars }) => Number(stars) >= 100));
}

it("a filter that is switched on above 20,000 listings is right after its job, however listings change meanwhile", async () => {
  for (let nth = 0; nth < 30; nth++) await add(nth === 0 ? undefined : nth * 2000);
  await defineFields(db.store, LICENCE, STARS);
  const job = filed();
  for (let round = 0; round < 40; round++) await (random.chance(0.2) ? add() : edit(random.pick([...known.keys()])));
  await job;
  await allIsRight();

  await defineFields(db.store, { ...LICENCE, isFilter: false }, STARS);
  await filed();
  expect((await counts()).has("licence")).toBe(false);
  await expect.poll(differing).toEqual([]);
  await defineFields(db.store, LICENCE);
  await filed();
  await allIsRight();
});

it.skipIf(isPostgres())("until then it is no filter, and another process completes what one began", async () => {
  await db.store.change((tx) => tx.fieldDefinitions.remove("licence"));
  await filed();
  await defineFields(db.store, LICENCE);
  const fieldNow = () => db.store.ownFields().find(({ key }) => key === "licence");
  expect(fieldNow()).toMatchObject({ isIndexing: true });
  expect(fieldNow()).not.toHaveProperty("isFilter");
  expect(await db.store.fieldDefinitions.list()).toContainEqual(LICENCE);
  expect(readWhere("licence:MIT", db.store.ownFields())).toEqual({
    fault: '"licence" is still being indexed. Try again in a few minutes.',
  });
  expect((await counts()).has("licence")).toBe(false);
  expect((await counts()).get("stars")?.get(">=100")).toBeGreaterThan(0);

  // Sets that a search reads in between are read again (trap 2).
  expect(await search(MIT)).toBeLessThan(countOf(isMit));
  const step = (store: Store) => store.change(async (tx) => tx.listings.fileOwn());
  for (let slice = 0; slice < 10; slice++) expect(await step(db.store)).toBe(true);
  const [low, high] = [Math.min(...known.keys()), Math.max(...known.keys())];
  for (const id of [low, 24_000, high]) await edit(id);

  const other = await db.another();
  expect(unready(other)).toHaveLength(1);
  while (await step(other));
  expect(unready(other)).toEqual([]);
  expect(unready()).toEqual([]);
  await allIsRight();
  expect(await search(MIT, other)).toBe(countOf(isMit));
  await other.close();

  // Switched off and on before the values were taken out.
  await defineFields(db.store, { ...LICENCE, isFilter: false });
  expect(unready()).toEqual([]);
  await step(db.store);
  await defineFields(db.store, LICENCE);
  await edit(high);
  await filed();
  await allIsRight();
});

it.runIf(isPostgres())("a process that was killed while it indexed goes on when it starts again", async () => {
  const first = await db.another();
  await expect.poll(() => unready(first)).toEqual([]);
  await first.close();
  const file = openWriter(join(db.folder, "replica-2.db"));
  file.exec(`delete from listing_values where field = 'licence' and listing_id > 30000;
    insert into search_state(key, value) values ('values:licence', 30000)`);
  expect(file.prepare("select count(*) from listing_values where field = 'licence'").pluck().get()).toBeGreaterThan(0);
  file.close();
  const again = await db.another();
  await expect.poll(() => unready(again)).toEqual([]);
  expect(await search(MIT, again)).toBe(countOf(isMit));
  await again.close();
});
