import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { THIRD_PARTY } from "../../tools/define.ts";
import { tools } from "../../tools/index.ts";
import { addDraft } from "../helpers/drafts.ts";
import { createWorld, PLAIN, type World } from "../helpers/world.ts";

const OTHERS = "Zqxmark";
const WRITTEN = `${OTHERS} ![p](https://evil.example/p.png?q=1) [j](javascript:alert(1)) [ok](https://ok.example)`;
const READ = `${OTHERS} [p](https://evil.example/p.png?q=1) j [ok](https://ok.example)`;
/** Tools whose results have only words of this site and of the caller. */
const OWN_TEXT = [
  "answer_interview",
  "delete_draft",
  "get_account",
  "get_site_info",
  "list_categories",
  "list_interview_questions",
  "list_products",
];

let world: World;
let bearer: string;
let listingId: number;
beforeAll(async () => {
  world = await createWorld();
  const { id: ownerId } = await world.account("ann");
  const founders = [{ name: OTHERS, title: OTHERS, bio: WRITTEN, primary: true }];
  ({ id: listingId } = await world.listing(OTHERS, {
    ...{ ownerId, category: "web-analytics", content: { tagline: WRITTEN }, founders: founders as never },
    profile: { description: WRITTEN },
  }));
  bearer = await world.key("ann");
  const { id: accountId } = await world.account("bob");
  const at = world.deps.now();
  await world.deps.store.change(async (tx) => {
    await tx.reviews.write(accountId, listingId, { rating: 5, title: null, body: WRITTEN }, at);
    const { id } = (await tx.reviews.find(accountId, listingId))!;
    await tx.reviews.decide(id, "published", { by: ownerId, at, seenAt: at });
    const said = { subject: "listing", status: "published", reason: null, threadId: null, answersId: null } as const;
    await tx.comments.add({ ...said, id: world.deps.uuid(), listingId, accountId, body: WRITTEN, createdAt: at });
  });
});
afterAll(() => world.close());

