import type { IndexedFact } from "../ground-facts.ts";
import { isNode, type Node } from "../json-ld.ts";

const MAX_FACTS = 300;
/** More than a model may write. Bounds the time of the expressions below. */
const MAX_CHARS = 100_000;
const THOUGHTS = /<(think|thinking|reasoning)>[\s\S]*?(?:<\/\1>|$)/gi;
/** Facts are flat; their strings may contain braces. Their length is limited, to bound the time. */
const FLAT_OBJECT = /\{(?:[^{}"]|"(?:[^"\\]|\\.){0,4000}")*\}/g;
const EMPTY_LIST = /\[\s*\]/;

/**
 * Complete claims about the product itself, from whatever surrounds them: code fences, prose, a
 * list without its object, or a truncated end. Undefined if the answer has no list of facts.
 */
export function answeredFacts<Field extends string>(
  answer: string,
  fields: readonly Field[],
): (Omit<IndexedFact, "field"> & { field: Field })[] | undefined {
  const text = answer.slice(0, MAX_CHARS).replace(THOUGHTS, "");
  const objects = text.slice(text.search(/[[{]/)).match(FLAT_OBJECT) ?? [];
  const facts = objects.slice(0, MAX_FACTS).flatMap(factsIn);
  if (facts.length === 0) return EMPTY_LIST.test(text) ? [] : undefined;
  return facts.flatMap(({ field, value, subject, status, page, quote, index }) => {
    const known = fields.find((name) => name === word(field));
    const [said, number] = [typeof value === "number" ? String(value) : value, Number(index ?? 0)];
    if (!known || typeof said !== "string" || typeof page !== "string" || typeof quote !== "string") return [];
    if (word(subject) !== "this" || word(status) !== "stated") return [];
    return [{ field: known, value: said, page: page.trim(), quote, index: Number.isInteger(number) ? number : 0 }];
  });
}

const word = (value: unknown): unknown => (typeof value === "string" ? value.trim().toLowerCase() : value);

/** The object with lower-case keys, if it is a fact. */
function factsIn(text: string): Node[] {
  try {
    const node: unknown = JSON.parse(text.replace(/,\s*\}$/, "}"));
    const entries = isNode(node) ? Object.entries(node) : [];
    const fact = Object.fromEntries(entries.map(([key, value]) => [key.toLowerCase(), value]));
    return "field" in fact && "value" in fact ? [fact] : [];
  } catch {
    return [];
  }
}
