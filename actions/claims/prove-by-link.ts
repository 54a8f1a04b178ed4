import { hashToken } from "../../core/credentials/tokens.ts";
import { claimStatus } from "../../domain/listings/claim.ts";
import type { ClaimedListing } from "../../store/repos/listings/claims.ts";
import type { Reads } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { settleProof } from "./settle-claim.ts";

export async function findByLink(
  { claims }: { claims: Pick<Reads["claims"], "findByToken"> },
  token: string,
  now: Date,
): Promise<ClaimedListing | undefined> {
  const found = token ? await claims.findByToken(hashToken(token)) : undefined;
  return found && claimStatus(found.claim, now) === "pending" ? found : undefined;
}

/**
 * Proves an emailed claim, only for the account that started it. Undefined if the link no longer
 * works.
 */
export async function proveByLink(
  { token, accountId }: { token: string; accountId: string },
  deps: Pick<Deps, "store" | "settings" | "now" | "uuid" | "wakeJobs">,
): Promise<ClaimedListing | undefined> {
  const { store, now, wakeJobs } = deps;
  const found = await store.change(async (tx) => {
    const current = await findByLink(tx, token, now());
    if (current?.claim.accountId !== accountId) return current;
    const detail = `The link that was sent to ${current.claim.email} was followed.`;
    const claim = { ...current.claim, checkedAt: now(), checkResult: "found" as const, checkDetail: detail };
    return settleProof(tx, { ...current, claim }, deps);
  });
  wakeJobs();
  return found;
}
