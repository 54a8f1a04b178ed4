import { setImmediate } from "node:timers/promises";
import { weekOf } from "../domain/launches/launch-week.ts";
import type { ListingContent, ListingStatus } from "../domain/listings/listing.ts";
import { textsOf } from "../domain/listings/shared-facts.ts";
import type { NewEntry } from "../store/repos/listings/listing-writes.ts";
import type { Store } from "../store/store.ts";
import { POSTS } from "./demo/catalogue.ts";
import { demoListings } from "./demo/listings.ts";
import type { DemoListing } from "./demo/types.ts";
import { addSoftware } from "./presets.ts";

export type DemoOptions = { count: number; now: Date; zone: string; seed?: string };

const BATCH = 1000;
const DAY_MS = 24 * 3600 * 1000;
const HOUR_MS = 3600 * 1000;

/** Adds invented listings and posts, marked as demo, without votes and awards. Safe to repeat. Returns the number added. */
export async function loadDemo(store: Store, { count, now, zone, seed = "debut" }: DemoOptions): Promise<number> {
  await addSoftware(store);
  const names = new Map((await store.reference.categoryNames()).map(({ slug, name }) => [slug, name]));
  let added = 0;
  let batch: DemoListing[] = [];
  const flush = async () => {
    const listings = batch;
    batch = [];
    await store.change(async (tx) => {
      const fresh: NewEntry[] = [];
      for (const listing of listings)
        if (!(await tx.listings.findBySite(siteKeyOf(listing)))) fresh.push(entryOf(listing, names, now, zone));
      added += (await tx.listings.addAll(fresh, { accountId: null, client: "demo" })).length;
    });
    // The event loop frees statements; promises that never wait do not reach it.
    await setImmediate();
  };
  for (const listing of demoListings({ count, seed, year: now.getUTCFullYear() })) {
    batch.push(listing);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  await store.change(async (tx) => {
    for (const { daysAgo, ...post } of POSTS) {
      const publishedAt = new Date(now.getTime() - daysAgo * DAY_MS);
      await tx.reference.addPost({ ...post, isDemo: true, publishedAt, updatedAt: publishedAt });
    }
  });
  return added;
}

const siteKeyOf = ({ slug }: DemoListing): string => `demo:${slug}`;

function entryOf(demo: DemoListing, names: Map<string, string>, now: Date, zone: string): NewEntry {
  const week = weekOf(now, zone, demo.launch.weekOffset);
  const at = new Date(week.startsAt.getTime() + demo.launch.hourOffset * HOUR_MS);
  const isLive = at <= now;
  const status: ListingStatus = isLive ? "live" : "scheduled";
  const createdAt = new Date(Math.min(at.getTime(), now.getTime()) - 7 * DAY_MS);
  return {
    listing: {
      url: demo.url,
      domain: new URL(demo.url).hostname,
      siteKey: siteKeyOf(demo),
      status,
      plan: "free",
      isDemo: true,
      launchWeek: week.monday,
      launchedAt: isLive ? at : null,
      createdAt,
      updatedAt: isLive ? at : createdAt,
    },
    content: contentOf(demo),
    links: {
      categories: [demo.category, ...demo.secondaryCategories]
        .slice(0, 1)
        .map((slug, index) => ({ slug, name: names.get(slug) ?? slug, primary: index === 0 })),
      founders: demo.founders.map(({ name, title, bio }) => ({ name, title, bio })),
      founderSocials: {},
      ownerId: null,
    },
    now: createdAt,
  };
}

const contentOf = (demo: DemoListing): ListingContent => ({
  name: demo.name,
  tagline: demo.tagline,
  stage: demo.stage,
  pricingModel: demo.pricingModel,
  country: demo.country,
  language: "en",
  logoUrl: null,
  profile: {
    ...textsOf({}).profile,
    shortDescription: demo.shortDescription,
    description: demo.description,
    features: demo.features,
    usps: demo.usps,
    keywords: demo.keywords,
    tags: demo.tags,
    pricingSummary: demo.pricingSummary,
    city: demo.city,
    foundedYear: demo.foundedYear,
    contactEmail: demo.contactEmail,
    faqs: demo.faqs,
    socials: demo.socials,
    story: {},
    milestones: [],
    notFound: [],
    evidence: {},
  },
});
