import type { Deps } from "../context.ts";

const DAY_MS = 24 * 3600_000;
/** How long to ask a provider for a payment's fee and payout. */
const ASKED_MS = 90 * DAY_MS;
const BATCH = 100;
const MOST_FAILURES = 2;

type Needs = Pick<Deps, "store" | "gateways" | "now" | "log">;

export async function askForCosts(deps: Needs, signal: AbortSignal): Promise<void> {
  const { store, gateways, now, log } = deps;
  for (const { name: provider, costs, payouts } of (await gateways()).values()) {
    if (!costs) continue;
    const at = now();
    const startedAfter = new Date(at.getTime() - ASKED_MS);
    const askedBefore = new Date(at.getTime() - DAY_MS);
    try {
      let failures = 0;
      for (const paymentId of await store.books.paymentsToAsk(provider, { startedAfter, askedBefore, limit: BATCH })) {
        signal.throwIfAborted();
        // A payment unknown to its provider does not block others.
        const said = await costs(paymentId).catch(() => void failures++);
        if (failures > MOST_FAILURES) break;
        const known = said ?? { feeCents: null, currency: null, reference: null };
        await store.change((tx) => tx.books.saveCosts({ provider, paymentId, ...known, askedAt: at }));
      }
      const since = payouts && (await store.books.waitsForPayoutSince(provider, startedAfter));
      if (!since) continue;
      for await (const payout of payouts(since)) {
        signal.throwIfAborted();
        await store.change((tx) => tx.books.notePayout(provider, payout));
      }
    } catch (error) {
      if (signal.aborted) throw error;
      log.warn({ err: error, provider }, "fees and payouts are not known yet");
    }
  }
}
