import { basename } from "node:path";
import { queueImportedLooks } from "#actions/pictures/looks.ts";
import { fileSoon } from "#actions/site/own-fields.ts";
import { createLanguages } from "#core/languages.ts";
import { parseOverrides } from "#crawler/overrides.ts";
import { createReadSiteAddress } from "#crawler/site-address.ts";
import type { ImportColumn, ImportOptions } from "#domain/site/import.ts";
import { noCounts } from "#domain/site/import.ts";
import { given } from "#domain/text/given.ts";
import { openDirectory } from "#transfer/directory.ts";
import { clientOf, noteSlice } from "#transfer/run-import.ts";
import { leftOut, rowsToTakeIn, usualOptions } from "#transfer/source.ts";
import { takeIn } from "#transfer/take-in.ts";
import type { Outcome } from "#transfer/taking.ts";
import { createPictureStores } from "../picture-stores.ts";
import { type Command, CommandError, type Flags, oneOf, text, withStore } from "./command.ts";
import { columnsAsked, NEEDED } from "./import/columns-asked.ts";
import { openImport } from "./import/open-import.ts";

const LAUNCHED = ["none", "given"] as const;
const STATUSES = ["live", "pending_review"] as const;

export const importCommand: Command = {
  name: "import",
  usage: "import FILE [--map name=Title,url=Website] [--create fields,categories] [--update] [--dry-run]",
  summary:
    "Imports listings of another directory from a table (CSV, TSV, JSON, YAML, a Markdown list), or what an export holds. Reports every row and is safe to repeat.",
  about: `FILE may be -, standard input, or a folder of YAML and JSON files. Encoding, separators and columns are guessed; --map says it where the guess is wrong.
Columns without a field of their own become fields of this directory with --create fields, and are reported otherwise.
Websites that are already listed do not change, unless with --update: then a row changes what it names, and needs only a website.
Import never creates votes, reviews, followers or awards: those come from people on this site. Imported listings have no owner until the
company behind them claims them, and are no launches unless --launched given. The import can be undone on the page /admin/import.`,
  examples: [
    "import tools.csv --create fields,categories --dry-run",
    'import tools.csv --map "name=Title,url=Website,tagline=Short text" --category web-analytics',
    "import export.jsonl --status pending_review",
  ],
  exits: { 1: "some rows were refused; the others were imported" },
  options: {
    map: "field=Column, separated by commas; a field of this directory is own.key=Column",
    create: "fields, categories or both: what rows name and is missing is made; default: both for an export, else none",
    update: { isOn: "change listed websites as far as rows name fields" },
    owned: { isOn: "with --update: listings that have an owner, too" },
    launched: "given: rows with a date are launches of that day; none (default for tables): they are listed since then",
    category: "slug of the category for rows without a known one",
    status: "live (default), or pending_review to review each first",
    csv: { isOn: "read a table, whatever the file name" },
    delimiter: "separator of the cells of a table; default: auto",
    "dry-run": { isOn: "report what would happen, and change nothing" },
  },
  positionals: ["FILE"],
  async run({ args, flags }, io) {
    const file = given(args[0]);
    const isDryRun = flags["dry-run"] === true;
    const asked = askedOptions(flags);
    const delimiter = text(flags, "delimiter");
    const separator = delimiter === "auto" ? undefined : delimiter;
    return withStore(io, async (store, settings) => {
      const own = store.ownFields();
      const read = await openImport(file, { isCsv: flags.csv === true, delimiter: separator, own });
      const columns = columnsAsked(file, read.columns, text(flags, "map"), own);
      const usual = usualOptions(read);
      const options: ImportOptions = { ...usual, ...(!read.isExport && { create: NOTHING }), ...asked };
      const { directory, making } = await openDirectory(store, createLanguages(settings, store.ownTexts), options);
      if (options.category !== null && !directory.fallback)
        throw new CommandError(
          `There is no category "${options.category}". /categories of the site shows them all.`,
          2,
        );
      needColumns(file, columns, read.isExport, options);
      const lost = leftOut(columns, options);
      if (lost.length > 0)
        io.note(`No field takes ${lost.map((name) => `"${name}"`).join(", ")}. Add --create fields, or --map.`);

      const id = crypto.randomUUID();
      const { uploads } = createPictureStores(settings, () => new Date());
      const counts = noCounts();
      const rows = rowsToTakeIn(read.records, { columns, making, create: options.create, baseUrl: settings.BASE_URL });
      let isRecorded = isDryRun;
      const taken = takeIn(store, rows, {
        ...options,
        ...{ directory, making, uploads, isDryRun, client: clientOf(id), accountId: null, importId: id },
        readSiteAddress: createReadSiteAddress(parseOverrides(settings.OUTBOUND_RESOLVE)),
        now: () => new Date(),
        listedAt: new Date(),
        ...(!isDryRun && {
          async note(tx, outcomes) {
            // Only what changes something can be undone.
            const changed = outcomes.filter(({ result }) => result === "added" || result === "updated");
            if (!isRecorded && changed.length > 0)
              await tx.imports.add({ id, name: basename(file), ...record(read, columns, options) });
            if (changed.length > 0 || isRecorded) await noteSlice(tx, id, outcomes);
          },
        }),
      });
      for await (const outcome of taken) {
        counts[outcome.result]++;
        isRecorded ||= outcome.result === "added" || outcome.result === "updated";
        await io.line(lineOf(outcome), shown(outcome));
      }
      if (isRecorded && !isDryRun)
        await store.change(async (tx) => {
          const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
          await tx.imports.change(id, { state: "done", finishedAt: new Date(), total });
          if (options.pictures && counts.added > 0) await queueImportedLooks(tx, id, new Date());
          await fileSoon(tx, { now: () => new Date(), uuid: () => id });
        });
      const { added, updated, unchanged, duplicate, refused } = counts;
      const would = isDryRun ? "would be " : "";
      const sum = [
        `${added} ${would}added`,
        ...(options.update ? [`${updated} ${would}updated`, `${unchanged} unchanged`] : []),
        `${duplicate} listed already`,
        `${refused} refused`,
      ];
      await io.line(`${sum.join(", ")}.`, {
        added,
        updated,
        unchanged,
        duplicate,
        refused,
        dry_run: isDryRun,
        left_out: lost,
      });
      return refused ? 1 : 0;
    });
  },
};

