import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { addressKey } from "../../core/limits/limiter.ts";
import { HUES } from "../../domain/pictures/hues.ts";
import { ENGLISH } from "../../languages/language.ts";
import { fontsFor } from "../../payments/invoices/fonts.ts";
import { pictureKey } from "../../pictures/key.ts";
import { type Card, cardIn } from "../../site/machines/cards/card.ts";
import { cardPicture } from "../../site/machines/cards/card-picture.ts";
import { groundOf } from "../../site/machines/cards/grounds.ts";
import { listingCard } from "../../site/machines/cards/listing-cards.ts";
import { coloursOf } from "../../site/machines/cards/shapes.ts";
import { penOf } from "../../site/machines/cards/text.ts";
import { createDrawer } from "../../site/machines/drawer.ts";
import { castVote } from "../helpers/cast-vote.ts";
import { DESIGN } from "../helpers/design.ts";
import { createWorld } from "../helpers/world.ts";

/** The pictures that networks show for a link. */

const NOW = new Date("2026-11-18T10:00:00Z");
const LAST_WEEK = new Date("2026-11-10T10:00:00Z");
const HOSTILE = `</text><script>alert(1)</script>&"`;

const world = await createWorld({ env: { SITE_NAME: "Tidal" }, replaced: { now: () => NOW } });

const get = (path: string, headers: Record<string, string> = {}) => fetch(world.url + path, { headers });
const pngOf = async (path: string): Promise<Buffer> => {
  const response = await get(path);
  expect(response.status, path).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};
const drawn = async (path: string): Promise<string> => hash("sha256", await pngOf(path));
const cardOf = async (page: string): Promise<string> => {
  const text = await (await get(page)).text();
  return /property="og:image" content="([^"]+)"/.exec(text)![1]!.slice(world.url.length).replaceAll("&amp;", "&");
};
const vote = async (names: readonly string[], listingId: number): Promise<void> => {
  for (const name of names) await castVote(world.deps, (await world.account(name)).id, listingId);
};