const VERSION = "2026-07-28";
type Sent = { method: string; params?: Record<string, unknown> };
/** A message of either era; what is not plain, like an unknown member of params, goes past the fast path. */
async function send(
  era: "modern" | "legacy",
  { method, params = {} }: Sent,
  { path = "/mcp", encoding, signedIn = false }: { path?: string; encoding?: string; signedIn?: boolean } = {},
) {
  const name = params.name ?? params.uri;
  const modern = {
    "mcp-protocol-version": VERSION,
    "mcp-method": method,
    ...(name !== undefined && { "mcp-name": String(name) }),
  };
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const response = await fetch(world.baseUrl + path, {
    method: "POST",
    headers: {
      ...PLAIN,
      ...(encoding && { "accept-encoding": encoding }),
      ...{ "content-type": "application/json", accept: "application/json, text/event-stream" },
      ...(era === "modern" ? modern : { "mcp-protocol-version": "2025-11-25" }),
      ...(signedIn && { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: era === "modern" ? { ...params, _meta } : params }),
  });
  const { result, error } = JSON.parse(await response.text());
  return result ?? error;
}
const called = (name: string, input: object): Sent => ({ method: "tools/call", params: { name, arguments: input } });

describe("a tool", () => {
  it.each(["/mcp", "/mcp/account", "/mcp/public", "/mcp/directory"])(
    "says in its description at %s that its result has words of others, unless it has none",
    async (path) => {
      const { tools: listed } = await send(
        "modern",
        { method: "tools/list" },
        { path, signedIn: path !== "/mcp/public" },
      );
      const silent = (listed as { name: string; description: string }[])
        .filter(({ description }) => !description.endsWith(THIRD_PARTY))
        .map(({ name }) => name);
      const names = new Set(listed.map(({ name }: { name: string }) => name));
      expect(silent.sort()).toEqual(OWN_TEXT.filter((name) => names.has(name)));
    },
  );

  it("that has none gives none", async () => {
    const { id: accountId } = await world.account("ann");
    const unwanted = await addDraft(world, { accountId, siteKey: "zqxmark.example", fields: {} });
    const inputs: Record<string, object> = {
      delete_draft: { id: unwanted },
      answer_interview: { answers: [{ question_id: 1, answer: "My own." }] },
    };
    expect(
      tools
        .filter(({ isOwnText }) => isOwnText)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(OWN_TEXT);
    for (const name of OWN_TEXT) {
      const { body } = await world.mcp(name, inputs[name] ?? {}, { bearer });
      expect(body.isError, JSON.stringify(body)).toBeUndefined();
      expect(body._meta, name).not.toHaveProperty("dev.debut/untrusted");
      expect(JSON.stringify(body), name).not.toMatch(new RegExp(`${OTHERS}|${THIRD_PARTY}`, "i"));
    }
  });
});

describe.each(["modern", "legacy"] as const)("in the %s protocol", (era) => {
  // The second time, kept and learned; with a member that is not plain, by the SDK.
  it.each([
    ["get_listing", { slug: "zqxmark" }, {}],
    ["get_listing", { slug: "zqxmark" }, { encoding: "gzip" }],
    ["get_listing", { slug: "zqxmark" }, { signedIn: true }],
    ["get_listing", { slug: "zqxmark" }, { path: "/mcp/directory", signedIn: true }],
    ["get_listing", { slug: "zqxmark" }, { path: "/mcp/public" }],
    ["search_listings", { q: "zqxmark" }, {}],
    ["get_my_listing", { listing_id: 0 }, { signedIn: true }],
    ["list_reviews", { slug: "zqxmark" }, {}],
    ["list_comments", { slug: "zqxmark" }, {}],
    ["search", { query: "zqxmark" }, {}],
    ["fetch", { id: "listing:zqxmark" }, {}],
  ])("%s of %j marks what others wrote, and has no picture and no unsafe link: %j", async (name, input, how) => {
    const args = "listing_id" in input ? { listing_id: listingId } : input;
    for (let time = 0; time < 3; time++) {
      const plain = await send(era, called(name, args), how);
      const bySdk = await send(era, { method: "tools/call", params: { ...called(name, args).params, more: 1 } }, how);
      for (const { content, structuredContent, _meta } of [plain, bySdk]) {
        expect(_meta).toMatchObject({ "dev.debut/untrusted": true });
        const [first, ...others] = content as { type: string; text: string }[];
        expect(JSON.parse(first!.text)).toEqual(structuredContent);
        expect(others).toEqual(/^(search|fetch)$/.test(name) ? [] : [{ type: "text", text: THIRD_PARTY }]);
        const text = content.map((block: { text: string }) => block.text).join("\n");
        expect(text).toContain(THIRD_PARTY);
        expect(text).toContain(READ);
        expect(text).not.toMatch(/!\[|javascript:/);
      }
    }
  });

  it("resources and prompts mark what others wrote, too", async () => {
    const { contents } = await send(era, { method: "resources/read", params: { uri: "listing://zqxmark" } });
    const params = { name: "compare_products", arguments: { a: "zqxmark", b: "zqxmark" } };
    const { messages } = await send(era, { method: "prompts/get", params });
    const attached = messages.flatMap(({ content }: { content: { resource?: object } }) => content.resource ?? []);
    expect(attached).toHaveLength(2);
    for (const { text, _meta } of [...contents, ...attached]) {
      expect(_meta).toEqual({ "dev.debut/untrusted": true });
      expect(text).toContain(READ);
      expect(text).not.toMatch(/!\[|javascript:/);
    }
    const own = await send(era, { method: "resources/read", params: { uri: "directory://site" } });
    expect(own.contents[0]).not.toHaveProperty("_meta");
    const { resourceTemplates } = await send(era, { method: "resources/templates/list" });
    for (const { description } of resourceTemplates) expect(description).toContain(THIRD_PARTY);
  });
});

it("what is stored, and what programs and pages get, is as it was written", async () => {
  const { body } = await world.rest("GET", "/listings/zqxmark");
  expect([body.tagline, body.description]).toEqual([WRITTEN, WRITTEN]);
  expect((await (await fetch(`${world.baseUrl}/listings/zqxmark`)).text()).includes("![p](https://evil.example")).toBe(
    true,
  );
});
