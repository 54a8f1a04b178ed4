/** A seeded source of choices. The same seed gives the same sequence on every machine. */
export type Random = {
  /** 0 <= x < 1 */
  next(): number;
  /** A whole number, both ends included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Early entries far more often than late ones, as words in real texts are. */
  pickSkewed<T>(list: readonly T[]): T;
  /** Distinct entries in random order; fewer when the list is shorter. */
  sample<T>(list: readonly T[], size: number): T[];
  weighted<T>(entries: readonly (readonly [T, number])[]): T;
};

/** mulberry32 over an FNV-1a hash of the seed: small, fast, and good enough for made-up text. Not for secrets. */
export function seededRandom(seed: number | string): Random {
  let state = 0x811c9dc5;
  for (const character of String(seed)) state = Math.imul(state ^ character.codePointAt(0)!, 0x01000193);

  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number) => Math.floor(next() * limit);

  return {
    next,
    between: (low, high) => low + below(high - low + 1),
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)]!,
    pickSkewed: (list) => list[Math.floor(next() ** 2.2 * list.length)]!,
    sample(list, size) {
      const rest = [...list];
      const end = Math.min(size, rest.length);
      for (let i = 0; i < end; i++) {
        const j = i + below(rest.length - i);
        const chosen = rest[j]!;
        rest[j] = rest[i]!;
        rest[i] = chosen;
      }
      return rest.slice(0, end);
    },
    weighted(entries) {
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of entries) {
        left -= weight;
        if (left < 0) return value;
      }
      return entries.at(-1)![0];
    },
  };
}
