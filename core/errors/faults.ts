import { z } from "zod";
import { didYouMean, nearestTo } from "#domain/search/nearest.ts";
import type { Fault } from "#domain/text/fault.ts";
import { inEnglish, joined, plural, type Text, t, type Words } from "#languages/words.ts";

const issues = new Map<string, Words>();
/** The message of a schema's own check: zod takes strings, and `faultsOf` finds the words again. */
export function issueText(words: Words): string {
  const text = inEnglish(words);
  issues.set(text, words);
  return text;
}
const textOf = (message: string): Text => issues.get(message) ?? message;

export function faultsOf(error: z.ZodError, schema: z.ZodObject): Fault[] {
  return error.issues.flatMap((issue) => faultsOfIssue(issue, keysAt(schema, issue.path)));
}

function keysAt(schema: z.core.$ZodType, path: PropertyKey[]): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return keysAt(schema.unwrap(), path);
  const [first, ...rest] = path;
  if (schema instanceof z.ZodArray) return keysAt(schema.element, rest);
  if (!(schema instanceof z.ZodObject)) return [];
  const inner = first === undefined ? undefined : schema.shape[String(first)];
  return first === undefined ? Object.keys(schema.shape) : inner ? keysAt(inner, rest) : [];
}

const pointer = (path: PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

function faultsOfIssue(issue: z.core.$ZodIssue, known: string[]): Fault[] {
  const at = pointer(issue.path);
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({
        pointer: pointer([...issue.path, key]),
        code: "unknown_field",
        detail: joined(
          [
            `"${key}" is not a known field.`,
            didYouMean(nearestTo(key, known)),
            `Known fields: ${known.join(", ") || "none"}.`,
          ],
          " ",
        ),
      }));
    case "invalid_type":
      return issue.input === undefined
        ? [{ pointer: at, code: "required", detail: t`"${String(issue.path.at(-1) ?? "body")}" is required.` }]
        : [{ pointer: at, code: "type", detail: `Must be ${article(issue.expected)}.` }];
    case "too_big":
      return [{ pointer: at, code: "maximum", detail: tooBig(issue.origin, issue.maximum) }];
    case "too_small":
      return [{ pointer: at, code: "minimum", detail: tooSmall(issue.origin, issue.minimum) }];
    case "invalid_value":
      return [{ pointer: at, code: "enum", detail: t`Must be one of: ${issue.values.join(", ")}.` }];
    case "invalid_format":
      return [
        {
          pointer: at,
          code: "format",
          detail: issue.message.startsWith("Invalid")
            ? (FORMATS[issue.format] ?? t`Has the wrong format.`)
            : textOf(issue.message),
        },
      ];
    case "invalid_union":
      return [{ pointer: at, code: "type", detail: unionDetail(issue) }];
    case "invalid_key":
      return [{ pointer: at, code: "unknown_field", detail: `"${String(issue.path.at(-1))}" is not a known field.` }];
    case "custom":
      return [
        {
          pointer: at,
          code: typeof issue.params?.code === "string" ? issue.params.code : "invalid",
          detail: textOf(issue.message),
        },
      ];
    default:
      return [{ pointer: at, code: "invalid", detail: textOf(issue.message) }];
  }
}

const article = (expected: string): string =>
  ({
    int: "an integer",
    string: "a string",
    number: "a number",
    boolean: "true or false",
    object: "an object",
    array: "a list",
    record: "an object",
    null: "null",
  })[expected] ?? expected;

/** A union such as "string or null" reports the fault of its most specific member. */
function unionDetail(issue: z.core.$ZodIssueInvalidUnion): Text {
  const inner = issue.errors.flat().filter((error) => error.code !== "invalid_type");
  const first = inner[0];
  if (first) return faultsOfIssue({ ...first, path: [] }, [])[0]?.detail ?? t`Has the wrong format.`;
  const types = issue.errors
    .flat()
    .flatMap((error) => (error.code === "invalid_type" ? [article(error.expected)] : []));
  return `Must be ${[...new Set(types)].join(" or ")}.`;
}

const tooBig = (origin: string, maximum: number | bigint): Words =>
  origin === "string"
    ? t`Must be ${plural(Number(maximum), "character")} or fewer.`
    : origin === "array"
      ? t`Must have ${plural(Number(maximum), "item")} or fewer.`
      : t`Must be ${Number(maximum)} or less.`;

const tooSmall = (origin: string, minimum: number | bigint): Words =>
  origin === "string"
    ? minimum === 1
      ? t`Must not be empty.`
      : t`Must be ${plural(Number(minimum), "character")} or more.`
    : origin === "array"
      ? t`Must have ${plural(Number(minimum), "item")} or more.`
      : t`Must be ${Number(minimum)} or more.`;

const FORMATS: Record<string, Words> = {
  email: t`Must be one email address, like ann@example.com.`,
  url: t`Must be an http or https URL.`,
  uuid: t`Must be a UUID.`,
  datetime: t`Must be a time with its offset, like 2026-11-22T09:30:00Z.`,
  date: t`Must be a real calendar day, YYYY-MM-DD.`,
};
