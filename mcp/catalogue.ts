import { z } from "zod";
import type { Access } from "../actions/context.ts";
import { appUri } from "../resources/apps.ts";
import { type Annotations, type AnyTool, type Question, retryAfterOf } from "../tools/define.ts";
import { type Call, invoke, questionOf } from "../tools/invoke.ts";
import { type KeptDocuments, keptDocuments } from "../tools/memory.ts";
import { SLUG_PATTERN } from "../tools/schemas/common.ts";
import { wordsOf } from "../tools/schemas/property-words.ts";
import { DETAIL_INPUT, shortenIfLong, takeDetail } from "./detail.ts";
import { lenient } from "./lenient.ts";
import type { ToolAnswer } from "./view.ts";

type JsonSchema = { [key: string]: unknown };
type SecurityScheme = { type: "noauth" } | { type: "oauth2"; scopes: readonly string[] };

/** A tool in tools/list. */
export type ListedTool = {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: "object" };
  outputSchema: typeof ANY_OBJECT;
  annotations: Annotations & { title: string };
  _meta: { securitySchemes: SecurityScheme[]; ui?: { resourceUri: string } };
};

export type CatalogueTool = Pick<AnyTool, "working" | "later" | "visit"> & {
  listed: ListedTool;
  access: Access;
  run: (input: unknown, call: Call) => Promise<ToolAnswer>;
  /** Responses that are kept and sent as they are. */
  kept?: (deps: Call["deps"]) => KeptDocuments;
  /** What a person is asked first. */
  question?: (input: unknown, call: Call) => Promise<Question | undefined>;
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

type Described = Pick<
  AnyTool,
  "name" | "title" | "description" | "access" | "annotations" | "input" | "app" | "concise"
>;

/**
 * Open, because clients refuse a result with an extra key, and without properties, because models
 * read tools/list first and the result anyway. OpenAPI describes every property.
 */
const ANY_OBJECT = { type: "object" } as const;

const listedInputOf = ({ input, concise }: Pick<AnyTool, "input" | "concise">): z.ZodObject =>
  concise ? input.extend(DETAIL_INPUT) : input;

export function describeTool(tool: Described): ListedTool {
  const { name, title, description, access, annotations, app } = tool;
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(listedInputOf(tool)),
    outputSchema: ANY_OBJECT,
    annotations: { title, ...annotations },
    // The protocol has no field of its own for them, so they are said in _meta alone.
    _meta: {
      securitySchemes: [access === "public" ? { type: "noauth" } : { type: "oauth2", scopes: [access] }],
      ...(app && { ui: { resourceUri: appUri(app) } }),
    },
  };
}

export function fromTool(tool: AnyTool): CatalogueTool {
  const { access, annotations, concise, working, later, visit, confirm, documentOf } = tool;
  const keys = concise && new Set(concise);
  const listedInput = listedInputOf(tool);
  const read = (input: unknown) => lenient(input, listedInput, { isRead: annotations.readOnlyHint });
  return {
    listed: describeTool(tool),
    access,
    ...(working !== undefined && { working }),
    ...(later && { later }),
    ...(visit && { visit }),
    ...(documentOf && !concise && !later && { kept: (deps: Call["deps"]) => keptDocuments(tool, deps) }),
    ...(confirm && { question: (input: unknown, call: Call) => questionOf(tool, read(input), call) }),
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

/** Closed and inlined. No `$schema`: older clients log an error for a dialect they do not know. */
function inputSchema(schema: z.ZodObject): ListedTool["inputSchema"] {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io: "input",
    reused: "inline",
    override: ({ jsonSchema, path }) => shorten(jsonSchema, path),
  });
  if (json.type !== "object") throw new Error("The root of a tool's input must be a plain object schema.");
  return json as ListedTool["inputSchema"];
}

/** What a name says already, before a hint: "Tagline. What it does, in one line." */
const LABEL = /^[A-Z][a-z ]+\. (?=[A-Z])/;

/** A longer list of allowed values is left out. */
const MOST_NAMES = 12;
const MOST_PAGES = 1000;
/** Texts and entries of lists that nobody writes longer. */
const LONG_TEXT = 500;
const LONG_ENTRY = 200;

/**
 * Removes what tells a model nothing: bounds of safe integers, patterns, lengths nobody reaches,
 * and null (Gemini refuses the whole list for one union). Calls are still validated.
 */
function shorten(schema: z.core.JSONSchema.BaseSchema, path: readonly (string | number)[]): void {
  if (path.at(-2) === "properties" && !schema.description) {
    const words = wordsOf(String(path.at(-1)), parentOf(path));
    if (words) schema.description = words.replace(LABEL, "").replace(/\.$/, "");
  }
  // A call with another property is refused with its name; saying so in each object costs more.
  if (path.length > 0) delete schema.additionalProperties;
  if (schema.minimum === 1) delete schema.minimum;
  if (schema.minLength === 1) delete schema.minLength;
  // The names of all fields are the properties of `fields` beside it.
  if ((schema.enum?.length ?? 0) > MOST_NAMES) delete schema.enum;
  if (schema.format || schema.pattern === SLUG_PATTERN) delete schema.pattern;
  // Gemini knows this format of text only.
  if (schema.format !== "date-time") delete schema.format;
  if ((schema.maximum ?? 0) >= MOST_PAGES) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if ((schema.maxLength ?? 0) >= (path.at(-1) === "items" ? LONG_ENTRY : LONG_TEXT)) delete schema.maxLength;
  // Said in words already: "Page, from 1" and "Up to 100".
  if (schema.description?.endsWith(` ${schema.default}`)) delete schema.default;
  if (schema.description?.endsWith(` ${schema.maximum}`)) delete schema.maximum;
  const [only, none, ...more] = (schema.anyOf ?? []) as z.core.JSONSchema.BaseSchema[];
  if (only && none?.type === "null" && more.length === 0) {
    delete schema.anyOf;
    Object.assign(schema, only);
  }
}

/** The property that a property belongs to: `fields` of `fields.name`, `faqs` of `faqs[].answer`. */
const parentOf = (path: readonly (string | number)[]): string =>
  String(path.slice(0, -2).findLast((part) => part !== "items") ?? "");
