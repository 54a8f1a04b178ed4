/** After this time half of what an address has used is forgotten. */
const HALF_LIFE_MS = 3000;
/** What a new address counts as having used: more than people do who read, less than a flood from dozens of addresses. */
const NEW_MS = 50;
/** So many addresses are remembered; the one that was away the longest is forgotten first. */
const MOST_ADDRESSES = 20_000;

/** How much of the event loop's work each address has lately caused. */
export function createUsage(nowMs: () => number) {
  /** The one that was away the longest comes first. */
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
    /** From here on it is forgotten what it counts as having used, also while it waits. */
    meet(address: string): void {
      if (!known.has(address)) add(address, 0);
    },
    add,
    /** Of equals the first. `addresses` is not empty. */
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
