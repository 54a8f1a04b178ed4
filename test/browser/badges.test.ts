import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { BADGE_KINDS, BADGE_STYLES, type BadgeSubject } from "../../domain/listings/badge.ts";
import { drawBadge } from "../../pictures/badges/draw.ts";
import { embedHtml } from "../../pictures/badges/embed.ts";
import { createWorld } from "../helpers/world.ts";
import { type BadgePage, DEBUT, HIDDEN_PAGES, SEEN_PAGES, SITE } from "../unit/badge-pages.ts";
import { openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world, browser } = await withBrowser(createWorld());
beforeAll(async () => {
  await world.listing("Acme Books", { claimedMethod: "dns" });
});

const acme: BadgeSubject = {
  id: 1,
  slug: "acme-books",
  name: "Acme Books",
  status: "live",
  launchedAt: new Date("2026-11-16T00:00:00Z"),
  claimedMethod: "dns",
  isFeatured: true,
  award: { place: 3, week: "2026-09-28" },
};

const NAMES = [
  "Debut",
  "i",
  "W".repeat(60),
  "The Extraordinarily Long-Named Directory of Wonderful Things",
  "Übergrößenträger Straßenbahnhaltestellenverzeichnis Żółć Ñandú",
  "Каталог продуктов с очень длинным названием для всех людей",
  "漢字かな混じりのとても長い製品の名前です。漢字かな混じりのとても長い製品の名前です",
  "שלום עולם, שם ארוך מאוד של מוצר אחד שלא נגמר לעולם",
  "مرحبا بالعالم، اسم طويل جدا لمنتج واحد لا ينتهي أبدا",
  "हिन्दी में एक बहुत लंबा उत्पाद का नाम जो कभी खत्म नहीं होता",
  "👩‍👩‍👧‍👦🚀🇩🇪".repeat(12),
  "﷽".repeat(12),
  `</text><script>document.title="hacked"</script>`,
];

/** Texts that leave the picture, or that stand on each other, by what the browser really draws. */
const MEASURE = `[...document.querySelectorAll("svg")].flatMap((svg) => {
  const view = svg.viewBox.baseVal;
  const boxes = [...svg.querySelectorAll("text")].map((text) => ({ text: text.textContent, box: text.getBBox() }));
  const outside = boxes.filter(({ box }) => box.x < 4 || box.y < 0 || box.x + box.width > view.width - 4 || box.y + box.height > view.height);
  const beside = boxes.filter(({ box }, index) => boxes.slice(0, index).some(({ box: other }) =>
    Math.abs(box.y - other.y) < 3 && box.x < other.x + other.width && other.x < box.x + box.width));
  return [...outside, ...beside].map(({ text, box }) => text + " " + [box.x, box.y, box.width, box.height].map(Math.round) + " in " + view.width + "x" + view.height);
})`;

describe("in a browser", () => {
  it.each(NAMES)("no text leaves its place: %s", async (name) => {
    const page = await browser.newPage();
    const svgs = BADGE_STYLES.filter(({ mode }) => mode === "light").flatMap((style) =>
      BADGE_KINDS.flatMap((kind) => [
        drawBadge(kind, { ...acme, name }, style, "Debut").svg,
        drawBadge(kind, acme, style, name).svg,
        drawBadge("listed", { ...acme, status: "awaiting_badge" }, style, name).svg,
      ]),
    );
    await page.setContent(`<title>badges</title>${svgs.join("")}`);
    expect(await page.evaluate("document.querySelectorAll('text').length")).toBeGreaterThan(svgs.length);
    expect(await page.evaluate(MEASURE)).toEqual([]);
    expect(await page.title()).toBe("badges");
    await page.close();
  });

  it("auto follows the colour scheme, the others do not", async () => {
    const look = async (mode: string, colorScheme: "light" | "dark") => {
      const page = await browser.newPage({ colorScheme });
      await page.setContent(
        `<style>html{background:#888}</style><img src="${world.url}/badges/acme-books/listed/standard-${mode}-m.svg" alt="">`,
      );
      const shot = await page.locator("img").screenshot();
      await page.close();
      return shot.toString("base64");
    };
    const [light, dark] = [await look("light", "light"), await look("dark", "light")];
    expect(light).not.toBe(dark);
    expect([await look("light", "dark"), await look("dark", "dark")]).toEqual([light, dark]);
    expect([await look("auto", "light"), await look("auto", "dark")]).toEqual([light, dark]);
  });

  it("embed code is sound, shows its picture, and takes the dark one in the dark", async () => {
    const { body } = await world.rest("GET", "/listings/acme-books/badges");
    const codes = [
      ...body.items.map(({ html }: { html: string }) => html),
      ...BADGE_STYLES.map((style) => {
        const site = { baseUrl: world.baseUrl, slug: "acme-books", kind: "listed", style } as const;
        return embedHtml(site, drawBadge("listed", { ...acme, name: `"'><b>&` }, style, "Debut"));
      }),
    ];
    const { page, expectSound, close } = await openWatched(browser);
    // A website that lets in only what says that it may be shown anywhere.
    const website = createServer((_req, res) => {
      res.writeHead(200, { "content-type": "text/html", "cross-origin-embedder-policy": "require-corp" });
      res.end(
        `<!doctype html><html lang="en"><title>Acme</title><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><style>img{max-width:100%}</style><main><h1>Acme</h1>${codes.map((code) => `<p>${code}</p>`).join("")}</main></html>`,
      );
    });
    await new Promise<void>((done) => website.listen(0, "127.0.0.1", done));
    await page.goto(`http://127.0.0.1:${(website.address() as AddressInfo).port}/`);
    await expectSound();
    await page.setViewportSize({ width: 1000, height: 800 });
    // The looks by night and by day before let the browser choose and load each picture again.
    await page.waitForFunction(
      "[...document.images].every(({ complete, naturalWidth, width }) => complete && naturalWidth === width)",
    );
    await page.emulateMedia({ colorScheme: "dark" });
    await page.waitForFunction(`document.images[0].currentSrc.endsWith("/standard-dark-m.svg")`);
    await page.emulateMedia({ colorScheme: "light" });
    await page.waitForFunction(`document.images[0].currentSrc.endsWith("/standard-light-m.svg")`);
    await close();
    website.closeAllConnections();
    website.close();
  });

  it("the page of badges is sound, and its code can be copied", async () => {
    const { page, expectSound, close } = await openWatched(browser);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: world.url });
    await page.goto(`${world.url}/listings/acme-books/badges`);
    await expectSound();
    await page.getByLabel("Mode").selectOption("dark");
    await page.getByLabel("Size").selectOption("l");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.waitForURL(/mode=dark&size=l/);
    await expectSound();
    await page.getByRole("button", { name: "Copy" }).nth(2).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toContain(
      "/badges/acme-books/listed/pill-dark-l.svg",
    );
    await close();
  });
});

