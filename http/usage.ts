/** The half-life of an address's usage. */
const HALF_LIFE_MS = 3000;
/**
 * The initial usage of an address: more than readers have, less than a flood from dozens of
 * addresses.
 */
const NEW_MS = 50;
/** How many addresses to remember at least; those that were not active among as many are forgotten. */
const MOST_ADDRESSES = 10_000;

type Usage = { ms: number; at: number };

/** Recent event loop usage by address. */
export function createUsage(nowMs: () => number) {
  // Two maps in turn: one map that is reordered at each use fills with holes, which its iterator walks.
  let recent = new Map<string, Usage>();
  let earlier = new Map<string, Usage>();

  function find(address: string): Usage | undefined {
    const known = recent.get(address);
    if (known) return known;
    const before = earlier.get(address);
    if (before) remember(address, before);
    return before;
  }

  function remember(address: string, usage: Usage): void {
    if (recent.size >= MOST_ADDRESSES) {
      earlier = recent;
      recent = new Map();
    }
    recent.set(address, usage);
  }

  const usedBy = (known: Usage | undefined, now: number): number =>
    known ? known.ms * 2 ** ((known.at - now) / HALF_LIFE_MS) : NEW_MS;

  function add(address: string, ms: number): void {
    const now = nowMs();
    const known = find(address);
    if (known) Object.assign(known, { ms: usedBy(known, now) + ms, at: now });
    else remember(address, { ms: NEW_MS + ms, at: now });
  }

  return {
    /** The time from which its usage decays, even while it waits. */
    meet(address: string): void {
      if (!find(address)) add(address, 0);
    },
    add,
    /** The first of equals. `addresses` is not empty. */
    leastOf(addresses: Iterable<string>): string {
      const now = nowMs();
      let least: { address: string; ms: number } | undefined;
      for (const address of addresses) {
        const ms = usedBy(find(address), now);
        if (!least || ms < least.ms) least = { address, ms };
      }
      return least!.address;
    },
  };
}
