import { isRecord } from "#domain/text/record.ts";

/**
 * What model families and stores for assistants refuse. A key that a family reads only in part is
 * refused here for all, because every client gets the same list.
 */
const SCHEMA_RULES = {
  /** Gemini reads OpenAPI 3.0: one type, no combinations, no references, few formats. */
  gemini: {
    banned: ["anyOf", "oneOf", "allOf", "not", "const", "$ref", "$defs", "patternProperties", "prefixItems"],
    formats: ["enum", "date-time"],
  },
  /** OpenAI compiles at most 10 levels and 5,000 properties. */
  openai: { depth: 10, properties: 5000, enumValues: 1000 },
  /** Claude refuses combinations at the root, and longer names. */
  claude: { name: /^[a-zA-Z0-9_-]{1,64}$/, rootType: "object" },
} as const;

const HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

/** Larger lists of tools vanish in some clients. */
export const TOOLS_LIST_MAX_BYTES = 56_000;
/** Some clients read only the beginning of the instructions, so this must be there. */
const INSTRUCTIONS_START = 512;
const SAID_FIRST = ["search_listings", "submit_listing", "submit_draft", "Sign-in", "Never ask for card details"];

export const LOG_KEYS = /"(request_id|trace_id|log|logs|debug|latency_ms)":/;

type Schema = { [key: string]: unknown };
export type ReadTool = {
  name: string;
  title?: string | undefined;
  inputSchema: Schema;
  outputSchema?: Schema | undefined;
  annotations?: { [key: string]: unknown } | undefined;
};
type Placed = { schema: Schema; place: string; depth: number };

function* schemasIn(schema: Schema, place: string, depth = 1): Generator<Placed> {
  yield { schema, place, depth };
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    if (isRecord(property)) yield* schemasIn(property, `${place}.${name}`, depth + 1);
  if (isRecord(schema.items)) yield* schemasIn(schema.items, `${place}[]`, depth + 1);
}

function faultsOf({ schema, place, depth }: Placed): string[] {
  const { gemini, openai } = SCHEMA_RULES;
  const { type, format, enum: values, description } = schema;
  return [
    ...(typeof type === "string" ? [] : [`${place} has the type ${JSON.stringify(type)}`]),
    ...gemini.banned.filter((word) => Object.hasOwn(schema, word)).map((word) => `${place} uses ${word}`),
    ...(format === undefined || gemini.formats.some((known) => known === format) ? [] : [`${place} uses ${format}`]),
    ...(depth > openai.depth ? [`${place} is nested too deeply`] : []),
    ...(Array.isArray(values) && values.length > openai.enumValues ? [`${place} lists too many values`] : []),
    ...(/\.inputSchema\..*\w$/.test(place) && !description ? [`${place} has no description`] : []),
  ];
}

export function schemaFaults(tools: readonly ReadTool[]): string[] {
  const { openai, claude } = SCHEMA_RULES;
  const all = tools.flatMap(({ name, inputSchema, outputSchema }) => [
    ...schemasIn(inputSchema, `${name}.inputSchema`),
    ...(outputSchema ? schemasIn(outputSchema, `${name}.outputSchema`) : []),
  ]);
  return [
    ...tools.filter(({ name }) => !claude.name.test(name)).map(({ name }) => `${name} is no name for a tool`),
    ...tools
      .filter(({ inputSchema }) => inputSchema.type !== claude.rootType)
      .map(({ name }) => `${name}.inputSchema is not an object`),
    ...all.flatMap(faultsOf),
    ...(all.length > openai.properties ? [`there are ${all.length} schemas, more than ${openai.properties}`] : []),
  ];
}

export const hintFaults = (tools: readonly ReadTool[]): string[] =>
  tools.flatMap(({ name, title, annotations = {} }) => [
    ...HINTS.filter((hint) => typeof annotations[hint] !== "boolean").map((hint) => `${name} does not set ${hint}`),
    ...(title && annotations.title === title ? [] : [`${name} has no title`]),
    ...(annotations.readOnlyHint && annotations.destructiveHint ? [`${name} cannot both only read and destroy`] : []),
  ]);

export const instructionFaults = (instructions: string): string[] =>
  SAID_FIRST.filter((words) => !instructions.slice(0, INSTRUCTIONS_START).includes(words)).map(
    (words) => `the first ${INSTRUCTIONS_START} characters do not say "${words}"`,
  );
