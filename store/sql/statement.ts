import { sql } from "../sqlite/drizzle.ts";

export type Values = Record<string, unknown>;
type Prepared<All, Get, Run> = {
  all(values?: Values): All;
  get(values?: Values): Get;
  run(values?: Values): Run;
};

const isValues = (argument: unknown): argument is Values =>
  typeof argument === "object" && argument !== null && !Array.isArray(argument) && !(argument instanceof Date);

/**
 * A query whose SQL is built once, at first use. `build` gets a typed placeholder for each argument,
 * or for each field of an object. Undefined has none: a query without a condition is another statement.
 */
export function statement<Args extends unknown[], All, Get, Run>(
  build: (...args: Args) => { prepare(): Prepared<All, Get, Run> },
) {
  const kept = new Map<string, Prepared<All, Get, Run>>();
  const placeholdersOf = (values: Values): Values =>
    Object.fromEntries(
      Object.keys(values)
        .filter((name) => values[name] !== undefined)
        .map((name) => [name, sql.placeholder(name)]),
    );
  function prepared(args: Args, values: Values) {
    let shape = "";
    for (const name in values) if (values[name] !== undefined) shape += `${name} `;
    const known = kept.get(shape);
    if (known) return known;
    // Columns and operators accept placeholders for values.
    const placeholders = args.map((argument, at) =>
      isValues(argument) ? placeholdersOf(argument) : placeholdersOf({ [at]: argument })[at],
    ) as Args;
    const made = build(...placeholders).prepare();
    kept.set(shape, made);
    return made;
  }
  const valuesOf = (args: Args): Values => {
    const values: Values = {};
    for (const [at, argument] of args.entries())
      if (isValues(argument)) Object.assign(values, argument);
      else values[at] = argument;
    return values;
  };
  const runs =
    <Result>(method: (query: Prepared<All, Get, Run>, values: Values) => Result) =>
    (...args: Args): Result => {
      const values = valuesOf(args);
      return method(prepared(args, values), values);
    };
  return {
    all: runs((query, values) => query.all(values)),
    get: runs((query, values) => query.get(values)),
    run: runs((query, values) => query.run(values)),
  };
}
