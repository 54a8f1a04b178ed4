import { Readable } from "node:stream";
import { setImmediate as breathe } from "node:timers/promises";
import { importWords } from "#domain/site/import-words.ts";
import { messageOf } from "#domain/text/failure.ts";
import { isRecord, membersOf } from "#domain/text/record.ts";
import { t } from "#languages/words.ts";
import { type Read, readCsv, readJsonLines } from "../read-file.ts";
import { unreadable } from "./decode.ts";
import { markdownRecords } from "./markdown.ts";
import { type Cell, cellsOf } from "./objects.ts";

export const FORMATS = ["csv", "json", "yaml", "markdown"] as const;
export type Format = (typeof FORMATS)[number];
export type TableRow = Pick<Read, "line"> & ({ cells: Record<string, Cell>; fault?: undefined } | { fault: string });

/** By the file's name, or how its text begins. */
export function formatOf(name: string, text: string): Format {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  if (/^ya?ml$/.test(ending)) return "yaml";
  if (/^(jsonl?|ndjson)$/.test(ending)) return "json";
  if (/^(md|markdown)$/.test(ending)) return "markdown";
  if (/^[ct]sv$/.test(ending)) return "csv";
  const start = text.trimStart();
  if (/^(\{\s*"|\[\s*[{\]])/.test(start)) return "json";
  if (/^(---\r?\n|- [\w-]+:)/.test(start)) return "yaml";
  return /^#{1,6} |^[-*] \[/.test(start) ? "markdown" : "csv";
}

async function* listed(values: Iterable<unknown>): AsyncGenerator<Read> {
  let line = 0;
  for (const value of values) yield { line: ++line, value };
}

/** The objects of a list, of the only list in an object, or by key. */
export function objectsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  const members = Object.entries(membersOf(value));
  const lists = members.filter(([, member]) => Array.isArray(member) && member.some(isRecord));
  if (lists.length === 1) return objectsIn(lists[0]?.[1]);
  return members.length > 0 && members.every(([, member]) => isRecord(member))
    ? members.map(([key, member]) => ({ key, ...membersOf(member) }))
    : [value];
}

async function* jsonRecords(text: string): AsyncGenerator<Read> {
  const [first = "", ...more] = text.trim().split("\n", 2);
  const isLine = more.length > 0 && !/^[[{]\s*$/.test(first.trim()) && first.trim().endsWith("}");
  if (isLine) return yield* readJsonLines(Readable.from([text]));
  try {
    yield* listed(objectsIn(JSON.parse(text)));
  } catch (error) {
    if (error instanceof SyntaxError) throw unreadable(t`This is not JSON: ${error.message}`);
    throw error;
  }
}

/** Items of a list one by one, so that a fault in one spares the others, and no long file stops other work. */
async function* yamlRecords(text: string): AsyncGenerator<Read> {
  const { parse } = await import("yaml");
  const isList = /^(?:---.*\n|#.*\n|\s*\n)*- /.test(text);
  let line = 1;
  for (const part of text.split(isList ? /^(?=- )/m : /^(?=---\s*$)/m)) {
    const at = line;
    line += part.split("\n").length - 1;
    if (!/^[^#\s-]|^- |^\s*[\w"']/m.test(part)) continue;
    try {
      const value: unknown = parse(part);
      for (const one of isList && Array.isArray(value) ? value : objectsIn(value)) yield { line: at, value: one };
    } catch (error) {
      yield { line: at, fault: importWords("notYaml", messageOf(error).split("\n")[0] ?? "") };
    }
  }
}

/** What a file contains, one by one: rows of a table, or entries of an export. */
export async function* recordsOf(text: string, format: Format, delimiter: string): AsyncGenerator<Read> {
  let count = 0;
  const records = {
    csv: () => readCsv(Readable.from([text]), delimiter),
    json: () => jsonRecords(text),
    yaml: () => yamlRecords(text),
    markdown: () => listed(markdownRecords(text)),
  }[format];
  for await (const record of records()) {
    if (++count % 100 === 0) await breathe();
    yield record;
  }
}

export const isEntry = (value: unknown): boolean => {
  const { type, data } = membersOf(value);
  return typeof type === "string" && isRecord(data);
};

/** A record as cells by column. */
export function rowOf({ line, value, fault }: Read): TableRow {
  if (fault !== undefined) return { line, fault };
  return isRecord(value)
    ? { line, cells: cellsOf(value) }
    : { line, fault: importWords("noNames", JSON.stringify(value).slice(0, 200)) };
}