describe("what the badge check calls hidden", () => {
  const MAGENTA =
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="54"><rect width="200" height="54" fill="#f0f"/></svg>';
  const PAGES = [...SEEN_PAGES, ...HIDDEN_PAGES];
  const HEIGHT = 300;
  /** A screenshot has its limits. */
  const AT_ONCE = 36;

  /** Opens pages below each other, and tells which of them show the badge: nothing else on them is magenta. */
  async function open(pages: readonly BadgePage[], width: number, colorScheme: "light" | "dark") {
    const viewport = { width, height: pages.length * HEIGHT };
    const tab = await (await browser.newContext({ viewport, colorScheme })).newPage();
    const frames = pages.map(
      (_, index) => `<iframe src="http://page-${index}.test/" width="${width}" height="${HEIGHT}">`,
    );
    const STYLE = "<style>body{margin:0}iframe{display:block;border:0}</style>";
    await tab.route("**/*", (route) => {
      const { origin, hostname, pathname, search } = new URL(route.request().url());
      if (origin === DEBUT) return route.fulfill({ contentType: "image/svg+xml", body: MAGENTA });
      if (origin === new URL(SITE).origin)
        return route.fulfill({
          contentType: "text/html",
          body: `${STYLE}${frames.map((frame) => `${frame}</iframe>`).join("")}`,
        });
      const shown = pages[Number(hostname.replace(/\D/g, ""))];
      if (pathname === "/") return route.fulfill({ contentType: "text/html", body: shown?.html ?? "" });
      const sheet = shown?.sheets?.[pathname + search];
      const contentType = sheet?.startsWith("<") ? "text/html" : "text/css";
      return sheet === undefined ? route.fulfill({ status: 404 }) : route.fulfill({ contentType, body: sheet });
    });
    await tab.goto(SITE);
    for (const frame of tab.frames())
      await frame.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })");
    return async (): Promise<boolean[]> => {
      const { data, info } = await sharp(await tab.screenshot())
        .raw()
        .toBuffer({ resolveWithObject: true });
      const pixels = pages.map(() => 0);
      for (let at = 0; at < data.length; at += info.channels)
        if (data[at]! > 230 && data[at + 1]! < 200 && data[at + 2]! > 230)
          pixels[Math.floor(at / info.channels / info.width / HEIGHT)]! += 1;
      return pixels.map((count) => count > 1_000);
    };
  }

  it("a real browser shows on no screen, and everything else on some", async () => {
    for (let from = 0; from < PAGES.length; from += AT_ONCE) {
      const pages = PAGES.slice(from, from + AT_ONCE);
      const screens = [await open(pages, 1000, "light"), await open(pages, 390, "dark")];
      const wrong = async () => {
        const [large = [], small = []] = await Promise.all(screens.map((seenOn) => seenOn()));
        return pages.flatMap(({ name, says }, at) => ((large[at] || small[at]) === (says === undefined) ? [] : [name]));
      };
      await expect.poll(wrong).toEqual([]);
    }
  });
});
