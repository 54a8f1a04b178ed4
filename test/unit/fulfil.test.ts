import { describe, expect, it } from "vitest";
import type { Listing, ListingCategory } from "../../domain/listings/listing.ts";
import { grant, type ListingTerms, withdraw } from "../../domain/orders/fulfil.ts";
import type { Line } from "../../domain/orders/quote.ts";
import { EMPTY_PROFILE } from "../helpers/empty-profile.ts";

const now = new Date("2026-11-22T12:00:00Z");
const week = {
  monday: "2026-11-16",
  startsAt: new Date("2026-11-16T00:00:00Z"),
  endsAt: new Date("2026-11-23T00:00:00Z"),
};
const before = new Date("2026-10-01T00:00:00Z");

const category = (slug: string, primary = false): ListingCategory => ({ slug, name: slug.toUpperCase(), primary });
const PRIMARY = category("crm", true);
const EXTRA = ["a", "b", "c", "d"].map((slug) => category(slug));

const listing = (more: Partial<Omit<Listing, "profile">> = {}, categories = [PRIMARY]): Listing => ({
  ...{ id: 1, slug: "acme", url: "https://acme.test/", domain: "acme.test", siteKey: "acme.test", name: "Acme" },
  ...{ tagline: null, stage: null, pricingModel: null, country: null, language: null, logoUrl: null, hue: null },
  siteHeldAt: null,
  ...{ status: "draft", statusReason: "It waits.", plan: "none", unlocked: [], isDemo: false, claimedMethod: null },
  ...{ launchWeek: null, launchAt: null, launchedAt: null, createdAt: before, updatedAt: before, version: 1 },
  ...{ votes: 0, followers: 0, views: 0, trending: 0, ratingSum: 0, ratingCount: 0, domainRating: null },
  evidenceCheckedAt: null,
  ...more,
  profile: { ...EMPTY_PROFILE, categories, founders: [] },
});
const bought = (product: string, options: Line["options"] = {}) => ({ product, options });
const granted = (of: Listing, line: ReturnType<typeof bought>, extra: ListingCategory[] = []) =>
  grant(of, line, { now, week, extra });
const slugs = ({ categories }: ListingTerms): string[] => categories.map(({ slug }) => slug);

describe("a bought product", () => {
  it("unlocks its sections once, beside those that are unlocked already", () => {
    const terms = granted(listing({ unlocked: ["media", "story"] }), bought("story-unlock"));
    expect(terms.unlocked).toEqual(["media", "story", "milestones"]);
    expect(terms).toMatchObject({ status: "draft", statusReason: "It waits.", plan: "none", launchedAt: null });
  });

  it("adds three categories at most, and the primary one never twice", () => {
    const many = granted(listing(), bought("extra-categories"), EXTRA);
    expect(slugs(many)).toEqual(["crm", "a", "b", "c"]);
    const same = granted(listing(), bought("extra-categories"), [category("crm"), ...EXTRA]);
    expect(slugs(same)).toEqual(["crm", "a", "b", "c"]);
    expect(same.categories[0]).toBe(PRIMARY);
  });

  it("replaces the extra categories, or keeps them if it grants none", () => {
    const held = listing({}, [PRIMARY, category("old")]);
    expect(slugs(granted(held, bought("extra-categories"), [category("new")]))).toEqual(["crm", "new"]);
    expect(slugs(granted(held, bought("media-unlock"), [category("new")]))).toEqual(["crm", "old"]);
  });
});

describe("a bought launch", () => {
  it("is live at once without a week, or in a week that has begun", () => {
    for (const options of [{}, { week: week.monday }, { week: "2026-11-09" }])
      expect(granted(listing({ launchAt: before }), bought("launch", options))).toMatchObject({
        ...{ status: "live", statusReason: null, plan: "launch", launchAt: null },
        ...{ launchedAt: now, launchWeek: week.monday },
      });
  });

  it("is scheduled for a later week", () => {
    expect(granted(listing({ launchAt: before }), bought("launch", { week: "2026-11-23" }))).toMatchObject({
      ...{ status: "scheduled", statusReason: null, plan: "launch", launchAt: null },
      ...{ launchedAt: null, launchWeek: "2026-11-23" },
    });
  });

  it("keeps the launch of a live listing, and of one that was live", () => {
    const launch = { launchedAt: before, launchWeek: "2026-09-28" };
    const live = granted(listing({ ...launch, status: "live" }), bought("launch", { week: "2026-11-23" }));
    expect(live).toMatchObject({ ...launch, status: "live", plan: "launch", statusReason: null });
    const hidden = granted(listing({ ...launch, status: "hidden" }), bought("launch"));
    expect(hidden).toMatchObject({ ...launch, status: "live", plan: "launch", statusReason: null });
  });
});

describe("a refund", () => {
  const full = listing(
    { unlocked: ["story", "milestones", "media", "categories"], plan: "launch", status: "live", launchedAt: before },
    [PRIMARY, category("a")],
  );

  it("removes what the line unlocked, unless another paid line unlocks it", () => {
    const terms = withdraw(full, bought("story-unlock"), []);
    expect(terms).toMatchObject({ unlocked: ["media", "categories"], plan: "launch", status: "live" });
    expect(slugs(terms)).toEqual(["crm", "a"]);
    expect(withdraw(full, bought("launch"), [bought("story-unlock")])).toMatchObject({
      ...{ unlocked: ["story", "milestones"], plan: "none", status: "live", launchedAt: before },
      categories: [PRIMARY],
    });
    expect(withdraw(full, bought("extra-categories"), [bought("launch")])).toMatchObject({
      unlocked: full.unlocked,
      categories: full.profile.categories,
    });
  });

  it("ends a launch that has not happened, unless another one is paid", () => {
    const booked = { status: "scheduled", plan: "launch", launchWeek: "2026-11-23", launchAt: before } as const;
    const draft = { status: "draft", plan: "none", launchWeek: null, launchAt: null };
    expect(withdraw(listing(booked), bought("launch"), [])).toMatchObject(draft);
    expect(withdraw(listing(booked), bought("launch"), [bought("launch")])).toMatchObject(booked);
    expect(withdraw(listing(booked), bought("media-unlock"), [])).toMatchObject(booked);
    const again = { ...booked, launchedAt: before };
    expect(withdraw(listing(again), bought("launch"), [])).toMatchObject({ ...again, plan: "none" });
  });
});
