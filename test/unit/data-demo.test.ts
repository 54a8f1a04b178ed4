import { describe, expect, it } from "vitest";
import { POSTS } from "../../data/demo/catalogue.ts";
import { demoListings } from "../../data/demo/listings.ts";
import type { DemoListing } from "../../data/demo/types.ts";
import categories from "../../data/seed/categories.json" with { type: "json" };
import countries from "../../data/seed/countries.json" with { type: "json" };

const subcategories = new Set(categories.filter(({ parent }) => parent).map(({ slug }) => slug));
const countryCodes = new Set(countries.map(({ code }) => code));

const faultsOf = (listing: DemoListing): string[] => {
  const faults: string[] = [];
  const text = (field: string, value: string, limit: number) => {
    if (value.trim() === "" || value.length > limit) faults.push(`${field}: ${value.length}`);
    if (/\bundefined\b|\bnull\b|\bNaN\b|\{|\}| {2}|\.\./.test(value)) faults.push(`${field}: ${value}`);
  };
  const list = (field: string, values: string[]) => {
    if (values.length === 0 || values.length > 20) faults.push(`${field}: ${values.length} items`);
    if (new Set(values).size !== values.length) faults.push(`${field}: repeats`);
    for (const value of values) text(field, value, 200);
  };
  text("name", listing.name, 200);
  text("tagline", listing.tagline, 200);
  text("shortDescription", listing.shortDescription, 300);
  text("description", listing.description, 20_000);
  text("pricingSummary", listing.pricingSummary, 300);
  text("city", listing.city, 120);
  text("contactEmail", listing.contactEmail, 254);
  list("tags", listing.tags);
  list("features", listing.features);
  list("usps", listing.usps);
  list("keywords", listing.keywords);
  for (const { question, answer } of listing.faqs) {
    text("question", question, 300);
    text("answer", answer, 1500);
  }
  for (const founder of listing.founders) {
    text("founder name", founder.name, 160);
    text("founder title", founder.title, 160);
    text("founder bio", founder.bio, 3000);
  }
  if (!/^[a-z0-9][a-z0-9-]{0,219}$/.test(listing.slug)) faults.push(`slug: ${listing.slug}`);
  if (listing.url !== `https://${listing.slug}.example/`) faults.push(`url: ${listing.url}`);
  if (!subcategories.has(listing.category)) faults.push(`category: ${listing.category}`);
  for (const slug of listing.secondaryCategories)
    if (!subcategories.has(slug) || slug === listing.category) faults.push(`second category: ${slug}`);
  if (!countryCodes.has(listing.country)) faults.push(`country: ${listing.country}`);
  if (listing.founders.length < 1 || listing.founders.length > 6) faults.push("founders");
  if (listing.faqs.length > 10) faults.push("faqs");
  if (listing.foundedYear !== null && (listing.foundedYear < 1800 || listing.foundedYear > 2026))
    faults.push("founded year");
  if (listing.launch.hourOffset < 0 || listing.launch.hourOffset > 166) faults.push("hour");
  return faults;
};

describe("demo listings", () => {
  it("are the same for the same seed, and others for another seed", () => {
    const run = (seed: number) => JSON.stringify([...demoListings({ count: 50, seed })]);
    expect(run(7)).toBe(run(7));
    expect(run(7)).not.toBe(run(8));
  });

  it("have unique slugs and stay within the bounds of a listing, 20,000 times", () => {
    const slugs = new Set<string>();
    const founders = new Map<string, string>();
    for (const listing of demoListings({ count: 20_000, seed: "bounds" })) {
      slugs.add(listing.slug);
      for (const { slug, name } of listing.founders) {
        if ((founders.get(slug) ?? name) !== name) throw new Error(`${slug} is two people`);
        founders.set(slug, name);
      }
      const faults = faultsOf(listing);
      if (faults.length) throw new Error(`${listing.slug}: ${faults.join("; ")}`);
    }
    expect(slugs.size).toBe(20_000);
  });

  it("fill past, present and coming weeks, and no open week beyond its limit", () => {
    const perWeek = new Map<number, number>();
    for (const { launch } of demoListings({ count: 3000 }))
      perWeek.set(launch.weekOffset, (perWeek.get(launch.weekOffset) ?? 0) + 1);
    for (let week = 0; week <= 8; week++) {
      expect(perWeek.get(week)).toBeGreaterThan(0);
      expect(perWeek.get(week)).toBeLessThanOrEqual(20);
    }
    expect(Math.max(...perWeek.keys())).toBe(8);
    expect(perWeek.get(-1)).toBeGreaterThan(0);
  });
});

it("demo posts are eight posts of a few hundred words", () => {
  expect(new Set(POSTS.map(({ slug }) => slug)).size).toBe(8);
  for (const post of POSTS) {
    const words = post.bodyMarkdown.split(/\s+/).length;
    expect(words, post.slug).toBeGreaterThanOrEqual(240);
    expect(words, post.slug).toBeLessThanOrEqual(420);
    expect(post.faqs.length).toBeGreaterThan(0);
    expect(post.excerpt.length).toBeLessThanOrEqual(300);
  }
});
