import { describe, expect, it } from "vitest";
import { SCOPES } from "../../actions/context.ts";
import { weekOf } from "../../domain/launches/launch-week.ts";
import { createWebsite } from "../helpers/website.ts";
import { createWorld } from "../helpers/world.ts";

const site = await createWebsite({ "/": "<title>Acme</title><h1>Acme</h1>" });
const world = await createWorld({
  env: {
    LIMIT_WRITE: "10000",
    LIMIT_SUBMIT_HOUR: "100",
    LIMIT_SUBMIT_DAY: "100",
    OUTBOUND_RESOLVE: site.resolve(
      "bare.test",
      "www.bare.test",
      "one.test",
      "two.test",
      "three.test",
      "basket.test",
      "kept.test",
      "wrong.test",
    ),
  },
});

async function both(path: string, tool: string, args: Record<string, unknown>) {
  const rest = await world.rest("GET", path);
  const mcp = await world.mcp(tool, args);
  return { rest, mcp: mcp.body, text: mcp.body.content?.[0]?.text as string | undefined };
}

const draftOf = async (url: string): Promise<string> => {
  const { body } = await world.as("ann").post("/drafts", { body: { url } });
  await world.drain();
  return body.id;
};

describe("get_leaderboard", () => {
  const monday = (ahead: number) => weekOf(world.deps.now(), "UTC", ahead).monday;
  it.each([
    ["next", () => "next"],
    ["its Monday", () => monday(1)],
    ["a day of a later week", () => monday(9)],
  ])("refuses a week that has not begun, named by %s, in the same words", async (_name, week) => {
    const args = { board: "community-weekly", week: week() };
    const { rest, text } = await both(`/leaderboards/community-weekly?week=${week()}`, "get_leaderboard", args);
    expect(rest).toMatchObject({
      status: 400,
      body: {
        code: "validation_failed",
        errors: [{ parameter: "week", detail: expect.stringContaining("not started") }],
      },
    });
    expect(text).toContain(rest.body.detail);
  });
});

describe("A category that does not exist", () => {
  it("is an error of search_listings that names the nearest ones", async () => {
    for (const [typed, near] of [
      ["web-analitics", "web-analytics"],
      ["crms", "crm"],
    ] as const) {
      const args = { category: typed };
      const { rest, text } = await both(`/listings?category=${typed}`, "search_listings", args);
      expect(rest).toMatchObject({
        status: 400,
        body: { code: "category_unknown", errors: [{ parameter: "category", detail: expect.stringContaining(near) }] },
      });
      expect(text).toContain(`"${near}"`);
    }
    const { rest } = await both("/listings?category=nope", "search_listings", { category: "nope" });
    expect(rest.body.detail).toMatch(/no category "nope".*Did you mean ".+".*list_categories/);
  });

  it("is named alone when nothing is near, with the operation that lists all", async () => {
    const { rest, text } = await both("/listings?category=qqqq", "search_listings", { category: "qqqq" });
    expect(rest.body.detail).toBe('There is no category "qqqq". See list_categories for all of them.');
    expect(text).toContain(rest.body.detail);
    const one = await world.rest("GET", "/categories/qqqq");
    expect(one.body.detail).toBe('There is no category "qqqq". See list_categories for all of them.');
    const id = await draftOf("https://basket.test/");
    const fields = { categories: ["Underwater basket weaving"] };
    const draft = await world.as("ann").patch(`/drafts/${id}`, { body: { fields } });
    expect(draft.body.errors[0].detail).toBe(
      '"Underwater basket weaving" is not a category. See list_categories for all of them.',
    );
    // Words that many names share do not push away the one that is meant.
    const tools = await world.rest("GET", "/categories/marketing-tools");
    expect(tools.body.detail).toContain('Did you mean "marketing"');
  });

  it("is named with the nearest ones by get_category and by a quote too", async () => {
    const { rest, text } = await both("/categories/web-analitics", "get_category", { slug: "web-analitics" });
    expect(rest).toMatchObject({ status: 404, body: { detail: expect.stringContaining('"web-analytics"') } });
    expect(text).toContain('"web-analytics"');
    const { id: ownerId } = await world.account("ann");
    const { id } = await world.listing("Quoted", { ownerId, category: "crm" });
    const item = { product: "launch", listing_id: id, categories: ["web-analitics"] };
    const quote = await world.as("ann").post("/orders/quote", { body: { items: [item] } });
    expect(JSON.stringify(quote.body)).toContain("Did you mean");
    expect(JSON.stringify(quote.body)).toContain("web-analytics");
  });
});

describe("A UUID in upper case", () => {
  it("is the same draft in every operation, over REST and MCP", async () => {
    const id = await draftOf("https://one.test/");
    const big = id.toUpperCase();
    const ann = world.as("ann");
    expect((await ann.get(`/drafts/${big}`)).body.id).toBe(id);
    expect((await ann.patch(`/drafts/${big}`, { body: { fields: { name: "Big" } } })).body.id).toBe(id);
    expect((await ann.post(`/drafts/${big}/invites`, { body: { email: "bob@people.example" } })).status).toBe(201);
    const incomplete = await ann.post(`/drafts/${big}/submit`);
    expect(incomplete.body.code).toBe("draft_incomplete");
    const read = await world.mcp("get_draft", { id: big }, { bearer: await world.key("ann") });
    expect(read.body.structuredContent.id).toBe(id);
  });

  it("is one request with the lower case under one Idempotency-Key", async () => {
    const id = await draftOf("https://two.test/");
    const send = (name: string) =>
      world.as("ann").patch(`/drafts/${name}`, {
        body: { fields: { name: "Once" } },
        headers: { "idempotency-key": "case" },
      });
    const first = await send(id);
    const again = await send(id.toUpperCase());
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });
});

