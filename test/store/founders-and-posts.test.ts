import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadDemo } from "../../data/load-demo.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { SHARD_SIZE } from "../../store/repos/site/sitemap.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";

/** Every answer is held against one computed slowly from all rows. */
let db: Awaited<ReturnType<typeof createSeededDatabase>>;
const now = new Date("2026-11-18T10:00:00Z");
const COUNT = 600;
const all = { page: 1, perPage: 100_000 };

type LinkRow = {
  id: number;
  slug: string;
  name: string;
  own: string | null;
  listing: number;
  status: string;
  country: string | null;
};
const links = () =>
  db.writer
    .prepare(
      `select f.id, f.slug, f.name, f.country own, l.id listing, l.status, l.country from founders f
       join listing_founders lf on lf.founder_id = f.id join listings l on l.id = lf.listing_id`,
    )
    .all() as LinkRow[];
const listings = () =>
  db.writer
    .prepare("select id, slug, status, updated_at, votes, primary_category, launched_at from listings order by id")
    .all() as {
    id: number;
    slug: string;
    status: string;
    updated_at: number;
    votes: number;
    primary_category: string;
    launched_at: number | null;
  }[];
const live = () => listings().filter(({ status }) => status === "live");
const unique = <T>(items: T[]): T[] => [...new Set(items)];
const find = async (slug: string): Promise<Listing> => (await db.store.listings.findLive(slug))!;

/** On PostgreSQL, a process has what others wrote once a change of its own has answered. */
const followed = () => db.store.change(async () => undefined);

/** Listings keep their ids, so a copy that follows the database has to be told that the old one is gone. */
async function renumber(from: number, to: number): Promise<void> {
  db.writer.prepare("update listings set id = ? where id = ?").run(to, from);
  if (isPostgres())
    db.writer.prepare("insert into row_changes(source, key, is_figures) values ('listing', ?, false)").run(`${from}`);
  await followed();
}

beforeAll(async () => {
  db = await createSeededDatabase();
  await loadDemo(db.store, { count: COUNT, now, zone: "UTC" });
  db.writer.exec("update listings set votes = (id * 7919) % 97");
  db.writer.exec("update founders set country = 'FR' where id % 5 = 0");
  await followed();
});
afterAll(() => db.close());

describe("founders", () => {
  const expected = (keep: (row: LinkRow) => boolean = () => true) =>
    unique(
      links()
        .filter((row) => row.status === "live" && keep(row))
        .map(({ slug }) => slug),
    ).sort();

  it("are those of live listings, in the same order on every page", async () => {
    const { items, total } = await db.store.founders.list({}, all);
    expect(items.map(({ slug }) => slug).sort()).toEqual(expected());
    expect(total).toBe(items.length);
    const paged: string[] = [];
    for (let page = 1; paged.length < total; page++)
      paged.push(...(await db.store.founders.list({}, { page, perPage: 37 })).items.map(({ slug }) => slug));
    expect(paged).toEqual(items.map(({ slug }) => slug));
  });

  it("follow every change of a listing's status", async () => {
    const { id } = live()[0]!;
    for (const status of ["hidden", "live", "removed", "paused", "live"]) {
      db.writer.prepare("update listings set status = ? where id = ?").run(status, id);
      await followed();
      expect((await db.store.founders.list({}, all)).items.map(({ slug }) => slug).sort()).toEqual(expected());
    }
    const listing = await db.store.listings.find(id);
    await db.store.change((tx) =>
      tx.listings.update(
        listing!,
        listing!,
        { founders: [{ name: "Nova Neu", title: null, bio: null }], ownerId: null },
        { accountId: null, client: "test" },
        now,
      ),
    );
    expect(expected()).toContain("nova-neu");
    expect((await db.store.founders.list({}, all)).items.map(({ slug }) => slug).sort()).toEqual(expected());
    const last = live().at(-1)!;
    db.writer.prepare("delete from listings where id = ?").run(last.id);
    await followed();
    expect((await db.store.founders.list({}, all)).items.map(({ slug }) => slug).sort()).toEqual(expected());
  });

  it.each(["DE", "FR", "US", "XX"])(
    "of %s are those whose country it is, or else that of a live listing",
    async (country) => {
      const { items, total } = await db.store.founders.list({ country }, all);
      expect(items.map(({ slug }) => slug).sort()).toEqual(
        expected((row) => (row.own === null ? row.country === country : row.own === country)),
      );
      expect(total).toBe(items.length);
    },
  );
});

