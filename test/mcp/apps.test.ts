import type { Frame } from "playwright-core";
import { minify } from "rolldown/utils";
import { describe, expect, it } from "vitest";
import { readShippedText } from "../../core/runtime/shipped.ts";
import { APP_TYPE } from "../../resources/apps.ts";
import { THIRD_PARTY } from "../../tools/define.ts";
import { tools } from "../../tools/index.ts";
import { withBrowser } from "../browser/with-browser.ts";
import { createWorld } from "../helpers/world.ts";
import { openHost } from "./apps/host.ts";
import { createAppScene } from "./apps/scene.ts";
import { type Json, modern } from "./helper.ts";

const { world, browser } = await withBrowser(
  createAppScene(async (env) => {
    const world = await createWorld({ env });
    const person = async (name: string) => ({ id: (await world.account(name)).id, key: await world.key(name) });
    return { ...world, person };
  }),
);
const host = await openHost(browser, world, { bearer: world.annKey });
const withApp = tools.filter(({ app }) => app);
const appNames = [...new Set(withApp.map(({ app }) => app!))];

const sees = (frame: Frame, text: string | RegExp) => frame.getByText(text).first().waitFor();
const lastLog = async (start: string) => (await host.log()).findLast((line) => line.startsWith(start));
const logged = (part: string) => expect.poll(async () => (await host.log()).join("\n")).toContain(part);
const focused = (frame: Frame) => frame.evaluate<string>("document.activeElement.id");
const draft = async (id = world.draftId) => (await world.as("ann").get(`/drafts/${id}`)).body;

/** By day at 500 px, by night on a phone, and nothing that the browser complains about. */
async function expectSound() {
  const looks = [];
  for (const [theme, width] of [
    ["light", 500],
    ["dark", 320],
  ] as const) {
    await host.setTheme(theme);
    await host.setWidth(width);
    looks.push(...(await host.faults(theme)).map((fault) => `${theme}, ${width} px: ${fault}`));
  }
  await host.setTheme("light");
  expect([...looks, ...host.complaints.splice(0)]).toEqual([]);
}

