import { settleProof } from "#actions/claims/settle-claim.ts";
import type { Deps } from "#actions/context.ts";
import { AppError } from "#core/errors/errors.ts";
import { type Claim, claimStatus, MOST_TRIES } from "#domain/listings/claim.ts";
import type { ClaimedListing } from "#store/repos/listings/claims.ts";
import type { Tx } from "#store/store.ts";
import type { JobKind } from "./runner.ts";

type Payload = { claimId: number };

export const checkClaim: JobKind = {
  concurrency: 3,
  retryDelaysMs: [10_000],
  async run({ claimId }: Payload, deps, signal) {
    const { store, proofs, now } = deps;
    const asked = await openClaim(store, claimId, now());
    if (!asked) return;
    const { result, detail } = await proofs.find(asked.claim, asked.listing.url, signal);
    await store.change(async (tx) => {
      const current = await openClaim(tx, claimId, now());
      if (!current) return;
      const claim: Claim = { ...current.claim, checkedAt: now(), checkResult: result, checkDetail: detail };
      if (result === "found") await settle(tx, { ...current, claim }, deps);
      // Unreachable websites cost no try.
      else if (result === "unreachable") await tx.claims.save(claim);
      else await countTry(tx, claim);
    });
    deps.wakeJobs();
  },
};

async function openClaim(
  { claims }: Pick<Deps["store"], "claims">,
  id: number,
  at: Date,
): Promise<ClaimedListing | undefined> {
  const found = await claims.find(id);
  return found && claimStatus(found.claim, at) === "pending" ? found : undefined;
}

async function countTry(tx: Tx, claim: Claim): Promise<void> {
  const tries = claim.tries + 1;
  await tx.claims.save({ ...claim, tries, status: tries < MOST_TRIES ? "pending" : "failed" });
}

async function settle(tx: Tx, proven: ClaimedListing, deps: Deps): Promise<void> {
  try {
    await settleProof(tx, proven, deps);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await tx.claims.save(proven.claim);
  }
}
