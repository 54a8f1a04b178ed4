import { describe, expect, it } from "vitest";
import { loadDemo } from "../../data/load-demo.ts";
import { type PageRequest, primaryCategoryOf } from "../../domain/listings/listing.ts";
import type { Store } from "../../store/store.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { type Ran, statementsOf } from "../helpers/statements.ts";

const LISTINGS = 1200;
const now = new Date("2026-01-05T00:00:00Z");
const DAY_MS = 24 * 3600_000;

const db = await createSeededDatabase();
await loadDemo(db.store, { count: LISTINGS, now, zone: "UTC" });

const slice = ({ page, perPage }: PageRequest) => ({ offset: (page - 1) * perPage, limit: perPage });
const LISTS: Record<string, (store: Store, page: PageRequest) => Promise<unknown>> = {
  categories: ({ reference }) => reference.categories(),
  "categories below": ({ reference }) => reference.categoryAndBelow("crm"),
  "live listings": ({ reference }) => reference.counts(),
  "newest listings": ({ listings }, page) => listings.search({ status: "live", sort: "newest" }, page),
  "most voted listings": ({ listings }, page) => listings.search({ status: "live", sort: "votes" }, page),
  "listings of a country": ({ listings }, page) =>
    listings.search({ status: "live", sort: "votes", country: ["US"] }, page),
  "listings of categories": ({ listings }, page) =>
    listings.search({ status: "live", sort: "votes", categories: ["crm", "project-management"] }, page),
  founders: ({ founders }, page) => founders.list({}, page),
  "founders of a country": ({ founders }, page) => founders.list({ country: "US" }, page),
  trending: ({ launches }, page) => launches.feed("trending", slice(page)),
  "recent launches": ({ launches }, page) => launches.feed("recent", slice(page)),
  "votes of all time": ({ launches }, page) => launches.voted(slice(page)),
  "domain ratings": ({ figures }, page) => figures.ratingBoard(slice(page)),
  updates: ({ updates }, page) => updates.latest(page),
  "file of the sitemap": ({ sitemap }) => sitemap.listingAddresses(1),
  "founders in the sitemap": ({ sitemap }) => sitemap.founderAddresses(1),
  "listings for admins": ({ listings }, page) => listings.listAll({ q: "", status: undefined }, page),
  "live listings for admins": ({ listings }, page) => listings.listAll({ q: "", status: "live" }, page),
};
/** These read pictures, and sort files of the sitemap, similar slugs, or what was bought, awarded or launched in a week. */
const FEW_ROWS: typeof LISTS = {
  "people behind founders": ({ interview }) => interview.membersBehind([1, 2, 3]),
  "picked listings": ({ moderation }) => moderation.picks("2026-01-05"),
  "featured listings": ({ orders }) => orders.featured("2026-01-05"),
  alternatives: async ({ alternatives, listings }) =>
    alternatives.mostVoted(primaryCategoryOf((await listings.find(1))!)!, [1], 5),
  "approved alternatives": ({ alternatives }) => alternatives.approved(1),
  pictures: ({ pictures }) => pictures.addresses(),
  "slugs in hints": ({ listings }) => listings.slugsLike("amber", 5),
  "listings that are voted for": ({ listings }) => listings.findVoted(["amber", "violet"]),
  "sitemap of listings": ({ sitemap }) => sitemap.listingShards(),
  "sitemap of founders": ({ sitemap }) => sitemap.founderShards(),
  revenue: ({ figures }, page) => figures.revenueBoard(new Date(0), slice(page)),
  billboard: ({ figures }, page) => figures.billboard(slice(page)),
  awards: ({ awards }, page) => awards.list(undefined, page),
  "awards of a listing": ({ awards }, page) => awards.list("some-listing", page),
  "launches of a week": ({ launches }, page) =>
    launches.inWindow({ startsAt: new Date(now.getTime() - 7 * DAY_MS), endsAt: now }, slice(page)),
};

/** Tables that stay small, and functions. */
const SMALL =
  /^SCAN (json_each|CONSTANT ROW|owner|item|posts|categories|counts|category_counts|awards|billboard_contributions|revenue_figures)\b/;
const WHOLE_STATUS = /^SEARCH listings .*\(status=\?\)$/;

const plansOf = ({ sql, values }: Ran): string[] =>
  (db.writer.prepare(`explain query plan ${sql}`).all(...values) as { detail: string }[]).map(({ detail }) => detail);

/** Steps that take longer with every listing there is. */
const slowSteps = (ran: Ran): string[] => {
  const isBounded = /\blimit\b/i.test(ran.sql);
  return plansOf(ran).filter(
    (step) => (/^SCAN /.test(step) && !SMALL.test(step) && !isBounded) || (WHOLE_STATUS.test(step) && !isBounded),
  );
};
const sorts = (ran: Ran): string[] => plansOf(ran).filter((step) => /TEMP B-TREE FOR ORDER BY/.test(step));

const READS_ROWS = /^\s*(select|with)\b/i;
async function readsOf(read: (typeof LISTS)[string], page: number): Promise<Ran[]> {
  const wanted = { page, perPage: 20 };
  // What is kept in memory is read once.
  await read(db.store, wanted);
  return (await statementsOf(() => read(db.store, wanted))).filter(({ sql }) => READS_ROWS.test(sql));
}

describe.each([1, 30])("page %i of a list", (page) => {
  it.each(Object.entries({ ...LISTS, ...FEW_ROWS }))("reads no whole table: %s", async (_name, read) => {
    const ran = await readsOf(read, page);
    expect(ran.flatMap((one) => slowSteps(one).map((step) => `${step} in ${one.sql}`))).toEqual([]);
  });

  it.each(Object.entries(LISTS))("sorts nothing but the rows it shows: %s", async (_name, read) => {
    const ran = (await readsOf(read, page)).filter(
      ({ sql }) => !/ in \((\?|select value|select cast\(value|select "listing_updates")/.test(sql),
    );
    expect(ran.flatMap((one) => sorts(one).map((step) => `${step} in ${one.sql}`))).toEqual([]);
  });
});
