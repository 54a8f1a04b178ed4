import { hashToken } from "../../core/credentials/tokens.ts";
import { takeQuota } from "../../core/limits/limiter.ts";
import { type Claim, REMAIL_MS } from "../../domain/listings/claim.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { claimMessage } from "../../mail/claim-messages.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import type { NewClaim } from "../../store/repos/listings/claims.ts";
import type { Tx } from "../../store/store.ts";
import { verifiedCaller } from "../accounts/verified-caller.ts";
import type { Context } from "../context.ts";

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
  const message = claimMessage(settings, { claimant: claimant.name ?? "Somebody", product: listing.name, token });
  await queueMail(tx, context, message, email);
  return saved;
}
