import { parseArgs } from "node:util";

/** The value below which this share of the values lies; 0 of no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** p50, p99 and the longest of some milliseconds. */
export const spread = (times: readonly number[]): string =>
  `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms, longest ${quantile(times, 1).toFixed(0)} ms`;

type Cell = string | number | undefined;
const shown = (cell: Cell): string =>
  typeof cell === "number"
    ? cell.toFixed(Number.isInteger(cell) || cell >= 100 ? 0 : cell >= 10 ? 1 : 2)
    : (cell ?? "");

/** Prints a Markdown table, whose columns are those of the first row. */
export function printTable(rows: Record<string, Cell>[]): void {
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => names.map((name) => shown(row[name])));
  for (const line of [names, names.map((_, column) => (column ? "---:" : "---")), ...lines])
    console.log(`| ${line.join(" | ")} |`);
}

type Values<Defaults> = {
  [Name in keyof Defaults]: Defaults[Name] extends number ? number : Defaults[Name] extends boolean ? boolean : string;
};
/** The options of a benchmark, of the types of their defaults. */
export function optionsOf<Defaults extends Record<string, string | number | boolean>>(
  args: string[],
  defaults: Defaults,
): Values<Defaults> {
  const options = Object.entries(defaults).map(([name, value]) => {
    const type = typeof value === "boolean" ? ("boolean" as const) : ("string" as const);
    return [name, { type }] as const;
  });
  const given = Object.entries(parseArgs({ args, options: Object.fromEntries(options) }).values);
  const read = given.map(([name, value]) => [name, typeof defaults[name] === "number" ? Number(value) : value]);
  return { ...defaults, ...Object.fromEntries(read) };
}