describe("apps", () => {
  it.each(withApp.map(({ name, app }) => [name, app!] as const))(
    "%s names a page that hosts read before they show it (ext-apps#671, #482, claude-ai-mcp#61, #165)",
    async (name, app) => {
      const { body } = await modern(world, "tools/list");
      const listed = body.result.tools.find((tool: Json) => tool.name === name);
      expect(listed._meta.ui).toEqual({ resourceUri: `ui://debut/${app}` });
      const read = await modern(world, "resources/read", { uri: listed._meta.ui.resourceUri });
      expect(read.body.result).toMatchObject({
        cacheScope: "public",
        contents: [
          {
            mimeType: APP_TYPE,
            text: expect.stringMatching(/^<!doctype html>/i),
            _meta: { ui: { csp: {}, prefersBorder: true } },
          },
        ],
      });
    },
  );

  it("come with results of text alone, because a link among it stops some hosts", async () => {
    const inputs: Record<string, object> = {
      get_draft: { id: world.draftId },
      search_listings: {},
      get_listing: { slug: "octavo" },
      compare_listings: { a: "octavo", b: "loafwise" },
      get_leaderboard: { board: "billboard" },
      get_launch_week: { week: "this" },
      quote_order: world.order,
    };
    for (const [name, input] of Object.entries(inputs)) {
      const { content, structuredContent } = await host.callTool(name, input);
      const texts = [JSON.stringify(structuredContent), THIRD_PARTY];
      expect(content, name).toEqual(texts.map((text) => ({ type: "text", text })));
    }
  });

  it.each(appNames)("%s is one small page that names no address", async (app) => {
    const { body } = await modern(world, "resources/read", { uri: `ui://debut/${app}` });
    const html: string = body.result.contents[0].text;
    expect(Buffer.byteLength(html)).toBeLessThan(24 * 1024);
    expect(html.match(/https?:\/\/\w|\bsrc=|@import|url\(|\bimport\b/g)).toBeNull();
    expect(html).not.toMatch(/^\s*(\/\/|\*|import |export )/m);
  });

  it("talk to the host by a bridge of less than 3 kB", async () => {
    const { code } = await minify("bridge.js", readShippedText("./resources/apps/bridge.js"));
    expect(Buffer.byteLength(code)).toBeLessThan(3000);
  });

  it.each(["/mcp", "/mcp/account", "/mcp/public", "/mcp/directory"])(
    "are served at %s with its tools",
    async (path) => {
      const headers = { authorization: `Bearer ${world.annKey}` };
      const { body } = await modern(world, "tools/list", {}, { path, headers });
      const named = body.result.tools.flatMap(({ _meta }: Json) => _meta.ui?.resourceUri ?? []);
      for (const app of appNames) {
        const uri = `ui://debut/${app}`;
        const read = await modern(world, "resources/read", { uri }, { path, headers });
        expect(read.body.result !== undefined, uri).toBe(named.includes(uri));
      }
      const { body: found } = await modern(world, "server/discover", {}, { path, headers });
      expect(found.result.capabilities.extensions["io.modelcontextprotocol/ui"]).toEqual({ mimeTypes: [APP_TYPE] });
    },
  );
});

describe("draft review", () => {
  const input = { id: world.draftId };

  it("follows a draft that is being built", async () => {
    const url = "https://slow.test/";
    const frame = await host.open("submit_listing", { input: { url } });
    await sees(frame, /^Reading/);
    const read = async () => (await world.as("ann").get("/drafts")).body.items[0].pages_read;
    await expect.poll(read).toBe(1);
    await host.page.clock.fastForward(3000);
    await sees(frame, "Reading: 1 page so far");
    await expectSound();
    world.release();
    await world.drain();
    await host.page.clock.fastForward(3000);
    await frame.locator("#fields").waitFor();
    expect(await frame.locator("h1").innerText()).toBe("Acme Charts");
    await logged("Accepted: none.");
    await expectSound();
  });

  it("is worked through with the keyboard", async () => {
    const frame = await host.open("get_draft", { input });
    const { keyboard } = host.page;
    const saved = () => sees(frame, /: saved\.$/);
    await frame.focus("#head-tagline");
    await keyboard.press("Enter");
    await sees(frame, "“Acme Charts – Web analytics for small teams”");
    await expectSound();
    await frame.getByRole("button", { name: "acme.test", exact: true }).click();
    await logged("open https://acme.test/");

    await frame.focus("#head-tagline");
    await keyboard.press("a");
    expect(await focused(frame)).toBe("head-short_description");
    await sees(frame, "✓ Accepted");
    await logged("Accepted: tagline.");
    await keyboard.press("ArrowUp");
    expect(await focused(frame)).toBe("head-tagline");

    await keyboard.press("e");
    expect(await focused(frame)).toBe("edit");
    await expectSound();
    await frame.fill("#edit", "Which pages bring customers");
    await keyboard.press("Escape");
    expect(await focused(frame)).toBe("head-tagline");
    await keyboard.press("e");
    await frame.fill("#edit", "Which pages bring customers");
    await keyboard.press("Control+Enter");
    await saved();
    expect(await focused(frame)).toBe("head-tagline");
    expect((await draft()).fields.tagline).toMatchObject({ value: "Which pages bring customers", state: "edited" });

    await keyboard.press("l");
    await sees(frame, "Unlock");
    expect((await draft()).fields.tagline.locked).toBe(true);
    await keyboard.press("l");
    await frame.getByRole("button", { name: "Lock", exact: true }).waitFor();
    expect((await draft()).fields.tagline).toMatchObject({ value: "Which pages bring customers", locked: false });
    await frame.getByRole("button", { name: "Restore original" }).click();
    await sees(frame, "“Acme Charts – Web analytics for small teams”");
    await keyboard.press("r");
    await sees(frame, /^Tagline: (rewritten|the same as before)\.$/);
    await logged("Changed: tagline.");
    await expectSound();
  });

  it("keeps a refused edit in its box, and says why", async () => {
    const frame = await host.open("get_draft", { input });
    await frame.click("#head-contact_email");
    await frame.getByRole("button", { name: "Edit", exact: true }).click();
    await frame.fill("#edit", "nobody");
    await frame.getByRole("button", { name: "Save", exact: true }).click();
    await frame.locator(".open #say.bad").waitFor();
    expect(await frame.inputValue("#edit")).toBe("nobody");
    expect(await focused(frame)).toBe("edit");
    await expectSound();
    await frame.fill("#edit", "hello@acme.test");
    await frame.getByRole("button", { name: "Save", exact: true }).click();
    await sees(frame, "Contact email: saved.");
  });

  it("fills in a list, one per line", async () => {
    const frame = await host.open("get_draft", { input });
    await frame.click("#head-keywords");
    await frame.getByRole("button", { name: "Fill in" }).click();
    await frame.fill("#edit", "charts\n\n  visits ");
    await frame.getByRole("button", { name: "Save", exact: true }).click();
    await sees(frame, "Keywords: saved.");
    expect((await draft()).fields.keywords.value).toEqual(["charts", "visits"]);
  });

  it("asks which of two answers is right", async () => {
    const id = await world.submit("twice.test");
    await world.drain();
    const frame = await host.open("get_draft", { input: { id } });
    await sees(frame, "Which is right?");
    await frame.click("#head-founded_year");
    await sees(frame, "The site says several things:");
    await sees(frame, "“Acme Charts was founded in 2021 by Ann Miller.”");
    await expectSound();
    await frame.getByRole("button", { name: "Use 2021" }).click();
    await sees(frame, "Founded in: saved.");
    const { fields, questions } = await draft(id);
    expect([fields.founded_year.value, questions]).toEqual(["2021", undefined]);
  });

  it("saves the draft as a listing, and the conversation goes on", async () => {
    const frame = await host.open("get_draft", { input });
    await frame.click("#save");
    await sees(frame, "Saved. Nothing is published or charged yet.");
    const { listing_id: id } = await draft();
    await logged(`say I reviewed the draft and saved it as listing ${id}. How can I launch it?`);
    await expectSound();
    await frame.click("#full");
    await logged("mode fullscreen");
  });

  it("shows why nothing could be read, and what is required", async () => {
    const id = await world.submit("gone.test");
    await world.drain();
    const frame = await host.open("get_draft", { input: { id } });
    await frame.locator(".notice").waitFor();
    await sees(frame, "Required");
    expect(await frame.locator("#save").isDisabled()).toBe(true);
    await expectSound();
  });
});

describe("listings", () => {
  const slugs = (frame: Frame) => frame.locator(".list button").allInnerTexts();

  it("shows results, more of them, and one in place", async () => {
    const frame = await host.open("search_listings", { input: { q: "offline", per_page: 4 } });
    await sees(frame, /^6 listings/);
    const before = await slugs(frame);
    expect(before).toHaveLength(4);
    expect(await frame.locator(".paid").count()).toBe(1);
    await expectSound();
    await frame.focus("#more");
    await host.page.keyboard.press("Enter");
    await frame.locator(".list li").nth(5).waitFor();
    expect((await slugs(frame)).slice(0, 4)).toEqual(before);
    expect(await frame.locator("#more").count()).toBe(0);

    await frame.getByRole("button", { name: "Coppertally" }).click();
    await sees(frame, /^The company paid for this listing/);
    await sees(frame, "Not found on the pages we read: Demo video.");
    expect(await focused(frame)).toBe("card");
    await expectSound();
    await frame.getByRole("button", { name: "Visit website" }).click();
    await logged("open https://coppertally.example/");
    await frame.getByRole("button", { name: "Alternatives" }).click();
    await logged("say What are alternatives to Coppertally?");
    await frame.getByRole("button", { name: "Back to results" }).click();
    expect(await focused(frame)).toBe("open-coppertally");
  });

  it("names countries in words, like the site", async () => {
    const search = await host.open("search_listings", { input: { q: "works offline" } });
    await search.getByText("Accounting · Freemium · Germany").first().waitFor();
    const card = await host.open("get_listing", { input: { slug: "octavo" } });
    expect(await card.locator("dt:text-is('Based in') + dd").innerText()).toMatch(/Germany$/);
    const compared = await host.open("compare_listings", { input: { a: "octavo", b: "loafwise" } });
    await compared.getByText("Germany", { exact: true }).waitFor();
  });

  it("says so when nothing fits", async () => {
    await sees(await host.open("search_listings", { input: { q: "xyzzyplughquux" } }), "No products found");
    await expectSound();
  });

  it("opens the listing's page where a view may not call tools", async () => {
    const frame = await host.open("search_listings", { input: { q: "octavo" }, quirks: ["show only", "no messages"] });
    await frame.locator("#open-octavo").click();
    await logged(`open ${world.baseUrl}/listings/octavo`);
  });

  it.each([
    ["search_listings", { q: "octavo" }, "1 listing"],
    ["get_listing", { slug: "octavo" }, "Octavo"],
  ])("reads what %s found when the result is not delivered", async (tool, input, title) => {
    const frame = await host.open(tool, { input, quirks: ["no result"], result: {} });
    expect(await frame.locator("h1").innerText()).toContain(title);
  });
});

describe("short answers", () => {
  it.each([
    ["search_listings", { q: "offline", detail: "concise" }],
    ["get_launch_week", { week: "this", detail: "concise" }],
  ])("of %s open the listing's page by the address that they keep", async (tool, input) => {
    const frame = await host.open(tool, { input, quirks: ["show only"] });
    await frame.getByRole("button", { name: "Bramblemap" }).click();
    await logged(`open ${world.baseUrl}/listings/bramblemap`);
    await expectSound();
  });
});

describe("comparison", () => {
  it("shows what each states, and what neither does", async () => {
    const frame = await host.open("compare_listings", { input: { a: "loafwise", b: "coppertally" } });
    await sees(frame, /^Neither states: Founders/);
    expect(await frame.locator("tbody", { hasText: "Pricing model" }).innerText()).toMatch(/Freemium\s+Subscription/);
    await expectSound();
    await frame.focus("#same");
    await host.page.keyboard.press("Enter");
    expect(await frame.locator("tbody", { hasText: "Category" }).count()).toBe(0);
    expect(await focused(frame)).toBe("same");
    await expectSound();
    await frame.getByRole("button", { name: "Open Loafwise" }).click();
    await logged(`open ${world.baseUrl}/listings/loafwise`);
  });

  it("is read again when the result is not delivered", async () => {
    const input = { a: "loafwise", b: "coppertally" };
    const frame = await host.open("compare_listings", { input, quirks: ["no result"], result: {} });
    await frame.locator("table").waitFor();
  });
});

describe("launches", () => {
  it("puts the first three of a week on a podium, in reading order", async () => {
    const frame = await host.open("get_launch_week", { input: { week: "this" } });
    expect(await frame.locator(".podium .name").allInnerTexts()).toEqual(["Bramblemap", "Octavo", "Coppertally"]);
    expect(await frame.locator(".podium .paid").count()).toBe(1);
    await expectSound();
    await frame.getByRole("button", { name: "Octavo" }).click();
    await logged(`open ${world.baseUrl}/listings/octavo`);
    await frame.click("#after");
    await sees(frame, "Nothing is scheduled for this week yet.");
    expect(await focused(frame)).toBe("after");
    await expectSound();
    await frame.click("#before");
    await frame.locator(".podium").waitFor();
  });

  it("labels a board that is paid, and gives it no podium", async () => {
    const frame = await host.open("get_leaderboard", { input: { board: "billboard" } });
    await sees(frame, /^Paid placement: the billboard ranks/);
    expect(await frame.locator("h1").innerText()).toBe("Billboard Paid");
    expect(await frame.locator(".podium, .sky").count()).toBe(0);
    await expectSound();
  });

  it("shows more of a board", async () => {
    const frame = await host.open("get_leaderboard", { input: { board: "community-weekly", per_page: 3 } });
    expect(await frame.locator(".podium li").count()).toBe(3);
    await frame.click("#more");
    await frame.locator(".list li").nth(2).waitFor();
    await expectSound();
  });

  it.each([
    ["get_launch_week", { week: "last" }, "Launched"],
    ["get_leaderboard", { board: "revenue" }, "Verified monthly revenue"],
  ])("reads what %s found when the result is not delivered", async (tool, input, title) => {
    const frame = await host.open(tool, { input, quirks: ["no result"], result: {} });
    expect(await frame.locator("h1").innerText()).toContain(title);
    await expectSound();
  });
});

describe("claim", () => {
  const input = { slug: "hourwell", method: "dns" };

  it("tells what to publish, checks it, and ends with the listing", async () => {
    const frame = await host.open("claim_listing", { input });
    await sees(frame, "_debut-claim.hourwell.example");
    await frame.getByRole("button", { name: "Copy: Value" }).click();
    await frame
      .locator("#say")
      .getByText(/copied|Ctrl\+C/)
      .waitFor();
    await expectSound();

    await frame.getByRole("button", { name: "By a file" }).click();
    const content = frame.getByRole("textbox", { name: "Content" });
    await content.waitFor();
    await frame.focus("#check");
    await host.page.keyboard.press("Enter");
    await sees(frame, "9 attempts left");
    await sees(frame, /does not exist \(status 404\)/);
    expect(await focused(frame)).toBe("check");
    await expectSound();

    const address = await frame.getByRole("textbox", { name: "Address" }).innerText();
    world.pages[new URL(address).pathname] = (_req, res) =>
      void content.innerText().then((body) => res.writeHead(200, { "content-type": "text/plain" }).end(body));
    await frame.click("#check");
    await sees(frame, "Hourwell is yours.");
    await logged("say Hourwell is verified as mine.");
    await expectSound();
  });

  it("is found by its listing when the result is not delivered", async () => {
    const frame = await host.open("claim_listing", { input, quirks: ["no result"], result: {} });
    await sees(frame, "Claim Hourwell");
    expect((await host.log()).join()).not.toContain("claim_listing");
  });

  it("says who has to check where a view may not call tools", async () => {
    const frame = await host.open("claim_listing", {
      input: { slug: "tidepool", method: "meta" },
      quirks: ["show only"],
    });
    await sees(frame, /^This assistant does not let the app act/);
    expect(await frame.locator("#check").isDisabled()).toBe(true);
  });
});

describe("checkout", () => {
  it("shows a price, and the order is the assistant's to create", async () => {
    const frame = await host.open("quote_order", { input: world.order });
    await sees(frame, "This is a price. Nothing is saved or charged.");
    await sees(frame, "VAT 0% (provisional)");
    await expectSound();
    await frame.getByRole("button", { name: "Create the order" }).click();
    await logged("say Create this order");
    expect((await host.log()).join()).not.toContain("call");
  });

  it("has one link to pay, and notices the payment", async () => {
    const frame = await host.open("create_checkout", { input: world.order });
    await expectSound();
    expect(await frame.getByRole("button").count()).toBe(1);
    await frame.click("#pay");
    await logged(`open ${world.baseUrl}/checkout/`);
    const number = (await frame.locator("h1").innerText()).replace("Order ", "");
    await world.pay(number);
    await host.page.clock.fastForward(5000);
    await sees(frame, "The payment has arrived.");
    expect(await frame.locator("#pay").count()).toBe(0);
    await expectSound();
  });

  it("reads the newest order when the result is not delivered, and creates none", async () => {
    await host.callTool("create_checkout", { items: [{ ...world.order.items[0], amount_cents: 20_000 }] });
    const frame = await host.open("create_checkout", { input: world.order, quirks: ["no result"], result: {} });
    await sees(frame, "Review and pay $200.00");
    expect((await host.log()).join()).not.toContain("create_checkout");
  });

  it("is not offered at the address for stores", async () => {
    const { body } = await modern(world, "resources/read", { uri: "ui://debut/checkout" }, { path: "/mcp/directory" });
    expect(body.error.code).toBe(-32602);
  });
});

describe("hosts that differ", () => {
  const input = { id: world.draftId };
  const shown = (frame: Frame) => frame.locator("#fields").waitFor();

  it("get `initialized` before anything is drawn, and then the height", async () => {
    await shown(await host.open("get_draft", { input }));
    await logged("size");
    expect((await host.log())[0]).toBe("initialized");
    const height = await host.frame().evaluate("Math.ceil(document.body.getBoundingClientRect().height)");
    expect(await lastLog("size")).toBe(`size ${height}`);
  });

  it.each([
    ["the id", "get_draft", input],
    ["the website", "submit_listing", { url: "acme.test" }],
  ])("never deliver the result: the draft is found by %s", async (_by, tool, input) => {
    const frame = await host.open(tool, { input, quirks: ["no result"], result: {} });
    await shown(frame);
    expect(await frame.locator("h1").innerText()).toBe("Acme Charts");
    expect((await host.log()).join()).not.toContain("submit_listing");
  });

  it("deliver text alone", async () => {
    await shown(await host.open("get_draft", { input, quirks: ["text only"] }));
    expect((await host.log()).join()).not.toContain("call");
  });

  it("deliver text that is no JSON", async () => {
    const result = { content: [{ type: "text", text: "The draft is ready." }] };
    await shown(await host.open("get_draft", { input, result }));
    await logged("call get_draft");
  });

  it("let a view only show: its buttons are off, and a sentence says why", async () => {
    const frame = await host.open("get_draft", { input, quirks: ["show only"] });
    await sees(frame, /^The app cannot act here/);
    await frame.click("#head-tagline");
    expect(await frame.getByRole("button", { name: "Edit", exact: true }).isDisabled()).toBe(true);
    await frame.press("#head-tagline", "e");
    expect(await frame.locator("#edit").count()).toBe(0);
    await expectSound();
  });

  it("give no colours", async () => {
    const frame = await host.open("get_draft", { input, quirks: ["no styles"] });
    expect(await frame.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 253, 251)");
    await expectSound();
  });

  it("change the theme later", async () => {
    const frame = await host.open("get_draft", { input });
    const colour = () => frame.evaluate("getComputedStyle(document.body).backgroundColor");
    expect(await colour()).toBe("rgb(255, 255, 255)");
    await host.setTheme("dark");
    await expect.poll(colour).toBe("rgb(38, 38, 36)");
  });

  it.each([
    ["en-GB", /^\d+ \w+ 20\d\d$/],
    ["en-US", /^\w+ \d+, 20\d\d$/],
    ["de-DE", /^\w+ \d+, 20\d\d$/],
    ["en_US.UTF-8", /^\w+ \d+, 20\d\d$/],
  ])("speak %s: the page stays English, with dates as that English has them", async (locale, date) => {
    const frame = await host.open("get_listing", { input: { slug: "octavo" }, locale });
    expect(await frame.evaluate("document.documentElement.lang")).toBe("en");
    expect(await frame.locator("dt:text-is('Launched') + dd").innerText()).toMatch(date);
  });

  it("fix the height: the view tells none, and scrolls", async () => {
    const frame = await host.open("get_draft", { input, quirks: ["fixed height", "safe area"] });
    await shown(frame);
    expect(await frame.evaluate("document.body.style.padding")).toBe("10px 11px 12px 13px");
    expect(await frame.evaluate("document.documentElement.scrollHeight > innerHeight")).toBe(true);
    await frame.locator("#full").scrollIntoViewIfNeeded();
    expect(await frame.evaluate("scrollY")).toBeGreaterThan(0);
    expect(await lastLog("size")).toBeUndefined();
  });

  it("never answer: the request ends by itself", async () => {
    const frame = await host.open("get_draft", { input, quirks: ["silent"] });
    await frame.focus("#head-city");
    await host.page.keyboard.press("l");
    await sees(frame, "One moment…");
    await host.page.clock.fastForward(60_000);
    await sees(frame, "The assistant did not answer.");
  });

  it("open no links: the address is shown", async () => {
    const frame = await host.open("get_draft", { input, quirks: ["no links"] });
    await frame.click("#head-name");
    await frame.locator("blockquote button").first().click();
    await sees(frame, /^Open https:\/\/acme\.test\//);
  });

  it("stop the call, or pass on a refusal", async () => {
    await sees(await host.open("get_draft", { input, quirks: ["cancelled"] }), "The call was stopped.");
    const refused = await host.open("get_draft", { input: { id: "0197f0c2-7d7a-7c3e-9a51-3f6f1c0a4b2d" } });
    await refused.locator("#say.bad").waitFor();
    await expectSound();
  });

  it("check on the view, and take it down", async () => {
    await host.open("get_draft", { input });
    expect(await host.page.evaluate("bridge.teardownResource({})")).toEqual({});
  });
});
