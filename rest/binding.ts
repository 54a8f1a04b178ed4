import { z } from "zod";
import type { Fault } from "../domain/fault.ts";
import { type AnyTool, pathNames } from "../tools/define.ts";

/** Turns the text of a URL into the value its JSON Schema asks for. What does not parse stays text, and validation names it. */
type ReadText = (text: string) => unknown;

/** How the inputs of one operation travel; made once at start. */
export type Binding = {
  method: string;
  /** Of the path below /api/v1; a part in {braces} is an input. */
  segments: string[];
  pathNames: string[];
  /** GET and DELETE read from the query what the path does not name, other methods from a JSON body. */
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
  const [method, path] = tool.rest.split(" ") as [string, string];
  const { properties = {} } = z.toJSONSchema(tool.input, { io: "input" });
  return {
    method,
    segments: path.slice(1).split("/"),
    pathNames: pathNames(tool.rest),
    from: method === "GET" || method === "DELETE" ? "query" : "body",
    readers: new Map(
      Object.entries(properties).map(([name, schema]) => [
        name,
        READERS[(schema as { type?: string }).type ?? ""] ?? asText,
      ]),
    ),
  };
}

/** The operation's input; query keys that came more than once; keys that only the path may name. */
export type Read = { input: Record<string, unknown>; repeated: readonly string[]; misplaced: readonly string[] };

/** Path and query as input. A repeated key becomes a list, which no query input is, so that validation refuses it with all other faults. */
export function readUrl(
  { readers, from }: Binding,
  path: Record<string, string>,
  query: URLSearchParams | undefined,
): Read {
  const typed = (name: string, text: string) => (readers.get(name) ?? asText)(text);
  const input: Record<string, unknown> = Object.create(null);
  const names = query === undefined || from === "body" ? [] : [...new Set(query.keys())];
  const repeated = names.filter((name) => query!.getAll(name).length > 1);
  for (const name of names)
    input[name] = repeated.includes(name) ? query!.getAll(name) : typed(name, query!.get(name)!);
  for (const name in path) input[name] = typed(name, path[name]!);
  return { input, repeated, misplaced: names.filter((name) => name in path) };
}

/** Path and body as input. */
export function readBody(binding: Binding, path: Record<string, string>, body: Record<string, unknown>): Read {
  const { input } = readUrl(binding, path, undefined);
  return { input: { ...body, ...input }, repeated: [], misplaced: Object.keys(body).filter((name) => name in path) };
}

/** Faults of misplaced keys: the path names them already, so elsewhere they are unknown. */
export const misplacedFaults = (names: readonly string[], { from }: Binding): Fault[] =>
  names.map((name) => ({
    ...(from === "query" ? { parameter: name } : { pointer: `/${name}` }),
    code: "unknown_field",
    detail: `"${name}" belongs in the path only.`,
  }));

/** Faults in the words of this door: inputs of the URL have a `parameter`, inputs of the body a `pointer`. */
export function faultsOfDoor(faults: Fault[], { from, pathNames }: Binding, repeated: readonly string[]): Fault[] {
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
        detail: `Lists are not read from the query. Send "${name.replace(/\[.*/, "")}" once.`,
      };
    }
    return { parameter: name, ...rest };
  });
}
