import { z } from "zod";
import type { Access } from "#actions/context.ts";
import { appUri } from "#resources/apps.ts";
import { type Annotations, type AnyTool, type Question, retryAfterOf } from "#tools/define.ts";
import type { Document } from "#tools/document.ts";
import { type Call, invoke, questionOf } from "#tools/invoke.ts";
import { keptDocument } from "#tools/kept.ts";
import { wordsOf } from "#tools/schemas/property-words.ts";
import { DETAIL_INPUT, shortenIfLong, takeDetail } from "./detail.ts";
import { lenient } from "./lenient.ts";
import { answerForModels, type ToolAnswer } from "./view.ts";

type JsonSchema = { [key: string]: unknown };
type SecurityScheme = { type: "noauth" } | { type: "oauth2"; scopes: readonly string[] };

export type ListedTool = {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: "object" };
  /** At /mcp/typed only: models read the result anyway, and an empty schema tells nobody anything. */
  outputSchema?: JsonSchema & { type: "object" };
  annotations: Annotations & { title: string };
  _meta: { securitySchemes: SecurityScheme[]; "x-addition"?: true; ui?: { resourceUri: string } };
};

export type CatalogueTool = Pick<AnyTool, "working" | "later" | "visit" | "isOwnText"> & {
  listed: ListedTool;
  access: Access;
  isOneText?: true;
  run: (input: unknown, call: Call) => Promise<ToolAnswer>;
  kept?: (deps: Call["deps"], input: unknown) => Document | undefined;
  question?: (input: unknown, call: Call) => Promise<Question | undefined>;
};

/** Tools, compiled once at start and shared, because the SDK creates a server for each request. */
export type Catalogue = { listed: readonly ListedTool[]; find: (name: unknown) => CatalogueTool | undefined };

export function createCatalogue(tools: readonly CatalogueTool[]): Catalogue {
  const byName = new Map(tools.map((tool) => [tool.listed.name, tool.isOwnText ? tool : forModels(tool)]));
  return {
    listed: tools.map(({ listed }) => listed),
    find: (name) => (typeof name === "string" ? byName.get(name) : undefined),
  };
}

const forModels = (tool: CatalogueTool): CatalogueTool => ({
  ...tool,
  run: async (input, call) => answerForModels(await tool.run(input, call)),
});

type Described = Pick<
  AnyTool,
  "name" | "title" | "description" | "access" | "annotations" | "isAddition" | "input" | "app"
>;

export function describeTool(tool: Described): ListedTool {
  const { name, title, description, access, annotations, isAddition, input, app } = tool;
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(input),
    annotations: { title, ...annotations },
    // The protocol has no field of its own for them, so they are said in _meta alone.
    _meta: {
      securitySchemes: [access === "public" ? { type: "noauth" } : { type: "oauth2", scopes: [access] }],
      ...(isAddition && { "x-addition": true as const }),
      ...(app && { ui: { resourceUri: appUri(app) } }),
    },
  };
}

/** `typed` is how /mcp/typed lists a tool: answers have the form that their schema promises, so none is shortened. */
export function fromTool(tool: AnyTool, typed?: ListedTool): CatalogueTool {
  const { access, annotations, isOwnText, concise, working, later, visit, confirm, documentOf } = tool;
  const keys = typed ? undefined : concise && new Set(concise);
  const listedInput = keys ? tool.input.extend(DETAIL_INPUT) : tool.input;
  const read = (input: unknown) => lenient(input, listedInput, { isRead: annotations.readOnlyHint });
  return {
    listed: typed ?? describeTool({ ...tool, input: listedInput }),
    access,
    ...(isOwnText && { isOwnText }),
    ...(working !== undefined && { working }),
    ...(later && { later }),
    ...(visit && { visit }),
    ...(documentOf && !keys && !later && { kept: (deps, input) => keptDocument(tool, input, deps) }),
    ...(confirm && { question: (input, call) => questionOf(tool, read(input), call) }),
    async run(input, call) {
      if (keys) {
        const { detail, rest } = takeDetail(read(input), tool);
        return shortenIfLong(await invoke(tool, rest, { ...call, listedInput }), detail, keys);
      }
      const answer = await invoke(tool, read(input), call);
      // Not copied, because the output of a kept document is parsed only if somebody asks for it.
      return later ? { ...answer, retryAfter: retryAfterOf(tool, answer.output) } : answer;
    },
  };
}

function inputSchema(schema: z.ZodObject): ListedTool["inputSchema"] {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: "input", reused: "inline" });
  if (json.type !== "object") throw new Error("The root of a tool's input must be a plain object schema.");
  makeReadable(json);
  return { ...json, type: json.type };
}

/** What a name says already, before a hint: "Tagline. What it does, in one line." */
const LABEL = /^[A-Z][a-z ]+\. (?=[A-Z])/;

/** Formats in words, because Gemini knows "date-time" only and refuses the whole list for another. */
const FORMATS: Record<string, string> = { uri: "URL", email: "email address", uuid: "UUID", date: "YYYY-MM-DD" };

type Schema = z.core.JSONSchema._JSONSchema;

/**
 * Says everything that is enforced, in what every model family reads: one type, no union, known formats. `name` and
 * `parent` are those of the property that this is.
 */
function makeReadable(schema: Schema, name = "", parent = ""): void {
  if (typeof schema !== "object") return;
  const { anyOf: [only, none, ...more] = [] } = schema;
  if (only && typeof none === "object" && none.type === "null" && more.length === 0) {
    const { description } = schema;
    delete schema.anyOf;
    Object.assign(schema, only, { nullable: true }, description && { description });
  }
  if (name && !schema.description) {
    const words = wordsOf(name, parent);
    if (words) schema.description = words.replace(LABEL, "").replace(/\.$/, "");
  }
  // zod says the bounds of safe integers, which "integer" says already.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  const format = FORMATS[schema.format ?? ""];
  if (format !== undefined) {
    const { description = "" } = schema;
    if (!description.includes(format)) schema.description = description ? `${description} (${format})` : format;
    delete schema.format;
    delete schema.pattern;
  }
  for (const [key, property] of Object.entries(schema.properties ?? {})) makeReadable(property, key, name);
  for (const item of [schema.items ?? []].flat()) makeReadable(item, "", name);
}
