/** Allowed typos, by the length of the longer word. */
export const forgiven = (letters: number): 0 | 1 | 2 => (letters < 4 ? 0 : letters < 7 ? 1 : 2);

const SIDE = 65;
const table = new Uint8Array(SIDE * SIDE);
for (let i = 0; i < SIDE; i++) {
  table[i] = i;
  table[i * SIDE] = i;
}

/**
 * Optimal string alignment distance between two words of at most 64 letters; `limit + 1` if above
 * `limit`.
 */
export function errorsBetween(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit || a.length >= SIDE || b.length >= SIDE) return limit + 1;
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - limit);
    const to = Math.min(b.length, i + limit);
    let best = from === 1 ? i : limit + 1;
    if (from > 1) table[i * SIDE + from - 1] = limit + 1;
    for (let j = from; j <= to; j++) {
      const at = i * SIDE + j;
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      const above = j === i + limit ? limit + 1 : table[at - SIDE]!;
      let cost = Math.min(table[at - SIDE - 1]! + (same ? 0 : 1), above + 1, table[at - 1]! + 1);
      if (
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      ) {
        cost = Math.min(cost, table[at - 2 * SIDE - 2]! + 1);
      }
      table[at] = cost;
      if (cost < best) best = cost;
    }
    if (best > limit) return limit + 1;
  }
  return Math.min(table[a.length * SIDE + b.length]!, limit + 1);
}
