import { z } from "zod";
import type { Access } from "../actions/context.ts";
import type { Annotations, AnyTool } from "../tools/define.ts";
import { type Call, invoke } from "../tools/invoke.ts";
import { SLUG_PATTERN } from "../tools/schemas/common.ts";

type JsonSchema = { [key: string]: unknown };
type SecurityScheme = { type: "noauth" } | { type: "oauth2"; scopes: readonly string[] };

/** A tool in tools/list. */
export type ListedTool = {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: "object" };
  outputSchema: JsonSchema & { type: "object" };
  annotations: Annotations;
  securitySchemes: SecurityScheme[];
  _meta: { securitySchemes: SecurityScheme[] };
};

/** The result of a call. `retryAfter` are the seconds after which to call again. */
export type ToolAnswer = { output: Record<string, unknown>; replayed?: boolean; retryAfter?: number | undefined };

export type CatalogueTool = {
  listed: ListedTool;
  access: Access;
  run: (input: unknown, call: Call) => Promise<ToolAnswer>;
};

/** Tools, compiled once at start and shared, because the SDK creates a server for each request. */
export type Catalogue = { listed: readonly ListedTool[]; find: (name: unknown) => CatalogueTool | undefined };

export function createCatalogue(tools: readonly CatalogueTool[]): Catalogue {
  const byName = new Map(tools.map((tool) => [tool.listed.name, tool]));
  return {
    listed: tools.map(({ listed }) => listed),
    find: (name) => (typeof name === "string" ? byName.get(name) : undefined),
  };
}

type Described = Pick<AnyTool, "name" | "title" | "description" | "access" | "annotations"> & {
  input: z.ZodObject;
  output: z.ZodObject;
};

export function describeTool({ name, title, description, access, annotations, input, output }: Described): ListedTool {
  // ChatGPT reads the schemes at the top level or in _meta, by version.
  const securitySchemes: SecurityScheme[] = [
    access === "public" ? { type: "noauth" } : { type: "oauth2", scopes: [access] },
  ];
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(input),
    outputSchema: outputSchema(output),
    annotations,
    securitySchemes,
    _meta: { securitySchemes },
  };
}

export const fromTool = (tool: AnyTool): CatalogueTool => ({
  listed: describeTool(tool),
  access: tool.access,
  async run(input, call) {
    const { output, replayed } = await invoke(tool, input, call);
    return { output, replayed, retryAfter: tool.retryAfter?.(output as never) };
  },
});

/** Closed and inlined. No `$schema`: older clients log an error for a dialect they do not know. */
function inputSchema(schema: z.ZodObject): ListedTool["inputSchema"] {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io: "input",
    reused: "inline",
    override: ({ jsonSchema }) => shorten(jsonSchema),
  });
  if (json.type !== "object") throw new Error("The root of a tool's input must be a plain object schema.");
  return json as ListedTool["inputSchema"];
}

/**
 * Removes what tells a model nothing: bounds of safe integers, patterns of slugs or formats,
 * lengths nobody reaches, and null (Gemini refuses the whole list for one union). Calls are still
 * validated.
 */
function shorten(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format || schema.pattern === SLUG_PATTERN) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if ((schema.maxLength ?? 0) >= 500) delete schema.maxLength;
  const [only, none, ...more] = (schema.anyOf ?? []) as z.core.JSONSchema.BaseSchema[];
  if (only && none?.type === "null" && more.length === 0) {
    delete schema.anyOf;
    Object.assign(schema, only);
  }
}

/** Models read the whole tools/list first, so this limits each output schema. */
const OUTPUT_BYTES = 70;

/**
 * Names and types of the first properties of a result. Open, because clients refuse a result with
 * an extra key, and short, because a model reads the result anyway.
 */
function outputSchema(schema: z.ZodObject): ListedTool["outputSchema"] {
  const properties: JsonSchema = {};
  for (const [name, property] of Object.entries(schema.shape)) {
    const type = typesOf(z.toJSONSchema(property as z.ZodType, { io: "output", unrepresentable: "any" }));
    const next = { [name]: type.length === 0 ? {} : { type: type.length === 1 ? type[0] : type } };
    if (JSON.stringify({ ...properties, ...next }).length > OUTPUT_BYTES) break;
    Object.assign(properties, next);
  }
  return { type: "object", properties };
}

/** JSON types that a schema allows; none if it allows any or is too complex to tell. */
function typesOf({ type, anyOf }: z.core.JSONSchema.BaseSchema): string[] {
  if (type !== undefined) return [type].flat();
  const members = (anyOf ?? []).map((member) => typesOf(member as z.core.JSONSchema.BaseSchema));
  return members.some((member) => member.length === 0) ? [] : [...new Set(members.flat())];
}
