import { describe, expect, it } from "vitest";
import { createLimiter } from "../../core/limits/limiter.ts";
import { readSettings } from "../../core/settings/config.ts";
import { TOOLS_LIST_MAX_BYTES } from "../../mcp/store-rules.ts";
import { THIRD_PARTY } from "../../tools/define.ts";
import { tools } from "../../tools/index.ts";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createWorld } from "../helpers/world.ts";
import { bearer, connect, connectOld, EARLIER, type Json, legacyCall, MODERN, modern, post } from "./helper.ts";

const website = await createWebsite(ACME);
const world = await createWorld({ env: { OUTBOUND_RESOLVE: website.resolve("ida.test", "other-ida.test") } });
await world.listing("Acme Charts", { content: { tagline: "Web analytics for small teams" } });
await world.listing("Beta Notes");

const nameOf = (tool: { name: string }) => tool.name;
/** Operations, and what research connectors look for. */
const NAMES = [...tools.map(nameOf), "search", "fetch"];

describe("versions", () => {
  it("uses the newest one with a client that negotiates", async () => {
    const client = await connect(world);
    expect(client.getNegotiatedProtocolVersion()).toBe(MODERN);
    expect(client.getServerVersion()).toMatchObject({
      name: "debut",
      title: "Debut",
      websiteUrl: world.baseUrl,
      icons: [{ mimeType: "image/svg+xml" }, ...Array(3).fill({ mimeType: "image/png" })],
    });
    expect(client.getInstructions()).toContain("third parties");
    await client.close();
  });

  it.each([MODERN, ...EARLIER])("uses %s when a client knows no other", async (version) => {
    const client = await connect(world, { version });
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect((await client.listTools()).tools.map(nameOf)).toEqual(NAMES);
    const result = await client.callTool({ name: "get_listing", arguments: { slug: "acme-charts" } });
    expect(result.structuredContent).toMatchObject({ slug: "acme-charts", name: "Acme Charts" });
    await client.close();
  });

  /** Public reads take another path than what an account asks. */
  const asked = [
    legacyCall("get_listing", { slug: "acme-charts" }),
    legacyCall("list_my_listings"),
    { jsonrpc: "2.0", id: 1, method: "tools/list" },
  ];
  it.each(EARLIER)(
    "answers %s with one message as JSON, compressed for those who accept it unless it is short",
    async (version) => {
      const headers = { "mcp-protocol-version": version, ...bearer(await world.key("ann")) };
      for (const message of asked)
        for (const encoding of ["br", "gzip", "identity"]) {
          const reply = await post(world, message, { headers: { ...headers, "accept-encoding": encoding } });
          expect(reply.status).toBe(200);
          expect(reply.headers.get("content-type")).toBe("application/json");
          const isShort = JSON.stringify(reply.body).length < 1024;
          expect(reply.headers.get("content-encoding") ?? "identity").toBe(isShort ? "identity" : encoding);
          expect(reply.body).toMatchObject({ id: 1, result: {} });
        }
    },
  );

  it("answers an older version with the oldest supported one", async () => {
    const hello = (protocolVersion: string) => ({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion, capabilities: {}, clientInfo: { name: "old", version: "1" } },
    });
    expect((await post(world, hello("2024-11-05"))).body.result.protocolVersion).toBe("2025-11-25");
    expect((await post(world, hello("2025-06-18"))).body.result.protocolVersion).toBe("2025-06-18");
    expect(
      (await post(world, legacyCall("get_site_info"), { headers: { "mcp-protocol-version": "2024-11-05" } })).status,
    ).toBe(400);
  });

  it("is found by server/discover, which anybody may cache", async () => {
    const { status, body } = await modern(world, "server/discover");
    expect(status).toBe(200);
    expect(body.result).toMatchObject({ supportedVersions: [MODERN, ...EARLIER], cacheScope: "public" });
    expect(body.result.ttlMs).toBeGreaterThan(0);
    expect(body.result.capabilities).toEqual({
      tools: { listChanged: false },
      resources: { listChanged: false, subscribe: false },
      prompts: { listChanged: false },
      completions: {},
      extensions: {
        "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] },
        "io.modelcontextprotocol/skills": {},
        "io.modelcontextprotocol/tasks": {},
      },
    });
  });
});

