import { CLAIMABLE } from "../../domain/listings/listing.ts";
import { claimDecidedMessage, claimKeptMessage } from "../../mail/claim-messages.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { tellAccounts } from "../notifications/tell-accounts.ts";
import { handOver } from "./settle-claim.ts";

export async function decideClaim(
  tx: Tx,
  id: number,
  { isApproved, by }: { isApproved: boolean; by: string },
  parts: Pick<Deps, "now" | "uuid" | "settings">,
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
