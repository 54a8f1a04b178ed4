import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { tools } from "../../tools/index.ts";
import { createWorld } from "../helpers/world.ts";
import { EARLIER, type Json, MODERN, modern, post } from "./helper.ts";

/** What programs find besides tools: skills, the server card, the catalog of the host. */

const world = await createWorld();

const ask = async (method: string, params: Json = {}, path = "/mcp"): Promise<Json> =>
  (await modern(world, method, params, { path })).body;

describe("skills", () => {
  it("are listed, and each file has the digest and size that the list says", async () => {
    const { skills } = (await ask("skills/list")).result;
    expect(skills.map(({ uri }: Json) => uri)).toEqual([
      "skill://draft-review/SKILL.md",
      "skill://launch-playbook/SKILL.md",
    ]);
    for (const { uri, resources } of skills) {
      expect((await ask("skills/get", { uri })).result.skill.uri).toBe(uri);
      for (const file of resources) {
        const [{ text, mimeType }] = (await ask("resources/read", { uri: file.uri })).result.contents;
        expect(mimeType).toBe("text/markdown");
        expect(Buffer.byteLength(text)).toBe(file.size);
        expect(`sha256:${createHash("sha256").update(text).digest("hex")}`).toBe(file.digest);
      }
    }
  });

  it("name only tools, fields and skills that exist", async () => {
    const { skills } = (await ask("skills/list")).result;
    const known = new Set(tools.flatMap(({ name, input, output }) => [name, ...keysIn(input), ...keysIn(output)]));
    for (const { resources } of skills) {
      for (const { uri } of resources) {
        const { text } = (await ask("resources/read", { uri })).result.contents[0];
        const named = [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)/g)].map(([, name]) => name!);
        expect(named.filter((name) => !known.has(name))).toEqual([]);
        const places = [...text.matchAll(/`skill:\/\/([^`]+)`/g)].map(([, place]) => `skill://${place}`);
        for (const place of places) expect((await ask("resources/read", { uri: place })).result).toBeDefined();
      }
    }
  });

  it("are declared only where their tools are", async () => {
    const has = async (path: string) =>
      (await ask("server/discover", {}, path)).result.capabilities.extensions["io.modelcontextprotocol/skills"] !==
      undefined;
    expect(await Promise.all(["/mcp", "/mcp/directory", "/mcp/public"].map(has))).toEqual([true, true, false]);
    expect((await ask("skills/list", {}, "/mcp/public")).error.code).toBe(-32601);
  });

  it("refuse an unknown address with what to do", async () => {
    const { error } = await ask("skills/get", { uri: "skill://other/SKILL.md" });
    expect(error).toMatchObject({ code: -32602, message: "Unknown skill. skills/list names every skill." });
  });

  it.each(EARLIER)("are read by clients of %s", async (version) => {
    const headers = { "mcp-protocol-version": version };
    const { body } = await post(world, { jsonrpc: "2.0", id: 1, method: "resources/list" }, { headers });
    expect(body.result.resources.map(({ uri }: Json) => uri)).toContain("skill://launch-playbook/SKILL.md");
  });
});

/** Names of properties at any depth. */
function keysIn(schema: Json): string[] {
  const shape = schema?.shape ?? {};
  const inner = [schema?.element, schema?.def?.innerType, schema?.def?.in, schema?.def?.valueType].filter(Boolean);
  return [...Object.keys(shape), ...Object.values(shape).flatMap(keysIn), ...inner.flatMap(keysIn)];
}

describe("the server card", () => {
  it("follows the draft of SEP-2127: a closed object that says where to connect", async () => {
    const response = await fetch(`${world.baseUrl}/mcp/server-card`);
    expect(response.headers.get("content-type")).toBe("application/mcp-server-card+json");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const card: Json = await response.json();
    expect(Object.keys(card).sort()).toEqual([
      "$schema",
      "description",
      "icons",
      "name",
      "remotes",
      "title",
      "version",
      "websiteUrl",
    ]);
    expect(card.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(card.description.length).toBeLessThanOrEqual(100);
    expect(card.remotes).toEqual([
      { type: "streamable-http", url: `${world.baseUrl}/mcp`, supportedProtocolVersions: [MODERN, ...EARLIER] },
    ]);
  });

  it("is found as the SEP says since July 2026: by the AI Catalog 1.0 of the host", async () => {
    const found = await fetch(`${world.baseUrl}/.well-known/ai-catalog.json`);
    expect(found.headers.get("content-type")).toBe("application/ai-catalog+json");
    expect(found.headers.get("access-control-allow-origin")).toBe("*");
    const catalog: Json = await found.json();
    expect(catalog).toEqual({
      specVersion: "1.0",
      entries: [
        {
          identifier: "urn:air:127.0.0.1:mcp:directory",
          displayName: "Debut",
          type: "application/mcp-server-card+json",
          url: `${world.baseUrl}/mcp/server-card`,
        },
      ],
    });
    const [{ url, type }] = catalog.entries;
    const response = await fetch(url);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
  });

  it.each([
    ["mcp/catalog.json", "ai-catalog.json"],
    ["mcp/server-card.json", "../mcp/server-card"],
  ])("is also at /.well-known/%s, where earlier drafts had it", async (earlier, now) => {
    const [old, current] = await Promise.all(
      [earlier, now].map(async (path) => (await fetch(`${world.baseUrl}/.well-known/${path}`)).json()),
    );
    expect(old).toEqual(current);
  });
});
