import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type AnyTool, pathNames } from "../../tools/define.ts";
import { tools } from "../../tools/index.ts";
import { createWorld } from "../helpers/world.ts";
import { bearer, legacyCall, post } from "../mcp/helper.ts";

const NAMES = ["__proto__", "constructor", "prototype"];

const world = await createWorld({ env: { LIMIT_READ: "10000", LIMIT_WRITE: "10000", LIMIT_MCP: "10000" } });
const key = await world.key("ann");

type Schema = z.core.JSONSchema.BaseSchema;

/** Where an input has objects: the names on the way, with "0" for the first of a list. */
function objectsIn(schema: Schema, path: string[] = []): string[][] {
  const inner = (next: unknown, name: string) => objectsIn(next as Schema, [...path, name]);
  return [
    ...(schema.type === "object" ? [path] : []),
    ...(schema.anyOf ?? []).flatMap((member) => objectsIn(member as Schema, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => inner(property, name)),
    ...(schema.items ? inner(schema.items, "0") : []),
  ];
}

/** JSON with one name at the end of a path; objects of the language would lose `__proto__`. */
const at = ([first, ...rest]: string[], name: string): string =>
  first === undefined
    ? `{"${name}":{"isAdmin":true}}`
    : first === "0"
      ? `[${at(rest, name)}]`
      : `{"${first}":${at(rest, name)}}`;

const places = tools.flatMap((tool) =>
  objectsIn(z.toJSONSchema(tool.input, { io: "input" })).map(
    (path) => [`${tool.name} /${path.join("/")}`, tool, path] as const,
  ),
);
const methodOf = ({ rest }: AnyTool) => rest.split(" ")[0]!;
const reads = ({ rest }: AnyTool) => /^(GET|DELETE) /.test(rest);
const addressOf = (tool: AnyTool) =>
  pathNames(tool.rest).reduce((path, name) => path.replace(`{${name}}`, "1"), tool.rest.split(" ")[1]!);

describe.each(NAMES)("%s", (name) => {
  it.each(places.filter(([, tool]) => !reads(tool)))("is refused and named by REST in %s", async (_at, tool, path) => {
    const { status, body } = await world.rest(methodOf(tool), addressOf(tool), { body: at(path, name), bearer: key });
    expect(status).toBe(400);
    const pointer = `/${[...path, name].join("/")}`;
    expect(body.errors.filter((fault: { pointer?: string }) => fault.pointer === pointer)).toMatchObject([
      { code: "unknown_field", detail: expect.stringContaining(`"${name}"`) },
    ]);
  });

  it.each(places)("is refused and named by MCP in %s", async (_at, tool, path) => {
    const message = JSON.stringify(legacyCall(tool.name, "ARGUMENTS")).replace('"ARGUMENTS"', at(path, name));
    const { body } = await post(world, message, { headers: bearer(key) });
    const problem = body.result._meta["dev.debut/problem"];
    expect([body.result.isError, problem.status]).toEqual([true, 400]);
    expect(problem.errors).toContainEqual(
      expect.objectContaining({ pointer: `/${[...path, name].join("/")}`, code: "unknown_field" }),
    );
  });

  it("is refused and named by REST in a query", async () => {
    const { status, body } = await world.rest("GET", `/listings?${name}=1`);
    expect([status, body.errors]).toMatchObject([400, [{ parameter: name, code: "unknown_field" }]]);
  });
});
