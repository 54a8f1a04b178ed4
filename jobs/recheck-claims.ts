import type { Deps } from "#actions/context.ts";
import type { ProofCheck } from "#crawler/claim-proof.ts";
import { MOST_MISSES, RECHECK_MS } from "#domain/listings/claim.ts";
import { proofMissingMessage } from "#mail/claim-messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import type { Tx } from "#store/store.ts";
import type { JobKind } from "./runner.ts";

const DAY_MS = 24 * 3600_000;
const BATCH = 50;

/**
 * Checks weekly whether a claim's proof is still published. After three misses the listing loses
 * verification but keeps its owner; unreachable websites do not count. Each check commits at once.
 */
export const recheckClaims: JobKind = {
  retryDelaysMs: [600_000],
  everyMs: DAY_MS,
  async run(_payload, deps, signal) {
    const { store, proofs, now, wakeJobs } = deps;
    const before = new Date(now().getTime() - RECHECK_MS);
    for (let afterId = 0; ; ) {
      const batch = await store.claims.dueForRecheck(before, afterId, BATCH);
      if (batch.length === 0) return;
      for (const { claim, listing } of batch) {
        afterId = claim.id;
        const check = await proofs.find(claim, listing.url, signal);
        await store.change((tx) => note(tx, claim.id, check, deps));
        wakeJobs();
      }
    }
  },
};

async function note(tx: Tx, id: number, { result, detail }: ProofCheck, parts: Deps): Promise<void> {
  const found = await tx.claims.find(id);
  if (found?.claim.status !== "verified") return;
  const { claim, listing } = found;
  const at = parts.now();
  const misses = { found: 0, not_found: claim.misses + 1, unreachable: claim.misses }[result];
  const isLost = misses >= MOST_MISSES;
  const seen = { checkedAt: at, checkResult: result, checkDetail: detail };
  await tx.claims.save({ ...claim, ...seen, misses, status: isLost ? "expired" : "verified" });
  if (isLost) await tx.listings.setClaimed(listing.id, null, at);
  if (result !== "not_found" || (misses > 1 && !isLost)) return;
  for (const { role, account } of await tx.listings.team(listing.id)) {
    if (role !== "owner") continue;
    const news = { name: account.name, product: listing.name, detail, isLost };
    await queueMail(tx, parts, proofMissingMessage(parts.settings, news), account.email);
  }
}
