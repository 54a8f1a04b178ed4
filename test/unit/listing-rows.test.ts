import { describe, expect, it } from "vitest";
import { ENGLISH } from "../../languages/language.ts";
import { listingRows } from "../../site/parts/listings/listing-parts.ts";
import { searchHits } from "../../site/parts/search/search-hits.ts";
import type { Look } from "../../store/repos/listings/looks.ts";

type Listing = Parameters<typeof listingRows>[0][number];

const LISTING: Listing = {
  slug: "acme",
  name: "Acme",
  tagline: "Plans the week",
  url: "https://acme.example/",
  logo_url: null,
  listing_url: "https://debut.example/listings/acme",
  category: { slug: "crm", name: "CRM" },
  stage: "launched",
  pricing_model: "free",
  country: "DE",
  language: "de",
  votes: 3,
  followers: 2,
  views: 9,
  rating: { average: 4, count: 2 },
  domain_rating: 10,
  status: "live",
  is_paid: false,
  launched_at: "2026-01-05T00:00:00.000Z",
  launch_week: "2026-01-05",
  updated_at: "2026-01-05T00:00:00.000Z",
};
const OTHER: Partial<Listing> = {
  ...{ name: "Better", tagline: null, url: "https://better.example/", logo_url: "https://acme.example/logo.png" },
  ...{ category: null, stage: "idea", pricing_model: "paid", country: "FR", votes: 4, followers: 5, views: 6 },
  language: "fr",
  ...{ rating: { average: 3, count: 9 }, domain_rating: 1, status: "scheduled", is_paid: true },
  ...{ launched_at: null, launch_week: null, updated_at: "2026-02-05T00:00:00.000Z", reason: "matches: plan" },
};
const LOOK: Look = { hue: "teal", picture: null, makers: [] };
const LOOKS: Partial<Look> = {
  hue: "amber",
  picture: { url: "https://acme.example/wide.png", alt: "" },
  makers: [{ slug: "ann", name: "Ann", avatarUrl: null }],
};

const VISITOR: NonNullable<NonNullable<Parameters<typeof listingRows>[1]>["votes"]> = {
  res: {} as never,
  ...{ isSignedIn: false, voted: new Set(), saved: new Set(), back: "/" },
};

/** Whatever follows from the address alone. */
const shapeOf = (text: string, slug: string): string =>
  text.replaceAll(slug, "SLUG").replaceAll(/logo hue-\w+/g, "logo");

describe.each([
  ["a row", (listing: Listing, look: Look) => listingRows([listing], { looks: new Map([[listing.slug, look]]) })],
  [
    "a row that visitors vote on",
    (listing: Listing, look: Look) =>
      listingRows([listing], { looks: new Map([[listing.slug, look]]), votes: VISITOR }),
  ],
  [
    "a result",
    (listing: Listing, look: Look) =>
      searchHits([listing], {
        ...{ looks: new Map([[listing.slug, look]]), votes: VISITOR, sayings: new Map(), query: "plan" },
      }),
  ],
])("%s that was rendered before", (kind, draw) => {
  const drawn = (slug: string, listing: Partial<Listing>, look: Partial<Look>) =>
    shapeOf(draw({ ...LISTING, ...listing, slug }, { ...LOOK, ...look }).in(ENGLISH), slug);

  const changes = [
    ...Object.entries(OTHER).map(([name, value]) => ({ name, listing: { [name]: value }, look: {} })),
    ...Object.entries(LOOKS).map(([name, value]) => ({ name, listing: {}, look: { [name]: value } })),
  ];
  it.each(changes)("is rendered again when its $name differs", ({ name, listing, look }) => {
    const [known, fresh] = ["known", "fresh"].map((word) => `${word}-${kind}-${name}`.replaceAll(/[ _]/g, "-"));
    drawn(known!, {}, {});
    expect(drawn(known!, listing, look)).toBe(drawn(fresh!, listing, look));
  });
});
