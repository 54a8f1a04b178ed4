import { setImmediate as breathe } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startRemoval } from "../../actions/listings/arrange-categories.ts";
import type { ListingStatus } from "../../domain/listings/listing.ts";
import type { Store } from "../../store/store.ts";
import { createDatabase } from "../helpers/database.ts";
import { contentOf } from "../helpers/listing.ts";
import { addPerson } from "../helpers/people.ts";
import { caughtUp } from "../helpers/postgres/caught-up.ts";
import { freshRandom } from "../helpers/random.ts";

const WRITES = 150;
const STATUSES: ListingStatus[] = ["live", "live", "scheduled", "suspended", "removed"];
const at = new Date("2026-01-05T00:00:00Z");
const author = { accountId: null, client: "test" };

let db: Awaited<ReturnType<typeof createDatabase>>;
let other: Store;
beforeEach(async () => {
  db = await createDatabase();
  other = await db.another();
});
afterEach(async () => {
  await other.close();
  await db.close();
});

const rows = <T>(sql: string) => db.writer.prepare(sql).all() as T[];
const number = (sql: string) => db.writer.prepare(sql).pluck().get() as number;

const recounted = () =>
  rows<{ slug: string; own: number; total: number }>(`
    with recursive below(top, slug) as (
      select slug, slug from categories
      union all select below.top, categories.slug from categories join below on categories.parent_slug = below.slug
    ), filed as (
      select category_slug as slug, listing_id as id from listing_categories join listings on listings.id = listing_id
      where listings.status = 'live'
    )
    select below.top as slug, count(distinct filed.id) as total, count(case when filed.slug = below.top then 1 end) as own
    from below left join filed on filed.slug = below.slug group by below.top order by below.top`);

const COUNTED: Record<string, string> = {
  live: "select count(*) from listings where status = 'live'",
  voted: "select count(*) from listings where status = 'live' and votes > 0",
  rated: "select count(*) from listings where status = 'live' and domain_rating is not null",
  updates: "select count(*) from listing_updates where listing_id in (select id from listings where status = 'live')",
  founders:
    "select count(distinct founder_id) from listing_founders where listing_id in (select id from listings where status = 'live')",
};

async function expectRight(store: Store): Promise<void> {
  await caughtUp(store);
  const shown = (await store.reference.categories())
    .map(({ slug, listingCount: own, totalCount: total }) => ({ slug, own, total }))
    .sort((a, b) => (a.slug < b.slug ? -1 : 1));
  expect(shown).toEqual(recounted());
  expect(
    Object.fromEntries(
      rows<{ name: string; count: number }>("select * from counts").map((row) => [row.name, row.count]),
    ),
  ).toEqual(Object.fromEntries(Object.entries(COUNTED).map(([name, sql]) => [name, number(sql)])));
  expect((await store.reference.counts()).liveListings).toBe(number(COUNTED.live!));
}

describe("counts of live listings", () => {
  it("are right in every process after every write", async () => {
    const random = freshRandom("counts");
    const { id: accountId } = await addPerson(db.store, { email: "ann@people.example", name: "Ann" }, at);
    const slugs = (table: string) => rows<{ slug: string }>(`select slug from ${table}`).map(({ slug }) => slug);
    const saveCategory = (store: Store, slug: string, parentSlug: string | null) =>
      store.change((tx) =>
        tx.categories.save({
          ...{ slug, parentSlug, name: slug, description: "", position: 0 },
          ...{ keywords: [], faqs: [], compare: [] },
        }),
      );
    const anyCategories = () =>
      random.sample(slugs("categories"), 3).map((slug, nth) => ({ slug, name: slug, primary: nth === 0 }));
    const anyListing = () => random.pick(rows<{ id: number }>("select id from listings")).id;
    let made = 0;
    let mostLive = 0;
    const writes: ((store: Store) => Promise<unknown>)[] = [
      async (store) => {
        const [status, name] = [random.pick(STATUSES), `Site ${++made}`];
        const site = { url: `https://${made}.example/`, domain: `${made}.example`, siteKey: `${made}.example` };
        const founders = random.sample(["Bo", "Cy", "Di"], 2).map((name) => ({ name, title: null, bio: null }));
        await store.change((tx) =>
          tx.listings.add(
            { ...site, status, launchedAt: at },
            contentOf(name),
            { categories: anyCategories(), founders, founderSocials: {}, ownerId: accountId },
            ...[author, at],
          ),
        );
      },
      async (store) => {
        const listing = (await store.listings.find(anyListing()))!;
        await store.change((tx) => tx.listings.update(listing, listing, { categories: anyCategories() }, author, at));
      },
      async () => db.writer.exec(`update listings set status = '${random.pick(STATUSES)}' where id = ${anyListing()}`),
      async () => db.writer.exec(`update listings set votes = ${random.between(0, 2)} where id = ${anyListing()}`),
      async () =>
        db.writer.exec(
          `update listings set domain_rating = nullif(${random.between(0, 2)}, 0) where id = ${anyListing()}`,
        ),
      async (store) =>
        store.change((tx) =>
          tx.updates.add({ listingId: anyListing(), accountId, title: "News", body: "News", publishedAt: at }),
        ),
      async () => db.writer.exec("delete from listing_updates where id = (select max(id) from listing_updates)"),
      async () =>
        db.writer.exec(
          `update listing_updates set listing_id = ${anyListing()} where id = (select max(id) from listing_updates)`,
        ),
      async () =>
        db.writer.exec(
          `delete from categories where slug = (select slug from categories
             where slug not in (select category_slug from listing_categories)
               and slug not in (select parent_slug from categories where parent_slug is not null)
               and slug not in (select primary_category from listings where primary_category is not null) limit 1)`,
        ),
      async (store) => {
        const [slug, into] = random.sample(slugs("categories"), 2);
        if (!slug || !into || slug === "a") return;
        await store.change((tx) => startRemoval(tx, { slug, into, by: "test" }, at));
      },
      async () => db.writer.exec(`delete from listings where id = ${anyListing()}`),
      async (store) => {
        const slug = `new-${random.between(1, 3)}`;
        if (!slugs("categories").includes(slug)) await saveCategory(store, slug, random.pick([null, "a"]));
      },
      async (store) => {
        const slug = random.pick(slugs("categories"));
        const below = await store.reference.categoryAndBelow(slug);
        const above = slugs("categories").filter((one) => !below.includes(one));
        await saveCategory(store, slug, random.pick([null, ...above]));
      },
    ];
    for (const slug of ["a", "b", "c"]) await saveCategory(db.store, slug, slug === "a" ? null : "a");
    await writes[0]!(db.store);
    for (let nth = 0; nth < WRITES; nth++) {
      const [writing, reading] = random.sample([db.store, other], 2) as [Store, Store];
      if (!rows("select 1 from listings").length) await writes[0]!(writing);
      await (random.chance(0.3) ? writes[0]! : random.pick(writes))(writing);
      mostLive = Math.max(mostLive, number(COUNTED.live!));
      await breathe();
      await expectRight(reading);
    }
    expect(mostLive).toBeGreaterThan(2);
  });
});
