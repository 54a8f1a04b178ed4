import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { castVote } from "../helpers/cast-vote.ts";
import { createWorld } from "../helpers/world.ts";
import { openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world, browser } = await withBrowser(createWorld());
const LONG = "Wonderful things ".repeat(12).trim();
let body = "";
let isStrict = true;
const website = createServer((_req, res) => {
  const policy = isStrict ? "require-corp" : "unsafe-none";
  res.writeHead(200, { "content-type": "text/html", "cross-origin-embedder-policy": policy });
  res.end(
    `<!doctype html><html lang="en"><title>Acme</title><meta name="viewport" ` +
      `content="width=device-width"><link rel="icon" href="data:,"><main><h1>Acme</h1>${body}</main>` +
      `</html>`,
  );
});
let websiteUrl: string;

beforeAll(async () => {
  const { id } = await world.listing("Acme Books", { content: { logoUrl: "https://acme.example/logo.png" } });
  await castVote(world.deps, (await world.account("ann")).id, id);
  await world.listing("Long", { plan: "launch", content: { tagline: LONG } });
  await new Promise<void>((done) => website.listen(0, "127.0.0.1", done));
  websiteUrl = `http://localhost:${(website.address() as AddressInfo).port}/`;
});
afterAll(() => {
  website.closeAllConnections();
  website.close();
});

const codeOf = async (slug: string, size = ""): Promise<string> => {
  const response = await fetch(`${world.url}/oembed?url=${world.url}/listings/${slug}${size}`);
  return ((await response.json()) as { html: string }).html;
};

/** Texts of the card that stand outside of it. */
const OUTSIDE = `[...document.querySelectorAll("h1, .tagline, .tag")].filter((part) => {
  const box = part.getBoundingClientRect();
  return box.width > 0 && (box.left < 0 || box.top < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
}).map((part) => part.className + part.textContent)`;

describe("in a browser", () => {
  it("the card stands in the page of another website, and its link opens the listing", async () => {
    body = await codeOf("acme-books");
    const { page, complaints, close } = await openWatched(browser);
    await page.goto(websiteUrl);
    const card = page.frameLocator("iframe");
    await card.getByRole("heading", { name: "Acme Books" }).waitFor();
    expect((await card.getByRole("link").innerText()).split(/\s*\n\s*/).join(" ")).toContain("1 vote");
    expect(await page.context().cookies()).toEqual([]);
    expect(complaints).toEqual([]);
    const opened = page.context().waitForEvent("page");
    await card.getByRole("link").click();
    const listing = await opened;
    await listing.waitForLoadState();
    expect(listing.url()).toBe(`${world.url}/listings/acme-books`);
    await close();
  });

  it("stands in a sandbox and in a page without an origin", async () => {
    body = `<iframe title="outer" sandbox="allow-scripts" srcdoc='${(await codeOf("acme-books")).replaceAll("'", "&#39;")}'></iframe>`;
    const { page, complaints, close } = await openWatched(browser);
    await page.goto(websiteUrl);
    const card = page.frameLocator("iframe").frameLocator("iframe");
    await card.getByRole("heading", { name: "Acme Books" }).waitFor();
    const frame = page.frames().find((each) => each.url().includes("/embed/"))!;
    expect(await frame.evaluate("getComputedStyle(document.querySelector('.card')).display")).toBe("flex");
    await frame.waitForFunction("document.images[0].naturalWidth > 0");
    expect(complaints).toEqual([]);
    await close();
  });

  it("opens its link in WordPress, whose sandbox has no popups and follows links with a secret", async () => {
    // What wp_filter_oembed_result makes of the html, and what wp-embed.js does with a message.
    const kept = /<iframe src="([^"]*)" title="([^"]*)" width="\d+" height="\d+" frameborder="0"/.exec(
      await codeOf("acme-books"),
    )!;
    const marks = `class="wp-embedded-content" sandbox="allow-scripts" security="restricted" data-secret="ab12CD"`;
    body = `<iframe ${marks} src="${kept[1]}#?secret=ab12CD" title="${kept[2]}" width="480" height="132"></iframe>
<script>addEventListener("message", ({ data, source }) => {
  const frame = document.querySelector('iframe[data-secret="' + data.secret + '"]');
  if (source !== frame.contentWindow || data.message !== "link" || document.activeElement !== frame) return;
  if (new URL(data.value).host === new URL(frame.src).host) top.location.href = data.value;
})</script>`;
    const { page, complaints, close } = await openWatched(browser);
    await page.goto(websiteUrl);
    await page.frameLocator("iframe").getByRole("link").click();
    await page.waitForURL(`${world.url}/listings/acme-books`);
    expect(complaints).toEqual([]);
    await close();
  });

  it("no other page stands in a frame", async () => {
    isStrict = false;
    body = `<iframe title="listing" src="${world.url}/listings/acme-books"></iframe>`;
    const { page, complaints, close } = await openWatched(browser);
    const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
    await page.goto(websiteUrl);
    await refused;
    expect(complaints.join()).toContain("frame-ancestors 'none'");
    await close();
  });

  it("is sound by itself by day and by night", async () => {
    const { page, expectSound, close } = await openWatched(browser);
    for (const slug of ["acme-books", "long"]) {
      await page.goto(`${world.url}/embed/${slug}`);
      await expectSound();
    }
    const colour = () => page.evaluate("getComputedStyle(document.querySelector('.card')).backgroundColor");
    await page.goto(`${world.url}/embed/acme-books`);
    await page.emulateMedia({ colorScheme: "light" });
    const light = await colour();
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await colour()).not.toBe(light);
    await page.goto(`${world.url}/embed/acme-books?theme=light`);
    expect(await colour()).toBe(light);
    await close();
  });

  it.each([
    [480, 132],
    [480, 100],
    [300, 80],
    [200, 60],
    [320, 40],
    [120, 200],
  ])("fits into %i by %i pixels, and still says that a listing is paid", async (width, height) => {
    const { page, close } = await openWatched(browser, { viewport: { width, height } });
    await page.goto(`${world.url}/embed/long`);
    expect(await page.evaluate(OUTSIDE)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollHeight <= innerHeight")).toBe(true);
    expect(await page.getByText("Promoted").isVisible()).toBe(true);
    await close();
  });
});
