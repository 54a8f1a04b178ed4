import { z } from "zod";
import { beginningOf, lengthOf } from "#domain/text/text.ts";
import type { AnyTool } from "#tools/define.ts";
import { Document } from "#tools/document.ts";
import { parseInput } from "#tools/invoke.ts";
import { documentOf, type ToolAnswer } from "./view.ts";

/** What an answer may take of a conversation unless more is asked for. */
export const MOST_ANSWER_BYTES = 10_000;

const DETAILS = ["concise", "full"] as const;
type Detail = (typeof DETAILS)[number];
/** The input property. In tools/list its values are said in words, which takes fewer bytes. */
export const DETAIL_INPUT = { detail: z.string().optional().describe(DETAILS.join(" or ")) };
const Checked = z.enum(DETAILS);

/** Texts that are cut, because their beginning tells enough. */
const PROSE = new Set(["tagline", "excerpt", "body"]);
const LEAST_PROSE = 100;
/** Characters that all bodies of a list may have. Fewer items have longer ones. */
const ALL_BODIES = 4000;
const NOTE = 'Shortened. Ask again with detail "full" for every field, or read one item by its slug.';

/** Takes `detail` out of the arguments of a call; refuses an unknown one with all other faults. */
export function takeDetail(args: unknown, tool: Pick<AnyTool, "input">): { detail?: Detail; rest: unknown } {
  if (typeof args !== "object" || args === null || !("detail" in args)) return { rest: args };
  const { detail, ...rest } = args;
  const checked = Checked.safeParse(detail);
  if (checked.success) return { detail: checked.data, rest };
  parseInput({ input: tool.input.extend({ detail: Checked }) }, args);
  return { rest };
}

const shortForms = new WeakMap<Document, ToolAnswer>();

export function shortenIfLong(answer: ToolAnswer, detail: Detail | undefined, keys: ReadonlySet<string>): ToolAnswer {
  if (detail === "full") return answer;
  const document = documentOf(answer);
  if (detail === undefined && document.body.length <= MOST_ANSWER_BYTES)
    return answer.document ? answer : { ...answer, document };
  const known = shortForms.get(document);
  if (known) return known;
  const output = { ...shorten(answer.output, keys), detail: "concise", note: NOTE };
  const short = { output, document: new Document(JSON.stringify(output)) };
  shortForms.set(document, short);
  return short;
}

/** The top level stays whole; items of lists, and what is in them, keep these keys. */
const shorten = (output: Record<string, unknown>, keys: ReadonlySet<string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(output).map(([name, value]) => [
      name,
      Array.isArray(value) ? prune(value, keys, Math.max(LEAST_PROSE, Math.floor(ALL_BODIES / value.length))) : value,
    ]),
  );

function prune(value: unknown, keys: ReadonlySet<string>, mostBody: number): unknown {
  if (Array.isArray(value)) return value.map((item) => prune(item, keys, mostBody));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, held]) => keys.has(name) && !isNothing(held))
      .map(([name, held]) => [
        name,
        PROSE.has(name) ? cut(held, name === "body" ? mostBody : LEAST_PROSE) : prune(held, keys, mostBody),
      ]),
  );
}

/** Left out, since a short answer has only what there is to say. */
const isNothing = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

function cut(text: unknown, most: number): unknown {
  if (typeof text !== "string" || lengthOf(text) <= most) return text;
  return `${beginningOf(text, most - 1)}…`;
}
