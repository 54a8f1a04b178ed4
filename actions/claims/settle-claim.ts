import { type AppError, conflict } from "#core/errors/errors.ts";
import { burstLimits } from "#domain/community/votes.ts";
import { type Claim, outcomeOf } from "#domain/listings/claim.ts";
import { CLAIMABLE } from "#domain/listings/listing.ts";
import { joined, t } from "#languages/words.ts";
import { claimDecidedMessage, claimDisputedMessage, claimKeptMessage, claimLostMessage } from "#mail/claim-messages.ts";
import type { ClaimedListing } from "#store/repos/listings/claims.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { alreadyListed, holdSite } from "../listings/websites.ts";
import { tellAccounts } from "../notifications/notify.ts";

type Parts = Pick<Deps, "now" | "uuid" | "settings" | "languages">;

export const closedListing = (): AppError =>
  conflict(
    "claim_closed",
    joined([t`This listing can no longer be claimed.`, "Look for the product with search_listings."], " "),
  );

/**
 * Applies a proof: the listing is verified, changes owner, or is reviewed. Call `wakeJobs`
 * afterwards. Throws `claim_closed` if the listing can no longer be claimed.
 */
export async function settleProof(tx: Tx, { claim, listing }: ClaimedListing, parts: Parts): Promise<ClaimedListing> {
  if (!CLAIMABLE.includes(listing.status)) throw closedListing();
  const team = await tx.listings.team(listing.id);
  const outcome = outcomeOf(claim.method, {
    isMember: team.some(({ account }) => account.id === claim.accountId),
    hasTeam: team.length > 0,
    isVerified: listing.claimedMethod !== null,
    isPaid: listing.plan === "launch",
  });
  if (outcome !== "review") return handOver(tx, { claim, listing }, parts);
  const waiting: Claim = { ...claim, status: "under_review", verifiedAt: null };
  await tx.claims.save(waiting);
  await tellAccounts(tx, team, claimDisputedMessage, listing.name, parts);
  return { claim: waiting, listing };
}

/**
 * Accepts the claim: an outside claimant replaces the team; a member proves it for the whole team.
 */
export async function handOver(tx: Tx, { claim, listing }: ClaimedListing, parts: Parts): Promise<ClaimedListing> {
  const at = parts.now();
  const holder = await holdSite(tx, listing, at);
  if (holder) throw alreadyListed(holder);
  const team = await tx.listings.team(listing.id);
  const isMember = team.some(({ account }) => account.id === claim.accountId);
  const leaving = isMember ? [] : team;
  if (!isMember) {
    await tx.listings.clearTeam(listing.id);
    // Drafts edit the listing they were saved as, so the old team's drafts are detached.
    await tx.drafts.detach(listing.id);
  }
  if (!isMember || !team.some(({ role }) => role === "owner"))
    await tx.listings.setOwner(listing.id, claim.accountId, at);
  const verified: Claim = { ...claim, status: "verified", verifiedAt: at, misses: 0 };
  await tx.claims.save(verified);
  await tx.claims.supersedeOthers(claim);
  const changed = await tx.listings.setClaimed(listing.id, claim.method, at);
  // Votes of new members stop counting; votes of former members may count again.
  for (const accountId of [claim.accountId, ...leaving.map(({ account }) => account.id)])
    await tx.votes.judgeAgain(accountId, burstLimits(parts.settings));
  await tellAccounts(tx, leaving, claimLostMessage, listing.name, parts);
  return { claim: verified, listing: changed };
}

export async function decideClaim(
  tx: Tx,
  id: number,
  { isApproved, by }: { isApproved: boolean; by: string },
  parts: Pick<Deps, "now" | "uuid" | "settings" | "languages">,
): Promise<boolean> {
  const found = await tx.claims.find(id);
  if (found?.claim.status !== "under_review") return false;
  const { listing } = found;
  if (isApproved && !CLAIMABLE.includes(listing.status)) return false;
  const claim = { ...found.claim, decidedAt: parts.now(), decidedBy: by };
  if (isApproved) await handOver(tx, { claim, listing }, parts);
  else {
    await tx.claims.save({ ...claim, status: "failed" });
    await tellAccounts(tx, await tx.listings.team(listing.id), claimKeptMessage, listing.name, parts);
  }
  const account = await tx.accounts.find(claim.accountId);
  if (account)
    await tellAccounts(
      tx,
      [{ account }],
      (site, news) => claimDecidedMessage(site, { ...news, isApproved }),
      listing.name,
      parts,
    );
  return true;
}
