import { sql } from "../sqlite/drizzle.ts";

export type Values = Record<string, unknown>;
type Prepared<All, Get, Run> = {
  all(values?: Values): All;
  get(values?: Values): Get;
  run(values?: Values): Run;
};
/**
 * A query whose SQL is built once, at first use. `build` gets a typed placeholder for each value.
 * An undefined value has none: the query without its condition is a separate statement.
 */
export function statement<Wanted extends Values, All, Get, Run>(
  build: (wanted: Wanted) => { prepare(): Prepared<All, Get, Run> },
) {
  const kept = new Map<string, Prepared<All, Get, Run>>();
  function prepared(wanted: Wanted) {
    let shape = "";
    for (const name in wanted) if (wanted[name] !== undefined) shape += `${name} `;
    const known = kept.get(shape);
    if (known) return known;
    const names = shape.split(" ").slice(0, -1);
    // Columns and operators accept placeholders for values.
    const placeholders = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as Wanted;
    const made = build(placeholders).prepare();
    kept.set(shape, made);
    return made;
  }
  return {
    all: (wanted: Wanted) => prepared(wanted).all(wanted),
    get: (wanted: Wanted) => prepared(wanted).get(wanted),
    run: (wanted: Wanted) => prepared(wanted).run(wanted),
  };
}
