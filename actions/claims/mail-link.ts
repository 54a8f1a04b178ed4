import { hashToken } from "#core/credentials/tokens.ts";
import { takeQuota } from "#core/limits/limiter.ts";
import { type Claim, claimStatus, REMAIL_MS } from "#domain/listings/claim.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { claimMessage } from "#mail/claim-messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import type { ClaimedListing, NewClaim } from "#store/repos/listings/claims.ts";
import type { Reads, Tx } from "#store/store.ts";
import { verifiedCaller } from "../accounts/verify-email.ts";
import type { Context, Deps } from "../context.ts";
import { settleProof } from "./settle-claim.ts";

type Link = { listing: Listing; claim: Claim | NewClaim; email: string; token: string };

const isSaved = (claim: Claim | NewClaim): claim is Claim => claim.id !== undefined;

/** A claim has one valid link. Requesting another replaces it. */
export async function mailLink(
  tx: Tx,
  { listing, claim, email, token }: Link,
  context: Context<"listings:write">,
): Promise<Claim> {
  const { now, settings, caller, limiter } = context;
  const at = now();
  const wasMailed = claim.mailedAt && at.getTime() - claim.mailedAt.getTime() < REMAIL_MS;
  if (isSaved(claim) && wasMailed && claim.email === email) return claim;
  const claimant = await verifiedCaller(tx, caller);
  await takeQuota(limiter, "mail", `account:${claimant.id}`);
  const link = { email, tokenHash: hashToken(token), mailedAt: at };
  const saved = isSaved(claim) ? { ...claim, ...link } : await tx.claims.add({ ...claim, ...link });
  if (isSaved(claim)) await tx.claims.save(saved);
  const message = claimMessage(settings, { claimant: claimant.name, product: listing.name, token });
  await queueMail(tx, context, message, email, { language: claimant.language });
  return saved;
}

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
  deps: Pick<Deps, "store" | "settings" | "now" | "uuid" | "wakeJobs" | "languages">,
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