describe("tools/list", () => {
  it("is the same for every caller, call and version", async () => {
    const first = (await modern(world, "tools/list")).body.result;
    expect(first).toMatchObject({ cacheScope: "public" });
    const again = (
      await modern(world, "tools/list", {}, { headers: { authorization: `Bearer ${await world.key("ann")}` } })
    ).body.result;
    const account = (
      await modern(
        world,
        "tools/list",
        {},
        { path: "/mcp/account", headers: { authorization: `Bearer ${await world.key("ann")}` } },
      )
    ).body;
    const older = (await post(world, { jsonrpc: "2.0", id: 1, method: "tools/list" })).body.result;
    expect(JSON.stringify(again.tools)).toBe(JSON.stringify(first.tools));
    expect(JSON.stringify(account.result.tools)).toBe(JSON.stringify(first.tools));
    expect(older.tools).toEqual(first.tools);
  });

  it("describes each tool in full", async () => {
    const { tools: listed } = (await modern(world, "tools/list")).body.result;
    for (const [index, tool] of listed.slice(0, tools.length).entries()) {
      const { access, annotations, title, isAddition } = tools[index]!;
      expect(tool.name).toMatch(/^[a-z][a-z_]{0,63}$/);
      expect(tool.title).toBe(title);
      expect(tool.description.length).toBeGreaterThan(40);
      expect(tool.annotations).toEqual({ title, ...annotations });
      expect(tool._meta.securitySchemes).toEqual(
        access === "public" ? [{ type: "noauth" }] : [{ type: "oauth2", scopes: [access] }],
      );
      expect(tool._meta["x-addition"]).toBe(isAddition);
      expect(tool.inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(tool).not.toHaveProperty("outputSchema");
      expect(JSON.stringify(tool)).not.toMatch(/"\$(schema|ref|defs)"/);
      for (const banned of ["anyOf", "oneOf", "allOf"]) expect(tool.inputSchema).not.toHaveProperty(banned);
    }
  });

  it("stays small enough for a model to read first", async () => {
    const { tools: listed } = (await modern(world, "tools/list")).body.result;
    expect(listed).toHaveLength(tools.length + 2);
    expect(Buffer.byteLength(JSON.stringify(listed))).toBeLessThan(TOOLS_LIST_MAX_BYTES);
  });
});

describe("tools/call", () => {
  it("gives the same JSON as text and as structured content (gemini-cli#21053, llama.cpp#26410, dify#39418)", async () => {
    const { body } = await modern(world, "tools/call", { name: "get_listing", arguments: { slug: "acme-charts" } });
    const { content, structuredContent, resultType, isError } = body.result;
    expect(content.slice(1)).toEqual([{ type: "text", text: THIRD_PARTY }]);
    expect(JSON.parse(content[0].text)).toEqual(structuredContent);
    expect({ resultType, isError }).toEqual({ resultType: "complete", isError: undefined });
  });

  it.each([MODERN, "2025-11-25"])(
    "answers alike with a profile that is made and with kept ones, in %s",
    async (version) => {
      const send = async (slug: string, id: Json, meta: object = {}) => {
        const call = legacyCall("get_listing", { slug }, id);
        const own = {
          "io.modelcontextprotocol/protocolVersion": MODERN,
          "io.modelcontextprotocol/clientCapabilities": {},
        };
        const _meta = { ...(version === MODERN && own), ...meta };
        const headers = { "mcp-protocol-version": version, "mcp-method": "tools/call", "mcp-name": "get_listing" };
        const { body, headers: sent } = await post(world, { ...call, params: { ...call.params, _meta } }, { headers });
        expect(body.id).toBe(id);
        const { text, _meta: marks } = { text: JSON.stringify(body.result), ...body.result };
        expect(marks).toMatchObject({ "dev.debut/untrusted": true });
        return { text, type: sent.get("content-type"), encoding: sent.get("content-encoding"), vary: sent.get("vary") };
      };
      const listing = await world.listing(`Framed ${version}`, {
        content: { tagline: 'Ümlauts, 漢字, "quotes" and ![a picture](https://p.example/x.png)' },
      });
      // With a key, the SDK's server answers.
      const made = await send(listing.slug, 1, { "dev.debut/idempotency-key": "a" });
      expect(JSON.parse(made.text).structuredContent.slug).toBe(listing.slug);
      for (const id of [2, "three", 'f"our', 5]) expect(await send(listing.slug, id)).toEqual(made);
      for (const slug of ["acme-charts", "beta-notes"])
        expect(await send(slug, 6)).toEqual(await send(slug, 7, { "dev.debut/idempotency-key": "b" }));
    },
  );

  it("names every wrong field in text alone, and the problem in _meta (kimi-code#2554, #3234)", async () => {
    const { status, body } = await modern(world, "tools/call", {
      name: "search_listings",
      arguments: { page: 0, per_page: "20", colour: "red" },
    });
    expect(status).toBe(200);
    const { result } = body;
    expect(result).toMatchObject({ isError: true });
    expect(result).not.toHaveProperty("structuredContent");
    const [first, ...lines] = result.content[0].text.split("\n");
    expect(first).toMatch(/^validation_failed: 3 fields are invalid/);
    expect(lines.map((line: string) => line.split(":")[0]).sort()).toEqual(["- /colour", "- /page", "- /per_page"]);
    const problem = result._meta["dev.debut/problem"];
    expect(problem).toMatchObject({
      status: 400,
      code: "validation_failed",
      type: `${world.baseUrl}/problems/validation-failed`,
    });
    expect(problem.errors).toHaveLength(3);
    expect(problem.request_id).toMatch(/^[\w-]{36}$/);
  });

  it.each(["2025-11-25", MODERN])("shows the text of an error to a client of %s", async (version) => {
    const client = await connect(world, { version });
    const result = await client.callTool({ name: "get_listing", arguments: { slug: "acme" } });
    expect(result.isError).toBe(true);
    expect((result.content as Json)[0].text).toMatch(/^not_found: .*acme-charts/s);
    await client.close();
  });

  it("shows the text of an error to the first generation of the SDK", async () => {
    const client = await connectOld(world);
    const result = await client.callTool({ name: "get_listing", arguments: { slug: "nothing-like-it" } });
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^not_found: /) }] });
    await client.close();
  });

  it("treats an unknown tool as wrong parameters", async () => {
    expect((await modern(world, "tools/call", { name: "vote", arguments: {} })).body.error.code).toBe(-32602);
    expect((await post(world, legacyCall("constructor"))).body.error.code).toBe(-32602);
  });

  it("treats missing arguments as empty (apify-mcp#1360, cline#10553)", async () => {
    const params = { name: "get_site_info" };
    const legacy = await post(world, { jsonrpc: "2.0", id: 1, method: "tools/call", params });
    for (const { body } of [legacy, await modern(world, "tools/call", params)])
      expect(body.result.structuredContent.mcp).toMatchObject({ url: `${world.baseUrl}/mcp` });
  });

  it("hides internal errors", async () => {
    const limiter = createLimiter(readSettings({}));
    const broken = await createWorld({
      replaced: {
        limiter: {
          ...limiter,
          take: (name, ...more) =>
            name === "read" ? Promise.reject(new Error("secret: /etc/passwd")) : limiter.take(name, ...more),
        },
      },
    });
    const headers = bearer(await broken.key("ann"));
    const { body } = await modern(broken, "tools/call", { name: "get_site_info", arguments: {} }, { headers });
    expect(body.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^internal_error: /) }],
    });
    expect(JSON.stringify(body)).not.toContain("secret");
    expect(broken.logs.join("")).toContain("/etc/passwd");
    await broken.close();
  });

  it("writes one log line per request, without its contents", async () => {
    const before = world.logs.length;
    const id = "trace-7";
    const key = await world.key("ann");
    const headers = { "x-request-id": id, authorization: `Bearer ${key}` };
    const reply = await modern(
      world,
      "tools/call",
      { name: "search_listings", arguments: { q: "private words" } },
      { headers },
    );
    expect(reply.headers.get("x-request-id")).toBe(id);
    const lines = world.logs.slice(before).filter((line) => line.includes(id));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      msg: "request",
      interface: "mcp",
      method: "POST",
      route: "/mcp",
      status: 200,
      bytes: expect.any(Number),
      request_id: id,
      caller: "api_key",
      era: "modern",
      calls: [{ operation: "search_listings", outcome: "ok", ms: expect.any(Number) }],
    });
    expect(world.logs.join("")).not.toContain("private words");
    expect(world.logs.join("")).not.toContain(key);
  });
});

