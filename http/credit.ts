/** The part of the event loop's time that an address earns while it is known, used or not. */
const SHARE = 0.05;
/** Nobody saves up more than ten seconds of it, or owes more. */
const MOST_MS = 500;
/** So many addresses are remembered; the one that was away the longest is forgotten first. */
const MOST_ADDRESSES = 20_000;

/**
 * How much of the event loop each address has used, for the time that it has been here. New ones begin with nothing: they come
 * after those who have been asking for little, and before those who have been asking for much.
 */
export function createCredit(nowMs: () => number) {
  /** The one that was away the longest comes first. */
  const known = new Map<string, { ms: number; at: number }>();

  function creditOf(address: string): number {
    const last = known.get(address);
    return last ? Math.min(MOST_MS, last.ms + SHARE * (nowMs() - last.at)) : 0;
  }

  function charge(address: string, usedMs: number): void {
    const ms = Math.max(-MOST_MS, creditOf(address) - usedMs);
    known.delete(address);
    known.set(address, { ms, at: nowMs() });
    const [oldest] = known.keys();
    if (known.size > MOST_ADDRESSES && oldest !== undefined) known.delete(oldest);
  }

  return {
    /** From here on it earns, also while it waits. */
    meet(address: string): void {
      if (!known.has(address)) charge(address, 0);
    },
    charge,
    /** Of equals the first. `addresses` is not empty. */
    mostOf(addresses: Iterable<string>): string {
      let best: { address: string; ms: number } | undefined;
      for (const address of addresses) {
        const ms = creditOf(address);
        if (!best || ms > best.ms) best = { address, ms };
      }
      return best!.address;
    },
  };
}
