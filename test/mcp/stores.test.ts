import { imageSize } from "image-size";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hintFaults, instructionFaults, LOG_KEYS, schemaFaults } from "../../mcp/store-rules.ts";
import { hintReasons } from "../../tools/hint-reasons.ts";
import { tools } from "../../tools/index.ts";
import { createWorld, type World } from "../helpers/world.ts";
import { bearer, connect, type Json, modern } from "./helper.ts";

const PATHS = ["/mcp", "/mcp/account", "/mcp/directory", "/mcp/public"] as const;
const SOLD = ["list_products", "quote_order", "create_checkout", "list_my_orders", "get_order", "cancel_order"];

let world: World;
let key: string;
const lists = new Map<string, Json[]>();
beforeAll(async () => {
  world = await createWorld({
    env: {
      PRIVACY_URL: "https://team.test/privacy",
      TERMS_URL: "https://team.test/terms",
      OPENAI_APPS_CHALLENGE: "token-from-the-form",
      MCP_REGISTRY_AUTH: "v=MCPv1; k=ed25519; p=abc",
    },
  });
  key = await world.key("ann");
  for (const path of PATHS) lists.set(path, (await list(path)).body.result.tools);
});
afterAll(() => world.close());

const list = (path: string) => modern(world, "tools/list", {}, { path, headers: bearer(key) });
const call = (name: string, args: object, path = "/mcp/directory") =>
  modern(world, "tools/call", { name, arguments: args }, { path, headers: bearer(key) });

/** A tool without a fault, changed. */
const toolWith = (property: object, more: object = {}) => [
  {
    name: "look",
    title: "Look",
    inputSchema: { type: "object", properties: { at: { type: "string", description: "a place", ...property } } },
    annotations: {
      title: "Look",
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    ...more,
  },
];

describe("schemas that every model family compiles", () => {
  // Also gemini-cli#2141, #5388 and vscode#318984.
  it.each(PATHS)("are all that %s lists (cursor#3778, gemini-cli#13326, copilot-cli#4835, vscode#251315)", (path) => {
    expect(schemaFaults(lists.get(path)!)).toEqual([]);
    expect(JSON.stringify(lists.get(path))).not.toContain('"$schema"');
    const arrays: Json[] = [];
    JSON.stringify(lists.get(path), (_key, value) => {
      if (value?.type === "array") arrays.push(value);
      return value;
    });
    expect(arrays.filter(({ items }) => !items?.type)).toEqual([]);
    expect(lists.get(path)!.filter(({ name }) => name.length > 30)).toEqual([]);
  });

  it.each([
    ["a union of types", { type: ["array", "null"] }, /type \["array","null"\]/],
    ["a combination", { anyOf: [{ type: "string" }] }, /anyOf/],
    ["an unknown format", { format: "uri" }, /uri/],
    ["no description", { description: undefined }, /no description/],
    ["a long list of values", { enum: Array(1001).fill("a") }, /too many values/],
    [
      "deep nesting",
      Array(12)
        .fill(0)
        .reduce((inner) => ({ type: "array", items: inner }), { type: "string" }),
      /nested too deeply/,
    ],
  ])("refuse %s", (_what, property, fault) => {
    expect(schemaFaults(toolWith({}))).toEqual([]);
    expect(schemaFaults(toolWith(property)).join()).toMatch(fault);
  });

  it("refuse long names, and inputs that are not objects", () => {
    expect(schemaFaults(toolWith({}, { name: "a".repeat(65) }))).toHaveLength(1);
    expect(schemaFaults(toolWith({}, { inputSchema: { type: "string" } }))).toHaveLength(1);
  });

  it("name no tool that the address lacks", async () => {
    for (const path of PATHS) {
      const offered = new Set(lists.get(path)!.map(({ name }) => name));
      const absent = tools.map(({ name }) => name).filter((name) => !offered.has(name));
      const client = await connect(world, { path, bearer: key });
      const { prompts } = await client.listPrompts();
      const texts = JSON.stringify([lists.get(path), client.getInstructions(), prompts]);
      await client.close();
      expect(absent.filter((name) => new RegExp(`\\b${name}\\b`).test(texts))).toEqual([]);
    }
  });
});

describe("hints as the stores define them", () => {
  const hintsOf = (name: string) => lists.get("/mcp")!.find((tool) => tool.name === name)!.annotations;

  it("are all set, with a title", () => {
    expect(hintFaults([...lists.values()].flat())).toEqual([]);
    expect(hintFaults(toolWith({}))).toEqual([]);
    expect(hintFaults(toolWith({}, { annotations: { readOnlyHint: true, destructiveHint: true } }))).toHaveLength(4);
  });

  it("have a reason each, which the forms of stores ask for", () => {
    for (const tool of tools)
      for (const reason of Object.values(hintReasons(tool))) expect(reason).toMatch(new RegExp(`^${tool.name} .+\\.$`));
  });

  it.each(["post_listing_update", "invite_cofounder", "claim_listing"])(
    "call %s destructive and open-world, because its email cannot be taken back",
    (name) => expect(hintsOf(name)).toMatchObject({ destructiveHint: true, openWorldHint: true, readOnlyHint: false }),
  );

  it("call every write open-world, because it shows on a public page or sends email", () => {
    const closed = lists
      .get("/mcp")!
      .filter(({ annotations }) => !annotations.readOnlyHint && !annotations.openWorldHint);
    expect(closed.map(({ name }) => name)).toEqual([]);
  });
});

describe("the address for stores", () => {
  it("has every tool but those that sell", () => {
    expect(lists.get("/mcp/directory")!.map(({ name }) => name)).toEqual([
      ...tools.map(({ name }) => name).filter((name) => !SOLD.includes(name)),
      "search",
      "fetch",
    ]);
  });

  it("asks for no scope of orders, and gives none", async () => {
    const metadata: Json = await (
      await fetch(`${world.baseUrl}/.well-known/oauth-protected-resource/mcp/directory`)
    ).json();
    expect(metadata).toMatchObject({
      resource: `${world.baseUrl}/mcp/directory`,
      scopes_supported: ["account:read", "listings:write"],
      resource_policy_uri: "https://team.test/privacy",
      resource_tos_uri: "https://team.test/terms",
    });
    const refused = await modern(
      world,
      "tools/call",
      { name: "list_my_drafts", arguments: {} },
      { path: "/mcp/directory" },
    );
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).not.toContain("orders:write");
  });

  it("has no board that is ranked by money", async () => {
    const { body } = await call("get_leaderboard", { board: "billboard" });
    expect(body.result.isError).toBe(true);
    expect(body.result.content[0].text).toMatch(/^not_found: /);
    expect(body.result.content[0].text.split("The leaderboards are")[1]).not.toContain("billboard");
    const offered = lists.get("/mcp/directory")!.find(({ name }) => name === "get_leaderboard");
    expect(JSON.stringify(offered)).not.toMatch(/billboard|paid/);
    expect((await call("get_leaderboard", { board: "community-all-time" })).body.result.isError).toBeUndefined();
    expect((await call("get_leaderboard", { board: "billboard" }, "/mcp")).body.result.isError).toBeUndefined();
  });

  it("names no sale in results and next actions of an owner", async () => {
    const owner = await world.account("ann");
    const { id } = await world.listing("Acme Charts", { ownerId: owner.id, status: "draft", launchedAt: null });
    const answers = await Promise.all([
      call("get_my_listing", { listing_id: id }),
      call("set_founder_story", { listing_id: id, why_started: "We needed it." }),
      call("choose_free_listing", { listing_id: id }),
      call("get_account", {}),
    ]);
    const elsewhere = await call("set_founder_story", { listing_id: id, why_started: "We needed it more." }, "/mcp");
    expect(JSON.stringify(elsewhere.body)).toContain("list_products");
    for (const { body } of answers)
      expect(JSON.stringify(body.result)).not.toMatch(new RegExp(`\\b(${SOLD.join("|")})\\b`));
  });

  it("puts no request id into a result", async () => {
    const { body } = await call("get_listing", { slug: "not-here" });
    expect(body.result.isError).toBe(true);
    expect(JSON.stringify(body)).not.toMatch(LOG_KEYS);
  });
});

