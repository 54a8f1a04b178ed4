import { extname } from "node:path";
import { parseOverrides } from "../../crawler/overrides.ts";
import { createReadSiteAddress } from "../../crawler/site-address.ts";
import { given } from "../../domain/text/given.ts";
import { isRecord, membersOf } from "../../domain/text/record.ts";
import type { Store } from "../../store/store.ts";
import { createPictureStores } from "../picture-stores.ts";
import { type Command, CommandError, type Flags, text, withStore } from "./command.ts";
import { type FounderPages, fromProfile, pageOf } from "./transfer/from-export.ts";
import { openText } from "./transfer/open-text.ts";
import { withAddresses } from "./transfer/pictures.ts";
import { type Read, readCsv, readJsonLines } from "./transfer/read-file.ts";
import { COLUMNS, type Directory, fromCells } from "./transfer/row.ts";
import { type Outcome, takeIn } from "./transfer/take-in.ts";

const NEEDED = ["name", "url"];
const JSON_LINES = [".jsonl", ".ndjson"];

export const importCommand: Command = {
  name: "import",
  usage: "import FILE [--map name=Title,url=Website] [--category C] [--dry-run]",
  summary:
    "Imports listings of another directory from a CSV file, or listings and posts of an export. Reports every row and is safe to repeat.",
  about:
    `FILE ends in .csv or .jsonl; - reads JSON lines, or with --csv a table, from standard input. --map ` +
    `says which column of the table has
which field; without it columns are named like the fields: ${COLUMNS.join(", ")}.
Separate entries of lists by semicolons. Websites that are already listed do not change.
Import never creates votes, reviews, followers or awards: those come from people on this site. It keeps everything else of an export, so
exporting again writes the same lines. Imported listings have no owner until the company behind them claims them.`,
  examples: [
    'import tools.csv --map "name=Title,url=Website,tagline=Short text" --category web-analytics --dry-run',
    "import export.jsonl --status pending_review",
  ],
  exits: { 1: "some rows were refused; the others were imported" },
  options: {
    map: "field=Column, separated by commas",
    category: "slug of the category for rows without a known one",
    status: "live (default), or pending_review to review each first",
    csv: { isOn: "read a table, whatever the file name" },
    delimiter: "separator of the cells of a table; default: comma",
    "dry-run": { isOn: "report what would happen, and change nothing" },
  },
  positionals: ["FILE"],
  async run({ args, flags }, io) {
    const file = given(args[0]);
    const isDryRun = flags["dry-run"] === true;
    const wanted = text(flags, "status") ?? "live";
    const status = (["live", "pending_review"] as const).find((one) => one === wanted);
    if (!status) throw new CommandError("--status is live or pending_review.", 2);
    const isCsv = flags.csv === true || extname(file) === ".csv" || extname(file) === ".tsv";
    const mapping = readMapping(text(flags, "map"));
    const delimiter = text(flags, "delimiter") ?? (extname(file) === ".tsv" ? "\t" : ",");
    const input = await openText(file);
    const { BASE_URL } = io.settings();
    const rows = isCsv
      ? mapped(file, readCsv(input, delimiter), mapping)
      : entries(file, readJsonLines(input), BASE_URL);
    const counts = { ok: 0, duplicate: 0, refused: 0 };
    await withStore(io, async (store, settings) => {
      const options = {
        directory: await directoryOf(store, flags),
        readSiteAddress: createReadSiteAddress(parseOverrides(settings.OUTBOUND_RESOLVE)),
        status,
        isDryRun,
        uploads: createPictureStores(settings, () => new Date()).uploads,
        now: () => new Date(),
      };
      for await (const outcome of takeIn(store, rows, options)) {
        counts[outcome.result]++;
        await io.line(lineOf(outcome), outcome);
      }
    });
    const sum = `${counts.ok} ${isDryRun ? "would be added" : "added"}, ${counts.duplicate} listed already, ${counts.refused} refused.`;
    await io.line(sum, { ...counts, dry_run: isDryRun });
    return counts.refused ? 1 : 0;
  },
};

const lineOf = ({ line, result, name, slug, reason }: Outcome): string =>
  [`${String(line).padStart(6)}  ${result.padEnd(9)}`, name, slug && `(${slug})`, reason].filter(Boolean).join(" ");

