import { isCountryCode, type PlaceEvidence } from "#domain/invoices/place-evidence.ts";
import type { Tx } from "#store/store.ts";

/** Stores evidence of the buyer's country: Art. 24b of Implementing Regulation 282/2011. */
export async function keepEvidence(
  tx: Tx,
  orderId: number,
  evidence: readonly PlaceEvidence[],
  at: Date,
): Promise<void> {
  for (const one of evidence) if (isCountryCode(one.country)) await tx.placeEvidence.put(orderId, one, at);
}
