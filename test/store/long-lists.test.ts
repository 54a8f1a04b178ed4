import { setImmediate as breathe } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadDemo } from "../../data/load-demo.ts";
import type { Store } from "../../store/store.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { caughtUp } from "../helpers/postgres/caught-up.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";
import { freshRandom } from "../helpers/random.ts";

const LISTINGS = 1500;
const WRITES = isPostgres() ? 25 : 60;
const now = new Date("2026-01-05T00:00:00Z");

let db: Awaited<ReturnType<typeof createSeededDatabase>>;
let other: Store;
beforeEach(async () => {
  db = await createSeededDatabase();
  await loadDemo(db.store, { count: LISTINGS, now, zone: "UTC" });
  db.writer.exec("update listings set votes = id * 7919 % 13, trending = id * 104729 % 991, views = id % 7");
  db.writer.exec("update listings set followers = id % 3, domain_rating = nullif(id * 31 % 90, 0)");
  db.writer.exec("update founders set country = 'DE' where id % 5 = 0");
  other = await db.another();
});
afterEach(async () => {
  await other.close();
  await db.close();
});

const ids = (sql: string): number[] => db.writer.prepare<[], number>(sql).pluck().all();
const live = (order: string, where = "true") =>
  ids(`select id from listings where status = 'live' and ${where} order by ${order}`);
const fromGermany = `(founders.country = 'DE' or (founders.country is null and exists (select 1 from listing_founders link
  join listings on listings.id = link.listing_id
  where link.founder_id = founders.id and listings.status = 'live' and listings.country = 'DE')))`;
const founders = (where = "true") =>
  ids(`select id from founders where live_listings > 0 and ${where} order by sort_name, id`);

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
type Listed = { ids: number[]; total: number };
/** Long lists: what a page of each must be, and what it is. */
const LISTS: Record<string, { all: () => number[]; page: (store: Store, page: number) => Promise<Listed> }> = {
  ...Object.fromEntries(
    Object.entries({
      newest: "listed_at desc nulls last, id",
      votes: "votes desc, listed_at nulls first, id",
      most_viewed: "views desc, listed_at nulls first, id",
      most_followed: "followers desc, listed_at nulls first, id",
    } as const).map(([sort, order]) => [
      `listings, ${sort}`,
      {
        all: () => live(order),
        page: async (store: Store, page: number) => {
          const wanted = { status: "live", sort: sort as "newest" | "votes" } as const;
          const { items, total } = await store.listings.search(wanted, { page, perPage: 20 });
          return { ids: idsOf(items), total };
        },
      },
    ]),
  ),
  "listings of a country": {
    all: () => live("votes desc, listed_at nulls first, id", "country = 'DE'"),
    async page(store, page) {
      const wanted = { status: "live" as const, sort: "relevance" as const, country: ["DE"] };
      const { items, total } = await store.listings.search(wanted, { page, perPage: 20 });
      return { ids: idsOf(items), total };
    },
  },
  trending: {
    all: () => live("trending desc, listed_at nulls first, id"),
    async page(store, page) {
      const { rows, total } = await store.launches.feed("trending", { offset: 20 * (page - 1), limit: 20 });
      return { ids: idsOf(rows), total };
    },
  },
  "most voted": {
    all: () => live("votes desc, listed_at nulls first, id", "votes > 0"),
    async page(store, page) {
      const { rows, total } = await store.launches.voted({ offset: 20 * (page - 1), limit: 20 });
      return { ids: idsOf(rows), total };
    },
  },
  "domain rating": {
    all: () => live("domain_rating desc, listed_at nulls first, id", "domain_rating is not null"),
    async page(store, page) {
      const { rows, total } = await store.figures.ratingBoard({ offset: 20 * (page - 1), limit: 20 });
      return { ids: idsOf(rows.map(({ listing }) => listing)), total };
    },
  },
  founders: {
    all: () => founders(),
    async page(store, page) {
      const { items, total } = await store.founders.list({}, { page, perPage: 20 });
      return { ids: idsOf(items), total };
    },
  },
  "founders of a country": {
    all: () => founders(fromGermany),
    async page(store, page) {
      const { items, total } = await store.founders.list({ country: "DE" }, { page, perPage: 20 });
      return { ids: idsOf(items), total };
    },
  },
};

describe("a page of a long list", () => {
  it("is right in every process after every write, near the top and far below", async () => {
    const random = freshRandom("long lists");
    const any = () => random.between(1, LISTINGS);
    const writes = [
      () => `update listings set votes = votes + 1 where id = ${any()}`,
      () =>
        `update listings set views = views + ${random.between(1, 9)}, followers = followers + 1 where id = ${any()}`,
      () => `update listings set status = '${random.pick(["live", "suspended"])}' where id = ${any()}`,
      () => `update listings set votes = votes + 1, trending = ${random.between(0, 2000)} where id = ${any()}`,
      () => `update listings set votes = 0, domain_rating = nullif(${random.between(0, 3)}, 0) where id < ${any() / 4}`,
      () => `update listings set launched_at = launched_at - ${any()}000 where id % 97 = ${random.between(0, 96)}`,
      () => `update listings set country = '${random.pick(["DE", "FR"])}' where id % 89 = ${random.between(0, 88)}`,
      () => `update founders set country = ${random.pick(["'DE'", "null"])} where id % 83 = ${random.between(0, 82)}`,
      () =>
        `update founders set sort_name = '${random.pick(["a", "m", "z"])}' || id where id % 101 = ${random.between(0, 99)}`,
      () => `update listings set status = 'live', launched_at = 0 where status = 'scheduled' and id < ${any()}`,
      () => `update listings set votes = 5, launched_at = ${now.getTime()} where id > ${LISTINGS - any() / 2}`,
    ];
    for (let nth = 0; nth < WRITES; nth++) {
      db.writer.exec(random.pick(writes)());
      await breathe();
      await caughtUp(db.store, other);
      for (const name of random.sample(Object.keys(LISTS), 4)) {
        const { all, page } = LISTS[name]!;
        const wanted = all();
        const number = random.between(1, Math.ceil(wanted.length / 20) + 1);
        expect(await page(random.pick([db.store, other]), number), `${name}, page ${number}, write ${nth}`).toEqual({
          ids: wanted.slice(20 * (number - 1), 20 * number),
          total: wanted.length,
        });
      }
    }
  });
});
