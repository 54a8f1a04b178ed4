import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createWorld } from "../helpers/world.ts";
import { launchBrowser } from "./chromium.ts";
import { fillSignIn, openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const website = await createWebsite({ ...ACME });
const { world, browser: plainBrowser } = await withBrowser(
  createWorld({ env: { SITE_TIMEZONE: "UTC", OUTBOUND_RESOLVE: website.resolve("one.test", "two.test") } }),
);
const assisted = await launchBrowser(["--enable-blink-features=WebMCP"]);
afterAll(async () => {
  await assisted.close();
  await website.close();
});

beforeAll(async () => {
  await world.listing("Kelpline", { category: "accounting", content: { tagline: "Tides by the hour" } });
  await world.listing("Nightferry", { content: { tagline: "Tides by night" } });
  await world.account("ann");
});

type Listed = { name: string; description: string; inputSchema: string; annotations?: Record<string, boolean> };

async function open(browser: Browser, path: string, { signedIn = false } = {}) {
  const watched = await openWatched(browser);
  const { page } = watched;
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.goto(signedIn ? `${world.url}/sign-in?return_to=${encodeURIComponent(path)}` : `${world.url}${path}`);
  if (signedIn) await fillSignIn(page, "ann");
  await page.waitForURL(`${world.url}${path}`);
  await page.waitForLoadState("load");
  return { ...watched, requests };
}

const toolsOf = (page: Page): Promise<Listed[]> =>
  page.evaluate(
    "document.modelContext.getTools().then((all) => all.map(({ name, description, inputSchema, " +
      "annotations: a }) => ({ name, description, inputSchema, annotations: a && { readOnlyHint: " +
      "a.readOnlyHint, untrustedContentHint: a.untrustedContentHint } })))",
  ) as Promise<Listed[]>;
const namesOf = async (page: Page): Promise<string[]> => (await toolsOf(page)).map(({ name }) => name);
async function listedAtMcp(): Promise<Map<string, object>> {
  const response = await fetch(`${world.url}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  const { result } = (await response.json()) as { result: { tools: { name: string; inputSchema: object }[] } };
  return new Map(result.tools.map(({ name, inputSchema }) => [name, inputSchema]));
}
const offered = (page: Page, name: string) => expect.poll(() => namesOf(page)).toContain(name);

/** Calls a tool. A form answers once somebody has pressed its button, so what comes is kept in the page. */
async function begin(page: Page, name: string, input: object): Promise<void> {
  await offered(page, name);
  const call =
    `document.modelContext.executeTool(all.find(({ name }) => name === ` +
    `${JSON.stringify(name)}), ${JSON.stringify(JSON.stringify(input))})`;
  await page.evaluate(
    `document.modelContext.getTools().then((all) => { globalThis.answer = ${call}; globalThis.answer.catch(() => undefined); })`,
  );
}
const answerOf = async (page: Page) => JSON.parse((await page.evaluate("globalThis.answer")) as string);
async function call(page: Page, name: string, input: object) {
  await begin(page, name, input);
  const { isError = false, content } = await answerOf(page);
  return { isError, text: content[0].text as string };
}

describe("the assistant of a browser", () => {
  it("has the tools of /mcp that read, searches and compares with them, and is told what to do next", async () => {
    const { page, complaints, close } = await open(assisted, "/about");
    await offered(page, "search_listings");
    const listed = await listedAtMcp();
    const tools = await toolsOf(page);
    for (const { name, inputSchema, annotations } of tools) {
      expect(JSON.parse(inputSchema), name).toEqual(listed.get(name));
      expect(annotations?.readOnlyHint, name).toBe(true);
    }
    const hintOf = (name: string) => tools.find((tool) => tool.name === name)?.annotations?.untrustedContentHint;
    expect([hintOf("get_listing"), hintOf("list_products")]).toEqual([true, false]);
    expect(tools.map(({ name }) => name)).not.toContain("get_account");

    const found = JSON.parse((await call(page, "search_listings", { q: "tides" })).text);
    expect(found.items.map(({ slug }: { slug: string }) => slug).sort()).toEqual(["kelpline", "nightferry"]);
    const compared = await call(page, "compare_listings", { a: "kelpline", b: "nightferry" });
    expect(JSON.parse(compared.text)).toMatchObject({ a: { slug: "kelpline" }, b: { slug: "nightferry" } });
    const missing = await call(page, "get_listing", { slug: "nope" });
    expect(missing).toEqual({ isError: true, text: expect.stringContaining("Find slugs with search_listings") });
    expect(complaints).toEqual([]);
    await close();
  });

  it("reads what is the person's while they are signed in", async () => {
    const { page, close } = await open(assisted, "/about", { signedIn: true });
    expect(JSON.parse((await call(page, "get_account", {})).text).user.email).toBe("ann@people.example");
    await page.context().clearCookies();
    expect(await call(page, "get_account", {})).toMatchObject({ isError: true, text: /^unauthenticated: Sign in/ });
    await close();
  });

  it.each([
    ["show_search", "/search", { q: "tides" }, "q", "Search", /^Products for “tides”$/],
    [
      "compare_two",
      "/compare",
      { left: "Kelpline", right: "Nightferry" },
      "right",
      "Compare",
      /^Kelpline or Nightferry/,
    ],
    [
      "submit_website",
      "/submit",
      { url: "one.test" },
      "url",
      "Draft my page",
      /^We are reading your website$|^Here is your page$/,
    ],
  ])("fills in the form of %s, and a person sends it", async (name, path, input, filled, button, shown) => {
    const { page, requests, complaints, close } = await open(assisted, path);
    await begin(page, name, input);
    const field = page.locator(`form[toolname=${name}] [name=${filled}]`);
    await expect.poll(() => field.inputValue()).toBe(Object.values(input).at(-1));
    expect(new URL(page.url()).pathname).toBe(path);
    expect(requests.filter((request) => request.startsWith("POST"))).toEqual([]);
    await page.getByRole("main").getByRole("button", { name: button }).click();
    await page.getByRole("heading", { name: shown, level: 1 }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it("fills in a draft, of which nothing is saved before a person presses the button", async () => {
    const { body } = await world.as("ann").post("/drafts", { body: { url: "https://two.test/" } });
    await world.drain();
    const stored = async () => (await world.as("ann").get(`/drafts/${body.id}`)).body.fields;
    const before = await stored();
    const { page, close } = await open(assisted, `/drafts/${body.id}`, { signedIn: true });
    const acts: (string | null)[] = [];
    page.on("request", (request) => acts.push(new URLSearchParams(request.postData() ?? "").get("act")));
    await begin(page, "edit_draft", { "fields.tagline": "Charts for the tide", "fields.tags": "tides, charts" });
    await page.locator("#preview").getByText("Charts for the tide").first().waitFor();
    await page.locator('[id="card.tags"]').getByText("charts", { exact: true }).waitFor();
    // The page saves what somebody typed as soon as it gets the focus.
    await page.evaluate("dispatchEvent(new Event('focus'))");
    expect(await stored()).toEqual(before);
    await page.getByRole("button", { name: "Save changes" }).first().click();
    await page
      .locator("#saved")
      .filter({ hasText: /^Saved \d/ })
      .waitFor();
    expect(await page.evaluate("globalThis.answer")).toContain("Saved");
    expect(acts).not.toContain("autosave");
    expect((await stored()).tagline.value).toBe("Charts for the tide");
    expect((await stored()).name).toEqual(before.name);
    await close();
  });

  it("follows a listing with a person's press, and never votes, reviews or signs in", async () => {
    const { page, complaints, close } = await open(assisted, "/listings/kelpline", { signedIn: true });
    await begin(page, "follow_listing", {});
    await page.getByRole("button", { name: "Follow", exact: true }).click();
    expect(await answerOf(page)).toEqual({ on: true });
    const named = "form[action$='/vote'][toolname], form[action*='review'][toolname], form[action*='sign'][toolname]";
    expect(await page.locator(named).count()).toBe(0);
    expect(await page.locator("[toolautosubmit]").count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });
});

it("a browser without an assistant requests nothing for one", async () => {
  const { page, requests, close } = await open(plainBrowser, "/about");
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate("'modelContext' in document")).toBe(false);
  expect(requests.filter((request) => /web-?mcp/.test(request))).toEqual([]);
  await close();
});
