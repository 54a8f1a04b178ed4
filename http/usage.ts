/** The half-life of an address's usage. */
const HALF_LIFE_MS = 3000;
/**
 * The initial usage of an address: more than readers have, less than a flood from dozens of
 * addresses.
 */
const NEW_MS = 50;
/** How many addresses to remember at least; those that were not active among as many are forgotten. */
const MOST_ADDRESSES = 10_000;

/**
 * Recent usage of the event loop. As all of it halves in the same time, the order of addresses
 * changes only when one is charged: `level` is the logarithm of the usage, as of one moment for all.
 */
export type Usage = { level: number };

/** Recent event loop usage by address, with what `create` adds to each. */
export function createUsage<Known extends object>(nowMs: () => number, create: () => Known) {
  // Two maps in turn: in one map that is reordered at each use, lookups pass the gaps.
  let recent = new Map<string, Usage & Known>();
  let earlier = new Map<string, Usage & Known>();
  const halfLives = (): number => nowMs() / HALF_LIFE_MS;

  return {
    /** The usage of an address. That of a new one decays from now on, even while it waits. */
    of(address: string): Usage & Known {
      const known = recent.get(address);
      if (known) return known;
      const usage = earlier.get(address) ?? { level: Math.log2(NEW_MS) + halfLives(), ...create() };
      if (recent.size >= MOST_ADDRESSES) {
        earlier = recent;
        recent = new Map();
      }
      recent.set(address, usage);
      return usage;
    },
    add(usage: Usage, ms: number): void {
      const at = halfLives();
      if (ms > 0) usage.level = at + Math.log2(2 ** (usage.level - at) + ms);
    },
  };
}
