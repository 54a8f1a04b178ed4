import { hashToken } from "../../core/credentials/tokens.ts";
import { burstLimits } from "../../domain/community/votes.ts";
import type { Draft, Invite } from "../../domain/drafts/draft.ts";
import type { Account } from "../../store/repos/accounts/accounts.ts";
import type { Reads } from "../../store/store.ts";
import type { Deps } from "../context.ts";

type Sources = {
  drafts: Pick<Reads["drafts"], "find" | "findInvite">;
  accounts: Pick<Reads["accounts"], "find">;
  listings: Pick<Reads["listings"], "findOwned">;
};

/** A valid invitation: unexpired, unused, and its sender can still edit the listing. */
export async function findInvite(
  { drafts, accounts, listings }: Sources,
  token: string,
  now: Date,
): Promise<{ invite: Invite; draft: Draft; inviter: Account } | undefined> {
  const invite = token ? await drafts.findInvite(hashToken(token)) : undefined;
  if (invite?.status !== "pending" || invite.expiresAt <= now) return undefined;
  const draft = await drafts.find(invite.draftId);
  const inviter = draft && (await accounts.find(draft.accountId));
  if (!draft || inviter?.status !== "active") return undefined;
  const mayInvite = draft.listingId === null || (await listings.findOwned(draft.listingId, inviter.id));
  return mayInvite ? { invite, draft, inviter } : undefined;
}

/** Makes the invited account an editor, now or once the listing is saved. False if not invited. */
export const acceptInvite = (
  token: string,
  account: Account,
  { store, settings, now }: Pick<Deps, "store" | "settings" | "now">,
): Promise<boolean> =>
  store.change(async (tx) => {
    const at = now();
    const found = await findInvite(tx, token, at);
    if (found?.invite.emailFolded !== account.emailFolded) return false;
    const { invite, draft } = found;
    await tx.drafts.acceptInvite(invite.id, account.id);
    // The link was sent to this address, which confirms it.
    await tx.accounts.verifyEmail(account.id, at);
    if (draft.listingId !== null) await tx.listings.addEditor(draft.listingId, account.id, at);
    // Votes of team members do not count.
    await tx.votes.judgeAgain(account.id, burstLimits(settings));
    return true;
  });