describe("An Idempotency-Key", () => {
  const DAY_MS = 24 * 3600_000;

  it("returns the same response for 24 hours, and no longer", async () => {
    const id = await draftOf("https://kept.test/");
    const send = () =>
      world.as("ann").patch(`/drafts/${id}`, {
        body: { fields: { name: "Once" } },
        headers: { "idempotency-key": "a day" },
      });
    const isReplayed = async () => (await send()).headers.get("idempotent-replayed") === "true";
    expect(await isReplayed()).toBe(false);
    world.advance(DAY_MS - 1);
    expect(await isReplayed()).toBe(true);
    world.advance(1);
    expect(await isReplayed()).toBe(false);
  });

  it("that is invalid is reported after what is wrong with the input", async () => {
    const id = await draftOf("https://wrong.test/");
    const codeOf = async (body: object) => {
      const headers = { "idempotency-key": "x".repeat(256) };
      return (await world.as("ann").patch(`/drafts/${id}`, { body, headers })).body.code;
    };
    expect(await codeOf({ fields: "none" })).toBe("validation_failed");
    expect(await codeOf({ fields: {} })).toBe("idempotency_key_invalid");
  });
});

it("an API key is refused from the moment at which it expires", async () => {
  const key = await world.key("ann", SCOPES, new Date(world.deps.now().getTime() + 1000));
  const code = async () => (await world.rest("GET", "/me", { bearer: key })).body.code;
  world.advance(999);
  expect(await code()).toBeUndefined();
  world.advance(1);
  expect(await code()).toBe("token_expired");
});

describe("submit_draft", () => {
  it("reports missing and too long texts in one answer", async () => {
    const id = await draftOf("https://three.test/");
    const ann = world.as("ann");
    const fields = { name: null, tagline: "x".repeat(201), description: "Text" };
    await ann.patch(`/drafts/${id}`, { body: { fields, story: { title: "z".repeat(300) } } });
    const { status, body } = await ann.post(`/drafts/${id}/submit`);
    expect(status).toBe(400);
    expect(body.code).toBe("draft_incomplete");
    expect(body.detail).toMatch(/needs name.* too long/);
    expect(body.errors).toMatchObject([
      { pointer: "/fields/name", code: "required" },
      { pointer: "/fields/short_description", code: "required" },
      { pointer: "/fields/categories", code: "required" },
      { pointer: "/fields/tagline", code: "maximum" },
      { pointer: "/story/title", code: "maximum" },
    ]);
    const byMcp = await world.mcp("submit_draft", { id }, { bearer: await world.key("ann") });
    for (const { pointer } of body.errors) expect(byMcp.body.content[0].text).toContain(pointer);
  });
});

describe("submit_listing", () => {
  it.each([
    ["bare.test", "https://bare.test/"],
    [" bare.test/one ", "https://bare.test/one"],
    ["www.bare.test/path?x=1", "https://www.bare.test/path?x=1"],
    ["HTTP://bare.test/two", "http://bare.test/two"],
  ])("takes %s", async (typed, url) => {
    const { status, body } = await world.as("ann").post("/drafts", { body: { url: typed } });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.url).toBe(url);
  });

  it.each([
    ["", "Must be an http or https URL"],
    ["   ", "Must be an http or https URL"],
    ["hello world", "Must be an http or https URL"],
    ["mailto:ann@acme.com", "Must be an http or https URL"],
    ["ftp://acme.com", "Must be an http or https URL"],
    ["javascript:alert(1)", "Must be an http or https URL"],
    ["nonsense", "nonsense is not a public website"],
    ["ann@acme.com", "must not contain a user name"],
  ])("refuses %j clearly, over REST and MCP", async (typed, why) => {
    const { status, body } = await world.as("ann").post("/drafts", { body: { url: typed } });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: "/url", detail: expect.stringContaining(why) }]);
    const byMcp = await world.mcp("submit_listing", { url: typed }, { bearer: await world.key("ann") });
    expect(byMcp.body.content[0].text).toContain(body.detail);
  });
});

describe("Names of the contract", () => {
  it("get_category has children, and a founder has stories wherever it appears", async () => {
    const slug = (await world.rest("GET", "/categories/web-analytics")).body.parent;
    const { rest, mcp } = await both(`/categories/${slug}`, "get_category", { slug });
    expect(rest.body.children.map((child: { slug: string }) => child.slug)).toContain("web-analytics");
    expect(rest.body).not.toHaveProperty("subcategories");
    expect(mcp.structuredContent).toEqual(rest.body);

    const made = await world.listing("Told", {
      category: "crm",
      unlocked: ["story"],
      profile: { story: { problem: "Why Told" } },
    });
    await world.deps.store.change((tx) =>
      tx.listings.update(
        made,
        made,
        { founders: [{ name: "Tess Teller", title: "CEO", bio: null }], ownerId: null },
        { accountId: null, client: "test" },
        world.deps.now(),
      ),
    );
    const founders = await both("/founders?q=tess", "list_founders", { q: "tess" });
    const [inList] = founders.rest.body.items;
    expect(inList.stories).toMatchObject([{ kind: "listing", sections: { problem: "Why Told" } }]);
    expect(inList).toEqual((await world.rest("GET", "/founders/tess-teller")).body);
    expect(founders.mcp.structuredContent).toEqual(founders.rest.body);
  });
});