describe("resources", () => {
  it("lists them with descriptions", async () => {
    const client = await connect(world);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      "directory://site",
      "directory://categories",
      "directory://openapi",
      "skill://draft-review/SKILL.md",
      "skill://launch-playbook/SKILL.md",
    ]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "listing://{slug}",
      "evidence://{slug}",
      "category://{slug}",
      "draft-pages://{id}{?page}",
    ]);
    for (const { description, mimeType } of [...resources, ...resourceTemplates]) {
      expect(description).toBeTruthy();
      expect(mimeType).toMatch(/^(application\/json|text\/markdown)$/);
    }
    await client.close();
  });

  it("reads the same data as the tools", async () => {
    const client = await connect(world);
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents;
      expect(content).toMatchObject({ uri, mimeType: "application/json" });
      return JSON.parse((content as { text: string }).text);
    };
    const { structuredContent } = await client.callTool({ name: "get_listing", arguments: { slug: "acme-charts" } });
    expect(await read("listing://acme-charts")).toEqual(structuredContent);
    const { items } = await read("directory://categories");
    expect(await read(`category://${items[0].slug}`)).toMatchObject({ slug: items[0].slug, name: items[0].name });
    expect((await read("directory://openapi")).openapi).toMatch(/^3\.1/);
    expect((await read("directory://site")).name).toBe("Debut");
    await client.close();
  });

  it.each([
    "listing://nothing-here",
    "listing://Not A Slug",
    "listing://a/b",
    "draft://x",
    "file:///etc/passwd",
    "category://none-such",
  ])("has no %s", async (uri) => {
    const { body } = await modern(
      world,
      "resources/read",
      { uri },
      { headers: { "mcp-name": encodeURI(uri) === uri ? uri : `=?base64?${btoa(uri)}?=` } },
    );
    expect(body.error).toMatchObject({ code: -32602, data: { uri } });
  });
});

