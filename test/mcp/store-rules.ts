/**
 * What model families and stores for assistants refuse in tools/list. A key that a family reads
 * only in part is refused here for all, because every client gets the same list.
 */
export const SCHEMA_RULES = {
  /** Gemini reads OpenAPI 3.0: one type, no combinations, no references. */
  gemini: { banned: ["anyOf", "oneOf", "allOf", "not", "const", "$ref", "$defs", "patternProperties", "prefixItems"] },
  /** OpenAI compiles at most 10 levels and 5,000 properties. */
  openai: { depth: 10, properties: 5000, enumValues: 1000 },
  /** Claude refuses combinations at the root, and longer names. */
  claude: { name: /^[a-zA-Z0-9_-]{1,64}$/, rootType: "object" },
} as const;

/** String formats that Gemini knows. */
export const FORMATS: readonly string[] = ["enum", "date-time"];

/** Keys of a result that stores call log data. */
export const LOG_KEYS = /"(request_id|trace_id|log|logs|debug|latency_ms)":/;