function readMapping(given: string | undefined): Map<string, string> | undefined {
  if (given === undefined) return undefined;
  return new Map(
    given.split(",").map((pair): [string, string] => {
      const [field = "", column = ""] = pair.split(/=(.*)/s).map((part) => part.trim());
      if (/^(votes|followers|views|rating|awards)/.test(field))
        throw new CommandError(`"${field}" cannot be imported: it comes only from people on this site.`, 2);
      if (!COLUMNS.includes(field) || column === "")
        throw new CommandError(`--map takes field=Column. Fields are ${COLUMNS.join(", ")}.`, 2);
      return [column, field];
    }),
  );
}

async function* mapped(
  file: string,
  rows: AsyncIterable<Read>,
  mapping: Map<string, string> | undefined,
): AsyncGenerator<Read> {
  const fieldOf = (column: string) => (mapping ? mapping.get(column.trim()) : column.trim().toLowerCase());
  let isFirst = true;
  for await (const { value, ...rest } of rows) {
    if (rest.fault !== undefined) {
      yield rest;
      continue;
    }
    const given = membersOf(value);
    const columns = new Map(Object.keys(given).map((column) => [fieldOf(column), column]));
    if (isFirst) refuseStrange(file, Object.keys(given), columns, mapping);
    isFirst = false;
    const cells = Object.entries(given).flatMap(([column, cell]): [string, string][] => {
      const field = fieldOf(column);
      return field !== undefined && COLUMNS.includes(field) ? [[field, String(cell)]] : [];
    });
    const columnOf = (field: string) => columns.get(field) ?? field;
    yield { ...rest, columnOf, value: fromCells(Object.fromEntries(cells)) };
  }
}

function refuseStrange(
  file: string,
  columns: string[],
  known: ReadonlyMap<string | undefined, string>,
  mapping: Map<string, string> | undefined,
): void {
  const wrong = [...(mapping?.keys() ?? [])].find((column) => !columns.some((name) => name.trim() === column));
  const missing = NEEDED.filter((field) => !known.has(field));
  const has = `It has: ${columns.join(", ").slice(0, 300)}.`;
  if (wrong !== undefined) throw new CommandError(`${file} has no column "${wrong}", which --map names. ${has}`, 2);
  if (missing.length)
    throw new CommandError(
      `${file} has no column for ${missing.join(" and ")}. ${has} Say which is which: --map "name=Title,url=Website"`,
      2,
    );
}

/** Listings of a file. In an export, founders, posts and pictures too; other lines are skipped. */
async function* entries(file: string, rows: AsyncIterable<Read>, baseUrl: string): AsyncGenerator<Read> {
  const pages: FounderPages = new Map();
  const pictures = new Set<string>();
  let isFirst = true;
  for await (const row of rows) {
    if (row.fault !== undefined && isFirst && !JSON_LINES.includes(extname(file)))
      throw new CommandError(
        `${file} is not JSON lines. Name a .jsonl file that debut export wrote, or add --csv for a table.`,
        2,
      );
    isFirst = false;
    const { type, demo, data } = membersOf(row.value);
    const value = isRecord(data) ? withAddresses(data, pictures, baseUrl) : undefined;
    const isDemo = demo === true;
    if (row.fault !== undefined) yield row;
    else if (type === "upload" && value) {
      pictures.add(String(value.id));
      yield { ...row, value, isPicture: true };
    } else if (type === "listing" && value) yield { ...row, isDemo, value: fromProfile(value, pages) };
    else if (type === "founder" && value) pages.set(value.slug, pageOf(value));
    else if (type === "post" && value) yield { ...row, isDemo, value, isPost: true };
    else if (typeof type !== "string")
      yield { line: row.line, fault: 'is not a line of an export, like {"type":"listing","data":{…}}.' };
  }
}

async function directoryOf({ reference }: Store, flags: Flags): Promise<Directory> {
  const categories = await reference.categoryNames();
  const slug = text(flags, "category");
  const fallback = categories.find((category) => category.slug === slug);
  if (slug !== undefined && !fallback)
    throw new CommandError(`There is no category "${slug}". /categories of the site shows them all.`, 2);
  const countries = new Set((await reference.countries()).map(({ code }) => code));
  return { categories, countries, questions: await reference.allInterviewQuestions(), fallback };
}