const NOTHING = { fields: false, categories: false };

function askedOptions(flags: Flags): Partial<ImportOptions> {
  const launched = oneOf(flags, "launched", LAUNCHED);
  const status = oneOf(flags, "status", STATUSES);
  const create = text(flags, "create")
    ?.split(",")
    .map((one) => one.trim());
  if (create?.some((one) => one !== "fields" && one !== "categories"))
    throw new CommandError("--create takes fields, categories or both: --create fields,categories.", 2);
  return {
    ...(launched && { launched }),
    ...(status && { status }),
    ...(create && { create: { fields: create.includes("fields"), categories: create.includes("categories") } }),
    update: flags.update === true,
    owned: flags.owned === true,
    category: text(flags, "category") ?? null,
  };
}

function needColumns(
  file: string,
  columns: readonly ImportColumn[],
  isExport: boolean,
  { update }: ImportOptions,
): void {
  if (isExport || columns.length === 0) return;
  const missing = NEEDED.filter((field) => !(field === "name" && update) && !columns.some(({ to }) => to === field));
  if (missing.length > 0)
    throw new CommandError(
      `${file} has no column for ${missing.join(" and ")}. It has: ${columns
        .map(({ column }) => column)
        .join(", ")
        .slice(0, 300)}. Say which is which: --map "name=Title,url=Website"`,
      2,
    );
}

const record = (
  { format, encoding, delimiter }: Awaited<ReturnType<typeof openImport>>,
  columns: ImportColumn[],
  options: ImportOptions,
) => ({
  ...{ at: new Date(), accountId: null, sourceId: null, format, encoding, delimiter, columns, options },
  ...{ total: 0, state: "running" as const, isDry: false, done: 0, counts: noCounts() },
  ...{ made: { fields: {}, categories: {} }, error: null, hasFile: false, finishedAt: null },
});

const shown = ({ listingId: _, version: __, made: ___, ...outcome }: Outcome): object => outcome;

const lineOf = ({ line, result, name, slug, reason, notes = [] }: Outcome): string =>
  [`${String(line).padStart(6)}  ${result.padEnd(9)}`, name, slug && `(${slug})`, reason, ...notes]
    .filter(Boolean)
    .join(" ");
