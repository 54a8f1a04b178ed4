import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { keepUpload } from "../../actions/pictures/keep-upload.ts";
import { DEFAULT_THEME, designOf } from "../../domain/site/design.ts";
import { contrast } from "../../domain/site/palette.ts";
import { THEME_IDS, type ThemeId } from "../../domain/site/themes.ts";
import { ENGLISH } from "../../languages/language.ts";
import { mailSamples } from "../../mail/samples.ts";
import { png } from "../helpers/png.ts";
import { createWorld } from "../helpers/world.ts";

const ACCENT = "#0e6a50";
const world = await createWorld({ env: { SITE_NAME: "Shelf" } });
await world.listing("Acme Charts");
const { store, uploads } = world.deps;

const look = (theme: ThemeId, more: { accent?: string | null; logo?: string | null } = {}) =>
  store.change((tx) => tx.site.save({ theme: { ...DEFAULT_THEME, theme }, accent: null, logo: null, ...more }));
const bytes = async (path: string): Promise<Buffer> => {
  const reply = await fetch(world.url + path);
  expect(reply.status, path).toBe(200);
  return Buffer.from(await reply.arrayBuffer());
};
const pixel = async (picture: Buffer, left: number, top: number): Promise<string> => {
  const { data } = await sharp(picture)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return `#${data.toString("hex")}`;
};
const BADGE = "/badges/acme-charts/listed/standard-light-m";

describe("what a site shows elsewhere", () => {
  it.each(THEME_IDS)("its cards stand on the ground of %s", async (theme) => {
    await look(theme);
    const { palette, scene } = designOf(store.siteLook());
    const card = await bytes("/previews/site.png");
    const corner = await pixel(card, 4, 300);
    const grounds = [palette.light.paper, palette.dark.paper, palette.light.accent];
    expect(grounds.includes(corner)).toBe(scene !== "sunrise");
  });

  it("its icons are its logo, whatever asks for them", async () => {
    const file = { bytes: png(200, 200), name: "logo.png", shape: "square" as const, accountId: null };
    const upload = await keepUpload(file, world.deps);
    await store.change((tx) => upload.keep(tx));
    await look("workbench", { logo: upload.id });
    for (const [path, size] of [
      ["/favicon.ico", 64],
      ["/icon-512.png", 512],
      ["/app-icon-180.png", 180],
    ] as const) {
      const drawn = await bytes(path);
      expect(await sharp(drawn).metadata()).toMatchObject({ format: "png", width: size, height: size });
      const own = await uploads.find(upload.id, 192);
      expect(await pixel(drawn, size / 2, size / 2)).toBe(await pixel(own!, 96, 96));
    }
  });

  it("without a logo, they are the first letter of its name on the accent", async () => {
    await look("workbench", { accent: ACCENT });
    const icon = await bytes("/icon-192.png");
    expect(await pixel(icon, 96, 12)).toBe(ACCENT);
    const { data } = await sharp(icon).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const colors = new Set(
      Array.from({ length: data.length / 3 }, (_, at) => data.toString("hex", 3 * at, 3 * at + 3)),
    );
    expect(colors).toContain("ffffff");
  });

  it("its manifest names it, its ground and icons that phones may cut", async () => {
    await look("rack", { accent: ACCENT });
    const manifest = JSON.parse((await bytes("/manifest.webmanifest")).toString());
    expect(manifest).toMatchObject({
      name: "Shelf",
      display: "standalone",
      background_color: designOf(store.siteLook()).palette.light.paper,
    });
    for (const { src, sizes } of manifest.icons) {
      const { width } = await sharp(await bytes(src)).metadata();
      expect(`${width}x${width}`).toBe(sizes);
    }
    const page = (await bytes("/")).toString();
    expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest">');
    expect(page).toContain('<link rel="apple-touch-icon" href="/app-icon-180.png">');
  });

  it("its badges have its logo and colors, as SVG and as PNG of twice the size", async () => {
    await look("first-light");
    expect((await bytes(`${BADGE}.svg`)).toString()).not.toContain("<image");
    await look("broadsheet", { accent: ACCENT });
    const svg = (await bytes(`${BADGE}.svg`)).toString();
    expect(svg).toContain('href="data:image/png;base64,');
    expect(svg).toContain(designOf(store.siteLook()).palette.light.ink);
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg)!;
    const picture = await bytes(`${BADGE}.png`);
    expect(await sharp(picture).metadata()).toMatchObject({
      format: "png",
      width: 2 * Number(width),
      height: 2 * Number(height),
    });
    // Words are drawn, although programs that draw SVG have no fonts.
    const words = sharp(picture).extract({ left: 2 * 54, top: 0, width: 60, height: 2 * Number(height) });
    expect((await words.greyscale().stats()).channels[0]!.min).toBeLessThan(80);
  });

  it("its pages name another card once it looks different", async () => {
    const image = async () =>
      /property="og:image" content="([^"]+)"/.exec((await bytes("/categories")).toString())![1]!;
    await look("rack");
    const before = await image();
    await look("rack", { accent: ACCENT });
    expect(await image()).not.toBe(before);
  });

  it.each(THEME_IDS)("its emails have readable buttons and the ground of %s", (theme) => {
    const design = designOf({ accent: null, theme: { ...DEFAULT_THEME, theme } });
    const site = { SITE_NAME: "Shelf", BASE_URL: "https://shelf.example" };
    for (const { message } of mailSamples(site, new Date("2026-11-30"))) {
      const { html } = message.in(ENGLISH, design);
      expect(html.includes("linear-gradient")).toBe(theme === "first-light");
      expect(html).toContain(`background:${design.palette.light.paper}`);
      for (const [, ground, ink] of html.matchAll(/background:(#\w{6});color:(#\w{6});font-weight:700/g))
        expect(contrast(ground!, ink!)).toBeGreaterThanOrEqual(4.5);
    }
  });
});