describe("the card of a listing", () => {
  it("has the votes of the moment from five on, and an address that changes with them", async () => {
    const { id } = await world.listing("Counted", { launchedAt: LAST_WEEK });
    const [path, silent] = [await cardOf("/listings/counted"), await drawn("/previews/listings/counted.png")];
    expect(path).toMatch(/^\/previews\/listings\/counted\.png\?v=[\w-]{8}&look=[\w-]{6}$/);
    await vote(["a", "b", "c", "d"], id);
    expect(await drawn("/previews/listings/counted.png")).toBe(silent);
    await vote(["e"], id);
    const five = await drawn("/previews/listings/counted.png");
    expect(five).not.toBe(silent);
    await vote(["f"], id);
    expect(await drawn("/previews/listings/counted.png")).not.toBe(five);
    expect(await cardOf("/listings/counted")).not.toBe(path);
  });

  it("has its place in the race, and loses it to the next", async () => {
    const [first, second] = [await world.listing("First"), await world.listing("Second")];
    const none = await drawn("/previews/listings/first.png");
    await vote(["a"], first.id);
    const leading = await drawn("/previews/listings/first.png");
    expect(leading).not.toBe(none);
    await vote(["a", "b"], second.id);
    expect(await drawn("/previews/listings/first.png")).not.toBe(leading);
  });

  it("names its day before the launch, and is missing before that", async () => {
    await world.listing("Coming", { status: "scheduled", launchWeek: "2026-11-23" });
    const later = await world.listing("Later", {
      status: "scheduled",
      launchWeek: "2026-11-30",
      content: { name: "Coming" },
    });
    const response = await get("/previews/listings/coming.png");
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(await drawn(`/previews/listings/${later.slug}.png`)).not.toBe(await drawn("/previews/listings/coming.png"));
    await world.listing("Rejected", { status: "rejected" });
    for (const slug of ["rejected", "nothing"])
      expect((await get(`/previews/listings/${slug}.png`)).status, slug).toBe(404);
  });

  it("names the day in the zone of the site", async () => {
    const launchAt = new Date("2026-11-24T23:30:00Z");
    const { slug } = await world.listing("Zoned", { status: "scheduled", launchWeek: "2026-11-23", launchAt });
    const pillsIn = async (SITE_TIMEZONE: string) =>
      cardIn(ENGLISH, await listingCard(slug, { ...world.deps, settings: { ...world.deps.settings, SITE_TIMEZONE } }))
        .pills;
    expect(await pillsIn("UTC")).toMatchObject([{ text: "Launches on Tuesday 24 November" }]);
    expect(await pillsIn("Asia/Tokyo")).toMatchObject([{ text: "Launches on Wednesday 25 November" }]);
  });

  it("shows its first picture as soon as there is a copy, and until then a poster", async () => {
    const url = "https://pictures.example/screen.svg";
    const media = [{ url, alt: "A screen" }];
    await world.listing("Pictured", { profile: { media }, unlocked: ["media"] });
    const poster = await drawn("/previews/listings/pictured.png");
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800"><rect width="1280" height="800" fill="#0b6f6a"/></svg>`;
    await world.deps.pictures.keep(url, Buffer.from(svg), "wide");
    expect(await drawn("/previews/listings/pictured.png")).not.toBe(poster);
  });

  it("shows a logo as soon as there is a copy", async () => {
    const logo = "https://logos.example/mark.svg";
    await world.listing("Marked", { content: { logoUrl: logo } });
    const initial = await drawn("/previews/listings/marked.png");
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" fill="#0b6f6a"/></svg>`;
    await world.deps.pictures.keep(logo, Buffer.from(svg), "square");
    expect(await world.deps.pictures.find(pictureKey(logo), 192)).toBeDefined();
    expect(await drawn("/previews/listings/marked.png")).not.toBe(initial);
  });
});

describe("cards", () => {
  it("are named by every kind of page, with size, alternative text and a version", async () => {
    await world.listing("One", { category: "crm" });
    await world.listing("Two", { category: "crm" });
    for (const page of [
      "/",
      "/listings/one",
      "/categories/crm",
      "/compare?a=one&b=two",
      "/launches",
      "/launches/weeks/2026-11-16",
      "/listings/one/alternatives",
    ]) {
      const text = await (await get(page)).text();
      for (const name of ["og:image:width", "og:image:height", "og:image:alt", "twitter:card", "twitter:image:alt"])
        expect(text, `${page} ${name}`).toContain(`"${name}"`);
      const path = await cardOf(page);
      expect(path, page).toMatch(/\?v=[\w-]{8}&look=[\w-]{6}$/);
      const png = await pngOf(path);
      expect([png.readUInt32BE(16), png.readUInt32BE(20)], page).toEqual([1200, 630]);
      expect(png.length, page).toBeLessThan(600_000);
    }
  });

  it("may be kept for a day at an address with a version, and for minutes at one without", async () => {
    const agesOf = async (path: string) => (await get(path)).headers.get("cache-control");
    expect(await agesOf(await cardOf("/"))).toBe("public, max-age=86400");
    expect(await agesOf("/previews/site.png")).toBe("public, max-age=300");
    expect(await drawn("/previews/site.png?v=made-up")).toBe(await drawn("/previews/site.png"));
  });

  it("show an award for good", async () => {
    const { id } = await world.listing("Winner", { launchedAt: LAST_WEEK });
    const [startsAt, endsAt] = [new Date("2026-11-09T00:00:00Z"), new Date("2026-11-16T00:00:00Z")];
    await world.deps.store.change((tx) =>
      tx.awards.give(
        "2026-11-09",
        [
          {
            id: "award-1",
            kind: "launch_of_the_week",
            listingId: id,
            place: 1,
            week: "2026-11-09",
            startsAt,
            endsAt,
            votes: 41,
            tied: false,
            reachedAt: startsAt,
            awardedAt: NOW,
          },
        ],
        NOW,
      ),
    );
    expect((await pngOf("/previews/awards/award-1.png")).length).toBeGreaterThan(10_000);
    expect((await get("/previews/awards/none.png")).status).toBe(404);
  });

  it("are refused to an address that makes the server draw too many, unless they are kept", async () => {
    await world.listing("Kept");
    await world.listing("Unseen");
    await pngOf("/previews/listings/kept.png");
    world.deps.limiter.count("drawing", addressKey("127.0.0.1"), 100);
    expect((await get("/previews/listings/unseen.png")).status).toBe(429);
    expect((await get("/previews/listings/kept.png")).status).toBe(200);
  });
});