describe("completion", () => {
  const complete = async (ref: Json, name: string, value: string) =>
    (await modern(world, "completion/complete", { ref, argument: { name, value } })).body.result.completion;

  it("completes slugs of listings and categories", async () => {
    const listing = { type: "ref/resource", uri: "listing://{slug}" };
    expect((await complete(listing, "slug", "acm")).values).toEqual(["acme-charts"]);
    expect((await complete(listing, "slug", "")).values).toContain("beta-notes");
    expect((await complete(listing, "slug", "zzz")).values).toEqual([]);
    const category = await complete({ type: "ref/resource", uri: "category://{slug}" }, "slug", "a");
    expect(category.values.length).toBeGreaterThan(0);
    expect((await complete({ type: "ref/prompt", name: "compare_products" }, "b", "beta")).values).toEqual([
      "beta-notes",
    ]);
  });
});

describe("prompts", () => {
  it("describes each prompt with its arguments", async () => {
    const client = await connect(world);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(nameOf)).toEqual(["submit_product", "compare_products"]);
    for (const prompt of prompts) {
      expect(prompt.description).toBeTruthy();
      for (const argument of prompt.arguments ?? [])
        expect(argument).toMatchObject({ required: true, description: expect.any(String) });
    }
    await client.close();
  });

  it("composes prompts with the profiles attached", async () => {
    const client = await connect(world);
    const submit = await client.getPrompt({ name: "submit_product", arguments: { url: "https://acme.example" } });
    expect(submit.messages[0]!.content).toMatchObject({
      type: "text",
      text: expect.stringContaining("https://acme.example/"),
    });
    const { messages } = await client.getPrompt({
      name: "compare_products",
      arguments: { a: "acme-charts", b: "beta-notes" },
    });
    expect(messages.slice(1).map(({ content }) => (content as Json).resource.uri)).toEqual([
      "listing://acme-charts",
      "listing://beta-notes",
    ]);
    await client.close();
  });

  it.each([
    ["nothing", {}],
    ["submit_product", {}],
    ["submit_product", { url: "javascript:alert(1)" }],
    ["compare_products", { a: "acme-charts", b: "nothing-like-it" }],
  ])("refuses %s with %j", async (name, args) => {
    expect((await modern(world, "prompts/get", { name, arguments: args })).body.error.code).toBe(-32602);
  });
});

