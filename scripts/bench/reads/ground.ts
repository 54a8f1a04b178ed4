import { randomUUID } from "node:crypto";
import Database from "better-sqlite3";
import { databaseFile, readSettings } from "../../../core/settings/config.ts";
import { demoListings } from "../../../data/demo/listings.ts";
import { seededRandom } from "../../../data/demo/random.ts";
import type { DemoListing } from "../../../data/demo/types.ts";
import { loadDemo } from "../../../data/load-demo.ts";
import { type DraftContent, emptyContent } from "../../../domain/drafts/draft.ts";
import type { DraftFieldName } from "../../../domain/listings/fields.ts";
import { createLog } from "../../../server/log.ts";
import { openStore } from "../../../server/open-store.ts";
import { addPerson } from "../../../test/helpers/people.ts";
import { docOf } from "../search-data.ts";
import type { Ground } from "./subject.ts";

/** Random rows that are read, and listings that queries are made of. */
const MOST_SLUGS = 30_000;
const MOST_DOCS = 2000;

/**
 * A database with so many listings, a person and their draft. Listings that are there stay, so a folder can be used
 * again. The address of a server on it is added later.
 */
export async function createGround(env: Record<string, string>, count: number): Promise<Omit<Ground, "url">> {
  const settings = readSettings({ ...env, LOG_LEVEL: "error" });
  const store = await openStore(settings, createLog(settings));
  const now = new Date();
  const random = seededRandom("reads");
  const isNew = (await store.listings.find(1)) === undefined;
  if (isNew) await loadDemo(store, { count, now, zone: settings.SITE_TIMEZONE });
  const { id: accountId, cookie } = await addPerson(
    store,
    { email: `ann-${randomUUID()}@people.example`, name: "Ann" },
    now,
  );
  const demos = [...demoListings({ count: Math.min(count, MOST_DOCS), seed: "debut", year: now.getUTCFullYear() })];
  const draftId = randomUUID();
  const crawl = { pages: [], robots: null, error: null, needsJavascript: false, fetchedAt: null, drafter: null };
  await store.change((tx) =>
    tx.drafts.add({
      ...{ id: draftId, accountId, url: "https://bench.example/", siteKey: "bench.example", status: "ready", crawl },
      content: draftedFrom(demos[0]!, now),
      ...{ listingId: null, createdAt: now, updatedAt: now },
    }),
  );
  const slugs: string[] = [];
  for (const { number: shard } of await store.sitemap.listingShards())
    slugs.push(...(await store.sitemap.listingAddresses(shard)).map(({ slug }) => slug));
  await store.close();
  vote(databaseFile(settings));
  return {
    random,
    slugs: random.sample(slugs, Math.min(slugs.length, MOST_SLUGS)),
    docs: demos.map((demo, index) => docOf(demo, index + 1)),
    categories: [...new Set(demos.map(({ category }) => category))],
    cookie,
    draftId,
  };
}

/** Figures as after some years, so that boards and orders have something to sort; nobody votes in a demo. */
function vote(file: string): void {
  const db = new Database(file);
  const isVoted = db.prepare("select 1 from listings where votes > 0 limit 1").get() !== undefined;
  if (!isVoted)
    db.exec(
      `update listings set votes = id * 7919 % 997, trending = id * 104729 % 991, domain_rating = id * 31 % 90
       where status = 'live'`,
    );
  db.close();
}

/** A draft as a website gives one: every value with a quote. */
function draftedFrom(demo: DemoListing, now: Date): DraftContent {
  const values: Partial<Record<DraftFieldName, string | string[]>> = {
    name: demo.name,
    tagline: demo.tagline,
    short_description: demo.shortDescription,
    description: demo.description,
    features: demo.features,
    usps: demo.usps,
    keywords: demo.keywords,
    tags: demo.tags,
    pricing_summary: demo.pricingSummary,
    city: demo.city,
    country: demo.country,
    contact_email: demo.contactEmail,
  };
  const fields = Object.entries(values).map(([name, value]) => {
    const evidence = [{ quote: [value].flat()[0]!.slice(0, 200), url: demo.url }];
    const field = { value, state: "ai", evidence, aiValue: value, aiEvidence: evidence, updatedAt: now.toISOString() };
    return [name, field];
  });
  const founders = demo.founders.map(({ name, title, bio }) => ({ name, title, bio }));
  return { ...emptyContent(), fields: Object.fromEntries(fields), faqs: demo.faqs, founders };
}
