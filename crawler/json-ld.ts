import { looksLikeInstruction } from "#domain/drafts/instruction-like.ts";
import { cleanText } from "#domain/text/text.ts";

const MAX_NODES = 500;
const MAX_ITEMS = 5_000;
/** The length of a text block. */
const MAX_STRING = 5_000;
const MAX_CHARACTERS = 200_000;
const MAX_DEPTH = 20;

/**
 * Flattened JSON-LD nodes, limited to 500 objects, 5,000 values and 200,000 characters. Omits
 * instruction-like strings; skips invalid JSON.
 */
export function readJsonLd(scripts: string[]): Record<string, unknown>[] {
  const nodes: Record<string, unknown>[] = [];
  const budget = { nodes: MAX_NODES, items: MAX_ITEMS };
  let characters = 0;
  for (const script of scripts) {
    characters += script.length;
    if (characters > MAX_CHARACTERS) break;
    try {
      const parsed: unknown = JSON.parse(
        script.replace(/^\s*(<!--|\/\*<!\[CDATA\[\*\/|\/\/<!\[CDATA\[)|(-->|\/\*\]\]>\*\/|\/\/\]\]>)\s*$/g, ""),
      );
      for (const node of flatten(clean(parsed, budget, 0))) nodes.push(node);
    } catch {
      // Broken markup is common.
    }
  }
  return nodes;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function flatten(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(flatten);
  if (!isObject(value)) return [];
  return value["@graph"] ? flatten(value["@graph"]) : [value];
}

function clean(value: unknown, budget: { nodes: number; items: number }, depth: number): unknown {
  if (typeof value === "string") {
    const text = cleanText(value.slice(0, MAX_STRING));
    return looksLikeInstruction(text) ? undefined : text;
  }
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) return undefined;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) {
      if (budget.nodes <= 0 || --budget.items < 0) break;
      const kept = clean(item, budget, depth + 1);
      if (kept !== undefined) items.push(kept);
    }
    return items;
  }
  if (--budget.nodes < 0) return undefined;
  const kept: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    if (--budget.items < 0) break;
    const cleaned = clean(item, budget, depth + 1);
    if (cleaned !== undefined) kept.push([key, cleaned]);
  }
  return Object.fromEntries(kept);
}
