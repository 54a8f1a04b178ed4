import type { Row, Table, Value } from "./tables.ts";

/** UTF-16 and UTF-8 order these characters differently. */
const HIGH = /[\ud800-\uffff]/;

/** Like both engines: null, then numbers, then texts by their bytes. */
function compareValues(one: Value, other: Value): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  if (typeof one === "string" && typeof other === "string" && (HIGH.test(one) || HIGH.test(other)))
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : 1;
}

function compareKeys({ key }: Table, one: Row, other: Row): number {
  for (const at of key) {
    const order = compareValues(one[at] ?? null, other[at] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}

function reader(batches: AsyncGenerator<Row[]>) {
  let batch: Row[] = [];
  let at = 0;
  return async (): Promise<Row | undefined> => {
    while (at === batch.length) {
      const { value, done } = await batches.next();
      if (done) return undefined;
      [batch, at] = [value, 0];
    }
    return batch[at++];
  };
}

export type Differences = { rows: number; missing: Row[]; extra: Row[] };

/** Compares two tables row by row in key order. A changed row is both extra and missing. */
export async function differences(
  table: Table,
  wanted: AsyncGenerator<Row[]>,
  there: AsyncGenerator<Row[]>,
): Promise<Differences> {
  const [nextWanted, nextThere] = [reader(wanted), reader(there)];
  const found: Differences = { rows: 0, missing: [], extra: [] };
  let [one, other] = [await nextWanted(), await nextThere()];
  while (one || other) {
    const order = !one ? 1 : !other ? -1 : compareKeys(table, one, other);
    const isSame = order === 0 && one?.every((value, at) => value === other?.[at]);
    if (one && order <= 0) {
      found.rows++;
      if (!isSame) found.missing.push(one);
      one = await nextWanted();
    }
    if (other && order >= 0) {
      if (!isSame) found.extra.push(other);
      other = await nextThere();
    }
  }
  return found;
}