describe("search and fetch", () => {
  it.each(["/mcp", "/mcp/directory", "/mcp/public"])("are listed at %s", async (path) => {
    const { body } = await modern(world, "tools/list", {}, { path });
    expect(body.result.tools.map(nameOf).slice(-2)).toEqual(["search", "fetch"]);
  });

  it("answer without an account, and each result says enough for a short answer", async () => {
    const quote = { quote: "Plans the rota of a ward in minutes.", url: "https://wardwise.example/" };
    await world.listing("Wardwise", {
      category: "accounting",
      content: { tagline: "Rotas for hospitals" },
      profile: { description: "Plans who works when.", evidence: { description: [quote] } },
    });
    const call = async (name: string, args: object) =>
      (await modern(world, "tools/call", { name, arguments: args })).body.result.structuredContent;
    const { results } = await call("search", { query: "plan the rota of nurses" });
    const [first] = results;
    expect(Object.keys(first)).toEqual(["id", "title", "url", "text"]);
    expect(first.text).toContain(`Plans who works when. Its website states: “${quote.quote}” (${quote.url}).`);
    expect(first.text).toMatch(/Votes: \d+\. Website: /);
    expect((await call("fetch", { id: first.id })).text).toContain("Plans who works when.");
  });

  it("say what to ask instead where nothing fits", async () => {
    const { body } = await modern(world, "tools/call", { name: "search", arguments: { query: "xqzzv" } });
    const { results, hint } = body.result.structuredContent;
    expect(results).toEqual([]);
    expect(hint).toMatch(/^Nothing found\. Try other words/);
    expect(hint).toMatch(/Products are listed in .+ and more\.$/);
  });
});

describe("/mcp/public", () => {
  it("has the public tools and those of research connectors", async () => {
    const client = await connect(world, { path: "/mcp/public" });
    const { tools: listed } = await client.listTools();
    expect(listed.map(nameOf)).toEqual([
      ...tools.filter(({ access }) => access === "public").map(nameOf),
      "search",
      "fetch",
    ]);
    expect(client.getInstructions()).not.toContain("/mcp/account");
    const found = await client.callTool({ name: "search", arguments: { query: "analytics" } });
    const { results } = found.structuredContent as Json;
    expect(results).toEqual([
      {
        id: "listing:acme-charts",
        title: "Acme Charts: Web analytics for small teams",
        url: `${world.baseUrl}/listings/acme-charts`,
        text: expect.stringContaining("Website: "),
      },
    ]);
    const nothing = await client.callTool({ name: "search", arguments: { query: "xqzzv" } });
    expect(nothing.structuredContent).toEqual({
      notice: THIRD_PARTY,
      results: [],
      hint: expect.stringContaining("Nothing found"),
    });
    const { structuredContent } = await client.callTool({ name: "fetch", arguments: { id: results[0].id } });
    expect(structuredContent).toMatchObject({
      id: "listing:acme-charts",
      title: "Acme Charts",
      url: results[0].url,
      text: expect.stringContaining("analytics"),
    });
    expect(Object.keys(structuredContent as Json)).toEqual(["id", "title", "text", "url", "metadata"]);
    await client.close();
  });

  it.each([
    ["search", {}, "/query"],
    ["search", { query: "" }, "/query"],
    ["fetch", { id: "blog:x" }, "/id"],
    ["fetch", { id: "listing:acme-charts", more: 1 }, "/more"],
  ])("checks the input of %s: %j", async (name, args, pointer) => {
    const { body } = await modern(world, "tools/call", { name, arguments: args }, { path: "/mcp/public" });
    expect(body.result._meta["dev.debut/problem"].errors[0].pointer).toBe(pointer);
  });

  it("never asks for sign-in and ignores credentials", async () => {
    const path = "/mcp/public";
    const headers = { authorization: "Bearer wrong" };
    expect(
      (await modern(world, "tools/call", { name: "get_site_info" }, { path, headers })).body.result.structuredContent
        .name,
    ).toBe("Debut");
    const { status, body } = await modern(world, "tools/call", { name: "get_account" }, { path, headers });
    expect({ status, code: body.error.code }).toEqual({ status: 200, code: -32602 });
  });
});
