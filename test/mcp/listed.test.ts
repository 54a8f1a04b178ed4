import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { createWorld } from "../helpers/world.ts";
import { type Json, modern } from "./helper.ts";

/** What a list of tools says of a value, and what OpenAPI says of it. */
const BOUNDS = [
  "type",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "enum",
  "default",
  "additionalProperties",
];
/** How formats are said in words, because Gemini refuses a list with others than date-time. */
const WORDS: Record<string, RegExp> = {
  uri: /URL/,
  email: /email/,
  uuid: /UUID/,
  date: /YYYY-MM-DD/,
  "date-time": /./,
};

const lists: Record<string, Json[]> = {};
const world = await createWorld();
await world.listing("Acme Charts", { content: { tagline: "Web analytics" } });
const openApi = (await world.rest("GET", "/openapi.json")).body;
for (const path of ["/mcp", "/mcp/typed"])
  lists[path] = (await modern(world, "tools/list", {}, { path })).body.result.tools;

/** Every schema inside of a schema by its place, with null and the format taken apart. */
function* partsOf(given: Json, place = ""): Generator<[string, Json]> {
  const [only, none] = given.anyOf ?? [];
  const isUnion = none?.type === "null";
  const { nullable = isUnion, ...schema } = isUnion ? { ...given, ...only, anyOf: undefined } : given;
  yield [place, { ...schema, ...(nullable && { nullable }) }];
  for (const [name, part] of Object.entries(schema.properties ?? {})) yield* partsOf(part, `${place}/${name}`);
  if (schema.items) yield* partsOf(schema.items, `${place}[]`);
}

/** All inputs of an operation of OpenAPI as one schema. */
function inputOf(name: string): Json {
  const operations: Json[] = Object.values(openApi.paths).flatMap((methods) => Object.values(methods as object));
  const { parameters = [], requestBody } = operations.find(({ operationId }) => operationId === name);
  const own = parameters.filter(({ name: given }: Json) => given);
  const body = requestBody?.content["application/json"].schema.properties ?? {};
  return {
    type: "object",
    additionalProperties: false,
    properties: { ...Object.fromEntries(own.map(({ name: given, schema }: Json) => [given, schema])), ...body },
  };
}

describe("tools/list", () => {
  it("says every bound, default, enumeration and format that OpenAPI says", () => {
    const own = lists["/mcp"]!.filter(({ name }) => name !== "search" && name !== "fetch");
    expect(own.length).toBeGreaterThan(40);
    for (const { name, inputSchema } of own) {
      const listed = new Map(partsOf(inputSchema));
      for (const [place, wanted] of partsOf(inputOf(name))) {
        const found = listed.get(place);
        const at = `${name}${place}`;
        const bounds = (schema: Json) => [at, ...BOUNDS.map((bound) => schema?.[bound]), schema?.nullable];
        expect(bounds(found)).toEqual(bounds(wanted));
        if (!wanted.format) expect([at, found.pattern]).toEqual([at, wanted.pattern]);
        else expect([at, WORDS[wanted.format]?.test(found.description)]).toEqual([at, true]);
      }
    }
  });

  it("has the same inputs at /mcp/typed, and an output schema for every tool there and none at /mcp", () => {
    expect(lists["/mcp/typed"]!.map(({ name }) => name)).toEqual(lists["/mcp"]!.map(({ name }) => name));
    for (const { name, inputSchema, outputSchema } of lists["/mcp/typed"]!) {
      expect([name, outputSchema.type]).toEqual([name, "object"]);
      if (name === "search" || name === "fetch") continue;
      for (const [place, wanted] of partsOf(inputOf(name))) {
        const { description: _, ...found } = new Map(partsOf(inputSchema)).get(place) ?? {};
        const { description: __, ...said } = wanted;
        const drop = ({ properties: _p, items: _i, required: _r, anyOf: _a, ...rest }: Json) => rest;
        expect([name, place, drop(found)]).toEqual([name, place, drop(said)]);
      }
    }
    for (const tool of lists["/mcp"]!) expect(tool).not.toHaveProperty("outputSchema");
  });

  it("has output schemas at /mcp/typed that compile and fit the answers", async () => {
    const calls: [string, object][] = [
      ["get_site_info", {}],
      ["search_listings", { q: "analytics" }],
      ["get_listing", { slug: "acme-charts" }],
      ["list_categories", {}],
      ["search", { query: "how are votes ranked" }],
      ["fetch", { id: "rules:all" }],
    ];
    const ajv = formats.default(new Ajv2020({ strict: false }));
    const compiled = new Map(lists["/mcp/typed"]!.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema)]));
    for (const [name, args] of calls) {
      const { structuredContent } = (
        await modern(world, "tools/call", { name, arguments: args }, { path: "/mcp/typed" })
      ).body.result;
      const fits = compiled.get(name)!;
      expect([name, fits(structuredContent), fits.errors]).toEqual([name, true, null]);
    }
  });

  it("offers search and fetch what the site says of itself", async () => {
    const call = async (name: string, args: object): Promise<Json> =>
      (await modern(world, "tools/call", { name, arguments: args })).body.result.structuredContent;
    const [rules] = (await call("search", { query: "how are votes ranked?" })).results;
    expect(rules).toMatchObject({ id: "rules:all", url: `${world.baseUrl}/how-ranking-works` });
    const byId = await call("fetch", { id: rules.id });
    expect(byId.text).toContain("Votes come only from people");
    expect(await call("fetch", { id: rules.url })).toEqual(byId);
    const listing = await call("fetch", { id: `${world.baseUrl}/listings/acme-charts?utm_source=x` });
    expect(listing).toMatchObject({ id: "listing:acme-charts", title: "Acme Charts" });
  });
});