describe("what reviewers look at first", () => {
  it("says workflow, sign-in and the rule about cards in the first 512 characters", async () => {
    const client = await connect(world);
    const instructions = client.getInstructions()!;
    await client.close();
    expect(instructionFaults(instructions)).toEqual([]);
    expect(instructionFaults("Hello")).not.toEqual([]);
  });

  it("describes the server, with icons as PNG", async () => {
    const client = await connect(world);
    const { description, icons = [] }: Json = client.getServerVersion();
    await client.close();
    expect(description).toContain("directory of products");
    for (const { src, sizes } of icons.filter(({ mimeType }: Json) => mimeType === "image/png")) {
      const response = await fetch(src);
      expect(response.headers.get("content-type")).toBe("image/png");
      const { width, height } = imageSize(Buffer.from(await response.arrayBuffer()));
      expect([`${width}x${height}`]).toEqual(sizes);
    }
    expect(icons).toHaveLength(4);
  });

  it("proves the domain with the operator's tokens", async () => {
    for (const [path, text] of [
      ["openai-apps-challenge", "token-from-the-form"],
      ["mcp-registry-auth", "v=MCPv1; k=ed25519; p=abc"],
    ]) {
      const response = await fetch(`${world.baseUrl}/.well-known/${path}`);
      expect([response.status, await response.text()]).toEqual([200, text]);
      expect(response.headers.get("content-type")).toContain("text/plain");
    }
  });

  it("names policy and terms in the metadata of the authorization server", async () => {
    const metadata: Json = await (await fetch(`${world.baseUrl}/.well-known/oauth-authorization-server`)).json();
    expect(metadata).toMatchObject({
      op_policy_uri: "https://team.test/privacy",
      op_tos_uri: "https://team.test/terms",
    });
  });
});
