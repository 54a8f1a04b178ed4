import { z } from "zod";
import type { Fault } from "#domain/text/fault.ts";
import { given } from "#domain/text/given.ts";
import { type AnyTool, addressOf, pathNames } from "#tools/define.ts";

/** Parses URL text by its JSON Schema. What does not parse stays text, for validation to report. */
type ReadText = (text: string) => unknown;

export type Binding = {
  method: string;
  segments: string[];
  pathNames: string[];
  /** GET and DELETE read inputs outside the path from the query, other methods from a JSON body. */
  from: "query" | "body";
  readers: Map<string, ReadText>;
};

const asText: ReadText = (text) => text;
const READERS: Record<string, ReadText> = {
  integer: (text) => (/^-?(0|[1-9]\d*)$/.test(text) ? Number(text) : text),
  number: (text) => (/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? Number(text) : text),
  boolean: (text) => (text === "true" ? true : text === "false" ? false : text),
};

export function bind(tool: AnyTool): Binding {
  const { method, path } = addressOf(tool);
  const { properties = {} } = z.toJSONSchema(tool.input, { io: "input" });
  return {
    method,
    segments: path.slice(1).split("/"),
    pathNames: pathNames(tool.rest),
    from: method === "GET" || method === "DELETE" ? "query" : "body",
    readers: new Map(
      Object.entries(properties).map(([name, schema]) => [
        name,
        (typeof schema === "object" && READERS[String(schema.type)]) || asText,
      ]),
    ),
  };
}

export type Read = { input: Record<string, unknown>; repeated: readonly string[]; misplaced: readonly Fault[] };

const NO_QUERY = new URLSearchParams();

export function readUrl({ readers, pathNames }: Binding, path: Path, query = NO_QUERY): Read {
  const typed = (name: string, text: string) => (readers.get(name) ?? asText)(text);
  const input: Record<string, unknown> = Object.create(null);
  const names = [...new Set(query.keys())];
  const repeated: string[] = [];
  for (const name of names) {
    const [text = "", ...others] = query.getAll(name);
    if (others.length > 0) repeated.push(name);
    input[name] = others.length > 0 ? [text, ...others] : typed(name, text);
  }
  for (const name of pathNames) input[name] = typed(name, given(path[name]));
  const misplaced = names.filter((name) => pathNames.includes(name));
  return { input, repeated, misplaced: misplaced.map((parameter) => ({ parameter, ...inPathOnly(parameter) })) };
}

/** Input from path and body. The query must be empty. */
export function readBody(
  binding: Binding,
  path: Path,
  query: URLSearchParams | undefined,
  body: Record<string, unknown>,
): Read {
  const { pathNames } = binding;
  const { input } = readUrl(binding, path, undefined);
  const misplaced = Object.keys(body).filter((name) => pathNames.includes(name));
  return {
    input: { ...body, ...input },
    repeated: [],
    misplaced: [
      ...misplaced.map((name) => ({ pointer: `/${name}`, ...inPathOnly(name) })),
      ...[...new Set(query?.keys())].map((parameter) => ({ parameter, ...notInQuery(parameter, binding) })),
    ],
  };
}

type Path = Readonly<Record<string, string>>;

const inPathOnly = (name: string) => ({ code: "unknown_field", detail: `"${name}" belongs in the path only.` });

const notInQuery = (name: string, { pathNames, readers }: Binding) =>
  pathNames.includes(name)
    ? inPathOnly(name)
    : {
        code: "unknown_field",
        detail: readers.has(name)
          ? `"${name}" belongs in the body.`
          : `"${name}" is not a known field. This operation takes no query parameters.`,
      };

export function asRestFaults(faults: Fault[], { from, pathNames }: Binding, repeated: readonly string[]): Fault[] {
  return faults.map((fault) => {
    const name = fault.pointer?.split("/")[1]?.replaceAll("~1", "/").replaceAll("~0", "~");
    if (name === undefined || (from === "body" && !(pathNames.includes(name) && fault.code !== "unknown_field")))
      return fault;
    const { pointer: _, ...rest } = fault;
    if (repeated.includes(name) && fault.code !== "unknown_field")
      return { parameter: name, code: "repeated", detail: `Send "${name}" once.` };
    if (rest.code === "unknown_field" && /[[\]]/.test(name)) {
      return {
        parameter: name,
        code: "unknown_field",
        detail: `The query takes no lists. Send "${name.replace(/\[.*/, "")}" once.`,
      };
    }
    return { parameter: name, ...rest };
  });
}