describe("alternatives", () => {
  it("are the approved ones, then the most voted others of the primary category", async () => {
    for (const { slug } of live().slice(0, 25)) {
      const listing = await find(slug);
      const rows = live()
        .filter((row) => row.primary_category === listing.profile.categories[0]?.slug && row.id !== listing.id)
        .sort(
          (left, right) => right.votes - left.votes || left.launched_at! - right.launched_at! || left.id - right.id,
        );
      const category = listing.profile.categories[0]!.slug;
      const before = await db.store.alternatives.mostVoted(category, [listing.id], 5);
      expect(before.map(({ id }) => id)).toEqual(rows.slice(0, 5).map(({ id }) => id));
      const chosen = [rows[1]?.id, live().at(-3)!.id].filter((id) => id !== undefined && id !== listing.id) as number[];
      await db.store.change((tx) => tx.alternatives.approve(listing.id, chosen, now));
      const approved = await db.store.alternatives.approved(listing.id);
      const others = await db.store.alternatives.mostVoted(category, [listing.id, ...chosen], 5);
      expect(approved.map(({ id }) => id)).toEqual(unique(chosen));
      expect(others.map(({ id }) => id)).toEqual(
        rows
          .filter(({ id }) => !chosen.includes(id))
          .slice(0, 5)
          .map(({ id }) => id),
      );
    }
  });
});

describe("posts", () => {
  it("are found by their current text", async () => {
    const { slug } = (await db.store.posts.published({ now }, all)).items[0]!;
    db.writer.prepare("update posts set title = 'Persimmon' where slug = ?").run(slug);
    await followed();
    expect((await db.store.posts.published({ q: "persimmon", now }, all)).items.map((post) => post.slug)).toEqual([
      slug,
    ]);
    db.writer.prepare("delete from posts where slug = ?").run(slug);
    await followed();
    expect((await db.store.posts.published({ q: "persimmon", now }, all)).total).toBe(0);
  });
});

describe("addresses", () => {
  it("name every live listing once, in files of fixed ranges", async () => {
    const shards = await db.store.sitemap.listingShards();
    const found = (await Promise.all(shards.map(({ number }) => db.store.sitemap.listingAddresses(number)))).flat();
    expect(found.map(({ slug }) => slug).sort()).toEqual(
      live()
        .map(({ slug }) => slug)
        .sort(),
    );
    expect(shards).toEqual([{ number: 1, updatedAt: new Date(Math.max(...live().map((row) => row.updated_at))) }]);
    expect(await db.store.sitemap.listingAddresses(2)).toEqual([]);
    // A file of its own for an id beyond the range, and none for the empty range between.
    const { id } = live()[0]!;
    db.writer.pragma("foreign_keys = OFF");
    await renumber(id, 2 * SHARD_SIZE + 1);
    expect((await db.store.sitemap.listingShards()).map(({ number }) => number)).toEqual([1, 3]);
    await renumber(2 * SHARD_SIZE + 1, id);
    db.writer.pragma("foreign_keys = ON");
  });
});

it("launches between two times come latest first", async () => {
  const from = new Date("2026-10-01T00:00:00Z");
  const to = new Date("2026-11-01T00:00:00Z");
  const wanted = live()
    .filter((row) => row.launched_at! >= from.getTime() && row.launched_at! < to.getTime())
    .sort((left, right) => right.launched_at! - left.launched_at! || left.id - right.id);
  expect(wanted.length).toBeGreaterThan(3);
  expect((await db.store.launches.launchedBetween(from, to, 1000)).map(({ id }) => id)).toEqual(
    wanted.map(({ id }) => id),
  );
});
