/** The half-life of an address's usage. */
const HALF_LIFE_MS = 3000;
/**
 * The initial usage of an address: more than readers have, less than a flood from dozens of
 * addresses.
 */
const NEW_MS = 50;
/** How many addresses to remember; the least recently active is dropped first. */
const MOST_ADDRESSES = 20_000;

/** Recent event loop usage by address. */
export function createUsage(nowMs: () => number) {
  /** The least recently active comes first. */
  const known = new Map<string, { ms: number; at: number }>();

  function usedBy(address: string): number {
    const last = known.get(address);
    return last ? last.ms * 2 ** ((last.at - nowMs()) / HALF_LIFE_MS) : NEW_MS;
  }

  function add(address: string, ms: number): void {
    const used = usedBy(address) + ms;
    known.delete(address);
    known.set(address, { ms: used, at: nowMs() });
    const [oldest] = known.keys();
    if (known.size > MOST_ADDRESSES && oldest !== undefined) known.delete(oldest);
  }

  return {
    /** The time from which its usage decays, even while it waits. */
    meet(address: string): void {
      if (!known.has(address)) add(address, 0);
    },
    add,
    /** The first of equals. `addresses` is not empty. */
    leastOf(addresses: Iterable<string>): string {
      let least: { address: string; ms: number } | undefined;
      for (const address of addresses) {
        const ms = usedBy(address);
        if (!least || ms < least.ms) least = { address, ms };
      }
      return least!.address;
    },
  };
}
