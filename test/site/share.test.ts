import { imageSize } from "image-size";
import { describe, expect, it } from "vitest";
import { ENGLISH } from "../../languages/language.ts";
import { SHARE_FORMATS, SMALL_WIDTH } from "../../site/kit/preview.ts";
import { dayInWords } from "../../site/parts/launches/calendar.ts";
import { type Phase, shareTexts } from "../../site/parts/launches/share-texts.ts";
import { castVote } from "../helpers/cast-vote.ts";
import { freshRandom } from "../helpers/random.ts";
import { createWorld } from "../helpers/world.ts";

const HOSTILE = `"><script>alert(1)</script>&\u0001`;
const world = await createWorld({ env: { SITE_NAME: "Tidal" } });
await world.listing("Acme");
await world.listing("Coming", { status: "scheduled", launchWeek: "2099-01-05", launchedAt: null });
const hostile = await world.listing("Hostile", { content: { name: HOSTILE, tagline: HOSTILE } });
await world.listing("Unseen", { status: "draft", launchedAt: null });
const get = (path: string) => fetch(world.url + path);

describe("the share kit", () => {
  it("has a picture in every size, drawn with what holds now", async () => {
    const page = await (await get("/listings/acme/share")).text();
    for (const [format, { width, height }] of Object.entries(SHARE_FORMATS)) {
      const [path] = new RegExp(`/previews/listings/acme/${format}\\.png\\?v=[\\w-]+`).exec(page)!;
      const response = await get(path);
      expect(response.headers.get("content-type")).toBe("image/png");
      const before = Buffer.from(await response.arrayBuffer());
      expect(imageSize(before), format).toMatchObject({ width, height, type: "png" });
      const small = Buffer.from(await (await get(path.replace(".png", ".webp"))).arrayBuffer());
      expect(imageSize(small), format).toMatchObject({
        width: SMALL_WIDTH,
        height: expect.closeTo((SMALL_WIDTH * height) / width, 0),
      });
    }
    const square = async () => Buffer.from(await (await get("/previews/listings/acme/square.png")).arrayBuffer());
    const before = await square();
    const { id } = (await world.deps.store.listings.findLive("acme"))!;
    await castVote(world.deps, (await world.account("ann")).id, id);
    expect(before.equals(await square())).toBe(false);
    for (const path of ["acme/huge", "acme/toString", "unseen/square", "nothing/square"])
      expect((await get(`/previews/listings/${path}.png`)).status, path).toBe(404);
  });

  it("shows its pictures small, because a page weighs little", async () => {
    const page = await (await get("/listings/acme/share")).text();
    const shown = [...page.matchAll(/<img src="([^"]+\.webp[^"]*)"/g)].map(([, path]) =>
      path!.replaceAll("&amp;", "&"),
    );
    expect(shown).toHaveLength(Object.keys(SHARE_FORMATS).length + 1);
    const sizes = await Promise.all(shown.map(async (path) => (await (await get(path)).arrayBuffer()).byteLength));
    expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(160_000);
  });

  it("speaks of the launch to come, of the week, and is missing for what nobody may see", async () => {
    expect(await (await get("/listings/coming/share")).text()).toContain(
      "Coming launches on Tidal on Monday 5 January.",
    );
    expect(await (await get("/listings/acme/share")).text()).toContain("Acme is live on Tidal this week.");
    for (const slug of ["unseen", "nothing", "%3Cscript%3E"])
      expect((await get(`/listings/${slug}/share`)).status, slug).toBe(404);
  });

  it("runs nothing of what a listing is called", async () => {
    const response = await get(`/listings/${hostile.slug}/share`);
    expect(response.headers.get("content-security-policy")).toContain("script-src 'self'");
    const page = await response.text();
    expect(page).not.toContain("<script>alert");
    expect(page).not.toMatch(/href="(?!https?:|\/|#)/);
    expect((await get(`/previews/listings/${hostile.slug}/story.png`)).status).toBe(200);
  });
});

describe("a text to share", () => {
  const segments = new Intl.Segmenter("en", { granularity: "grapheme" });
  it("fits its network, and always has the address where a post has one", () => {
    const random = freshRandom("share");
    const words = [
      "plan",
      "tomorrow’s",
      "baking",
      "👩‍👩‍👧‍👦",
      "数据库",
      "مرحبا",
      "https://x.example/?a=1&b=2",
      "ünïcödé",
    ];
    const text = (most: number) => Array.from({ length: random.between(1, most) }, () => random.pick(words)).join(" ");
    for (let round = 0; round < 300; round++) {
      const phases: Phase[] = [
        { kind: "coming", day: dayInWords("2026-01-05", { weekday: true }) },
        { kind: "week" },
        { kind: "live" },
        { kind: "won", title: "Second place, Launch of the Week" },
      ];
      const url = `https://tidal.example/listings/${"s".repeat(random.between(1, 100))}`;
      const told = {
        name: text(20),
        tagline: random.between(0, 3) ? text(40) : null,
        url,
        siteName: "Tidal",
        language: ENGLISH,
      };
      for (const { id, text: post, most, open, length } of shareTexts({ ...told, phase: random.pick(phases) })) {
        expect([...segments.segment(post)].length, id).toBe(length);
        expect(length, `${id}: ${post}`).toBeLessThanOrEqual(most);
        if (!["reddit", "hacker-news"].includes(id)) expect(post.endsWith(url), id).toBe(true);
        if (open) expect(new URL(open).protocol).toBe("https:");
        expect(post).not.toMatch(/\bvote for\b|upvote/i);
      }
    }
  });
});
