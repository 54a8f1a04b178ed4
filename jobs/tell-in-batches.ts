import type { Deps } from "#actions/context.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { unsubscribeKey } from "#mail/unsubscribe.ts";
import type { Tx } from "#store/store.ts";

const BATCH = 100;

type Tell = (tx: Tx, batch: { listing: Listing; key: string; limit: number }) => Promise<number>;

/**
 * Emails people about a live listing, one batch per change. Records commit with the emails, so
 * nobody is emailed twice.
 */
export async function tellInBatches(listingId: number, tell: Tell, deps: Deps, signal: AbortSignal): Promise<void> {
  let told: number;
  do {
    signal.throwIfAborted();
    told = await deps.store.change(async (tx) => {
      const listing = await tx.listings.find(listingId);
      if (listing?.status !== "live") return 0;
      const key = await unsubscribeKey(tx, deps);
      return tell(tx, { listing, key, limit: BATCH });
    });
    if (told) deps.wakeJobs();
  } while (told === BATCH);
}
