import type pg from "pg";

/**
 * Locks everything that changes touch: exclusively, or shared by changes that name what they touch.
 */
export const ALL_CHANGES = 734_001;
/** Serialization failure and deadlock: a retry may succeed. */
export const AGAIN = new Set(["40001", "40P01"]);
export const LOCKED = "55P03";

export const named = (text: string): pg.QueryConfig => ({ name: text, text });
export const [BEGIN, COMMIT] = [named("begin"), named("commit")];

/** Poolers refuse these as connection parameters, so each change sets them. */
export const beginWith = (settings: Record<string, number>): pg.QueryConfig => ({
  text: ["begin", ...Object.entries(settings).map(([name, value]) => `set local ${name} = ${value}`)].join("; "),
});

/** The first statement of a change: later statements see what earlier turns committed. */
export function turnOf(touched: readonly string[] | undefined): pg.QueryConfig {
  if (!touched) return { name: "turn", text: `select pg_advisory_xact_lock(${ALL_CHANGES})` };
  // A fixed order prevents deadlocks.
  const names = [...new Set(touched)].sort();
  return { ...NAMED, values: [names] };
}

const NAMED = {
  name: "named turn",
  text: `select pg_advisory_xact_lock_shared(${ALL_CHANGES}),
    (select count(pg_advisory_xact_lock(hashtextextended(name, 0))::text) from unnest($1::text[]) name)`,
};

export const codeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  return "code" in error && typeof error.code === "string" ? error.code : codeOf(error.cause);
};
