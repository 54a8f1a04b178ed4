import { describe, expect, it } from "vitest";
import type { Place } from "../../domain/launches/ranking.ts";
import { BADGE_KINDS, BADGE_STYLES, parseBadgeUrl } from "../../domain/listings/badge.ts";
import { createWorld } from "../helpers/world.ts";

const world = await createWorld();
await world.listing("Acme Books");
await world.listing("Old Timer", { launchedAt: null, claimedMethod: "dns" });
for (const status of ["draft", "awaiting_badge", "scheduled", "paused", "hidden", "suspended", "removed"] as const)
  await world.listing(`Is ${status}`, { status });

type Badge = { kind: string; eligible: boolean; reason: string | null; variants: { svg_url: string }[] };
const badgesOf = async (slug: string, query = "") =>
  (await world.rest("GET", `/listings/${slug}/badges${query}`)).body.items as (Badge & Record<string, unknown>)[];
const eligible = (badges: Badge[]) => badges.filter((badge) => badge.eligible).map(({ kind }) => kind);

async function award(name: string, places: [place: Place, week: string][]) {
  const listing = await world.listing(name);
  for (const [place, week] of places) {
    const at = world.deps.now();
    await world.deps.store.change((tx) =>
      tx.awards.give(
        week,
        [
          {
            id: world.deps.uuid(),
            kind: "launch_of_the_week",
            week,
            place,
            listingId: listing.id,
            votes: 3,
            tied: false,
            reachedAt: at,
            startsAt: at,
            endsAt: at,
            awardedAt: at,
          },
        ],
        at,
      ),
    );
  }
  return listing.slug;
}

describe("get_badges", () => {
  it("gives every kind with code and an address for every style", async () => {
    const badges = await badgesOf("acme-books");
    expect(badges.map(({ kind }) => kind)).toEqual([...BADGE_KINDS]);
    const url = `${world.baseUrl}/badges/acme-books/listed/standard-auto-m.svg`;
    expect(badges[0]).toMatchObject({
      kind: "listed",
      title: "Listed on Debut",
      eligible: true,
      reason: null,
      svg_url: url,
      target_url: `${world.baseUrl}/listings/acme-books`,
      alt: "Acme Books is listed on Debut",
      style: { shape: "standard", mode: "auto", size: "m" },
    });
    for (const badge of badges) {
      expect(badge.variants).toHaveLength(BADGE_STYLES.length);
      for (const { svg_url: address, ...style } of badge.variants)
        expect(parseBadgeUrl(address, world.baseUrl)).toEqual({ slug: "acme-books", kind: badge.kind, style });
    }
  });

  it("returns the size of the image", async () => {
    for (const query of ["", "?shape=pill&mode=dark&size=s", "?shape=banner&size=l", "?shape=square&mode=light"])
      for (const { svg_url: address, width, height } of await badgesOf("acme-books", query)) {
        const svg = await (await fetch(address as string)).text();
        expect(svg).toContain(` width="${width}" height="${height}" `);
      }
  });

  it("says which badges a listing may show", async () => {
    expect(eligible(await badgesOf("acme-books"))).toEqual(["listed", "launched"]);
    const old = await badgesOf("old-timer");
    expect(eligible(old)).toEqual(["listed", "verified"]);
    expect(old.every((badge) => (badge.reason === null) === badge.eligible)).toBe(true);
  });

  it("shows the best place a listing came in, of equal ones the newest", async () => {
    const slug = await award("Winner", [
      [3, "2026-10-19"],
      [1, "2026-10-26"],
      [1, "2026-11-02"],
    ]);
    const badges = await badgesOf(slug);
    expect(eligible(badges)).toEqual(["listed", "launched", "launch_of_the_week"]);
    expect(badges.at(-1)!.alt).toBe("Winner: #1 Launch of the Week on Debut, week of 2 Nov 2026");
  });

  it("takes the style and refuses others", async () => {
    const [badge] = await badgesOf("acme-books", "?shape=pill&mode=dark&size=l");
    expect(badge!.svg_url).toBe(`${world.baseUrl}/badges/acme-books/listed/pill-dark-l.svg`);
    for (const query of ["?shape=round", "?mode=DARK", "?size=xl", "?shape=pill&shape=square", "?colour=red"])
      expect((await world.rest("GET", `/listings/acme-books/badges${query}`)).status).toBe(400);
    expect((await world.rest("GET", "/listings/-bad-/badges")).status).toBe(400);
  });

  it.each(["draft", "awaiting-badge", "scheduled", "paused", "hidden", "suspended", "removed"])(
    "does not know a listing that is %s",
    async (status) => {
      expect((await world.rest("GET", `/listings/is-${status}/badges`)).body).toMatchObject({
        status: 404,
        code: "not_found",
      });
    },
  );

  it("keeps an owner's answer before the launch private, and shares the same answer once it is live", async () => {
    const { id } = await world.account("olga");
    const { slug } = await world.listing("Olga Soon", { status: "scheduled", ownerId: id });
    await world.listing("Olga Live", { ownerId: id });
    const before = await world.as("olga").get(`/listings/${slug}/badges`);
    expect(before.body.items[0].kind).toBe("listed");
    expect(before.headers.get("cache-control")).toBe("private, no-store");
    expect(before.headers.get("etag")).toBeNull();
    const hers = await world.as("olga").get("/listings/olga-live/badges");
    const anybodys = await world.rest("GET", "/listings/olga-live/badges");
    expect(hers.headers.get("cache-control")).toMatch(/^public, /);
    expect(hers.headers.get("etag")).toBe(anybodys.headers.get("etag"));
    for (const stranger of [
      await world.rest("GET", `/listings/${slug}/badges`),
      await world.as("paul").get(`/listings/${slug}/badges`),
    ]) {
      expect(stranger.status).toBe(404);
      expect(stranger.headers.get("cache-control")).toBe("no-store");
    }
  });
});
