import { messageOf } from "#domain/text/failure.ts";
import { differences } from "./differences.ts";
import { inBatches, keyOf, keysOnly, type Moving, type Row, type Source, type Table, type Target } from "./tables.ts";

export type Moved = { tables: number; rows: number; corrected: number; lockedMs: number };

type Steps = {
  tables: readonly Table[];
  from: Moving;
  to: Target;
  /** Blocks writes to the source. The returned check fails once that no longer holds. */
  lock: () => Promise<() => Promise<unknown>>;
  now: () => number;
  tell: (text: string) => void;
};

/**
 * With so few changes left, writes are blocked for the rest; on a busy site after so many rounds.
 */
const [FEW, MOST_ROUNDS] = [500, 5];

/**
 * Copies and compares all rows as of one moment while the site runs, then what changed meanwhile,
 * and blocks writes only for the last changes. The target is complete or empty.
 */
export async function move({ tables, from, to, lock, now, tell }: Steps): Promise<Moved> {
  await from.begin();
  const copied = await copyAll(tables, from, to);
  tell(`Copied ${copied} rows of ${tables.length} tables. They are compared and indexed now; the site goes on.`);
  await requireSame(tables, from, to);
  await to.prepare();
  let corrected = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    await from.begin();
    const changes = await follow(tables, from, to);
    corrected += changes;
    if (changes < FEW) break;
  }
  tell("The site is read-only from now on.");
  const since = now();
  const requireLock = await lock();
  await from.begin();
  corrected += await follow(tables, from, to);
  const rows = await countAll(tables, from, to);
  const lastIds = await from.lastIds();
  await requireLock();
  await to.finish(lastIds);
  return { tables: tables.length, rows, corrected, lockedMs: Math.round(now() - since) };
}

async function copyAll(tables: readonly Table[], from: Moving, to: Target): Promise<number> {
  let copied = 0;
  for (const table of tables)
    for await (const rows of from.rows(table)) {
      await to.insert(table, rows).catch((error: unknown) => {
        throw new Error(`Rows of ${table.name} cannot be moved: ${messageOf(error)}`, { cause: error });
      });
      copied += rows.length;
    }
  return copied;
}

export async function requireSame(tables: readonly Table[], from: Source, to: Source): Promise<void> {
  const faults: string[] = [];
  for (const table of tables) {
    const { missing, extra } = await differences(table, from.rows(table), to.rows(table));
    const keys = new Set([...missing, ...extra].map((row) => JSON.stringify(keyOf(table, row))));
    if (keys.size) faults.push(`${keys.size} of ${table.name}, like ${[...keys].slice(0, 3).join(", ")}`);
  }
  if (faults.length) throw new Error(`Rows are not the same after the move: ${faults.join("; ")}.`);
}

/** Copies what changed since the last `begin`; returns the number of rows. */
async function follow(tables: readonly Table[], from: Moving, to: Target): Promise<number> {
  let sum = 0;
  for (const table of tables) {
    const { missing, extra } = await changes(table, from, to);
    // Deletions first: a new row may reuse a unique value.
    for (const rows of inBatches(extra))
      await to.remove(
        table,
        rows.map((row) => keyOf(table, row)),
      );
    for (const rows of inBatches(missing)) await to.insert(table, rows);
    await requireChanged(table, { missing, extra }, to);
    sum += Math.max(missing.length, extra.length);
  }
  return sum;
}

type Changes = { missing: Row[]; extra: Row[] };

async function changes(table: Table, from: Moving, to: Target): Promise<Changes> {
  const found: Changes = { missing: [], extra: [] };
  for await (const { keys, rows } of from.changed(table)) {
    const there = await to.withKeys(table, keys);
    const [wanted, known] = [textsOf(rows), textsOf(there)];
    found.missing.push(...rows.filter((row) => !known.has(JSON.stringify(row))));
    found.extra.push(...there.filter((row) => !wanted.has(JSON.stringify(row))));
  }
  // All additions are known, so another count means that rows were deleted without a trace.
  const after = (await to.count(table)) - found.extra.length + found.missing.length;
  if (after !== (await from.count(table))) {
    const place = keysOnly(table);
    const known = new Set(found.extra.map((row) => JSON.stringify(keyOf(table, row))));
    const { extra } = await differences(place, from.rows(place), to.rows(place));
    const gone = extra.filter((key) => !known.has(JSON.stringify(key)));
    for (const keys of inBatches(gone)) found.extra.push(...(await to.withKeys(table, keys)));
  }
  return found;
}

const textsOf = (rows: readonly Row[]): Set<string> => new Set(rows.map((row) => JSON.stringify(row)));

/** Verifies the copied changes. */
async function requireChanged(table: Table, { missing, extra }: Changes, to: Target): Promise<void> {
  const keys = new Map([...missing, ...extra].map((row) => [JSON.stringify(keyOf(table, row)), keyOf(table, row)]));
  const left = textsOf(missing);
  for (const some of inBatches([...keys.values()]))
    for (const row of await to.withKeys(table, some))
      if (!left.delete(JSON.stringify(row)))
        throw new Error(
          `A row of ${table.name} is not the same after it changed: ${JSON.stringify(keyOf(table, row))}.`,
        );
  if (left.size) throw new Error(`${left.size} rows of ${table.name} are missing after they changed.`);
}

async function countAll(tables: readonly Table[], from: Moving, to: Target): Promise<number> {
  let sum = 0;
  for (const table of tables) {
    const [one, other] = [await from.count(table), await to.count(table)];
    if (one !== other) throw new Error(`${table.name} has ${one} rows, and ${other} after the move.`);
    sum += one;
  }
  return sum;
}