const plain = (title: string): Card<string> => ({
  title,
  text: title,
  marks: [{ name: title, hue: "teal", url: null }],
  pills: [],
  foot: title,
});
const brand = { siteName: "Tidal", design: DESIGN, logo: undefined };
const kit = { copies: new Map(), pen: penOf(brand.design.fonts), ground: groundOf(brand.design) };
const svgOf = (title: string) => cardPicture(plain(title), brand.siteName, () => "<svg/>", kit);
const glyphs = (svg: string): number => svg.split("<path transform").length - 1;

describe("the letters of a card", () => {
  it.each([
    ["Arabic", "مرسى للقوارب"],
    ["Hebrew", "נמל הסירות"],
    ["Japanese", "日本語の製品"],
    ["Korean beside Chinese", "한국어 产品"],
    ["Devanagari", "नाव घाट"],
    ["Thai", "ท่าเรือ"],
    ["Cyrillic and Greek", "Причал λιμάνι"],
    ["Vietnamese", "Bến thuyền Việt"],
  ])("are drawn for %s", async (_name, text) => {
    expect(glyphs(await svgOf(text))).toBeGreaterThan(2 * text.replace(/[\s\p{M}]/gu, "").length);
  });

  it("leave out emoji, and are cut where there is no room", async () => {
    expect(glyphs(await svgOf("Ferry 🚀"))).toBe(glyphs(await svgOf("Ferry")));
    expect(glyphs(await svgOf("🚀"))).toBe(glyphs(await svgOf("")));
    const long = await svgOf("Extraordinarily ".repeat(30));
    expect(glyphs(long)).toBeGreaterThan(50);
    expect(glyphs(long)).toBeLessThan(400);
    expect(glyphs(await svgOf("W".repeat(500)))).toBeLessThan(300);
  });

  it("are paths, so no name can add anything to the drawing", async () => {
    const svg = await svgOf(HOSTILE);
    expect(svg).not.toMatch(/script|alert|<text/);
  });

  it("have a proper font where two scripts meet", async () => {
    const fontOf = await fontsFor({ regular: [..."产品한국어"], bold: [] });
    for (const letter of "产品한국어") expect(fontOf(letter, "regular")?.postscriptName, letter).toContain("Noto");
  });

  it("have the colours of every hue", () => {
    for (const hue of HUES) expect(coloursOf(hue)).toMatchObject({ hue: /^#\w{6}$/, tint: /^#\w{6}$/ });
  });
});

it("draws twenty cards at a time at most, each once", async () => {
  const drawer = createDrawer({ find: async () => undefined });
  const draw = (title: string) => drawer.card(plain(title), brand, async () => undefined);
  const all = await Promise.allSettled(Array.from({ length: 24 }, (_, index) => draw(`Card ${index}`)));
  const refused = all.filter((one) => one.status === "rejected").map(({ reason }) => reason.code);
  expect(refused).toEqual(Array(4).fill("service_unavailable"));
  const admitted: string[] = [];
  await drawer.card(plain("Card 1"), brand, async () => void admitted.push("again"));
  expect(admitted).toEqual([]);
});
