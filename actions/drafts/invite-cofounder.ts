import { hashToken } from "#core/credentials/tokens.ts";
import { conflict } from "#core/errors/errors.ts";
import { burstLimits } from "#domain/community/votes.ts";
import type { Draft, Invite } from "#domain/drafts/draft.ts";
import { foldText } from "#domain/text/text.ts";
import { t } from "#languages/words.ts";
import { inviteMessage, tokenLink } from "#mail/messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Reads, Tx } from "#store/store.ts";
import { verifiedCaller } from "../accounts/verify-email.ts";
import type { Context, Deps } from "../context.ts";
import { ownDraft } from "../own.ts";
import { listingOf } from "./listing-of.ts";

const MOST_INVITES = 10;
const INVITE_MS = 14 * 24 * 3600 * 1000;

/** Emails an invitation to edit a draft and its listing. Call `wakeJobs` afterwards. */
export async function inviteCofounder(
  tx: Tx,
  { id, email }: { id: string; email: string },
  { caller, now, uuid, random, settings, languages }: Context<"listings:write">,
): Promise<Draft> {
  const draft = await ownDraft(tx, id, caller);
  await listingOf(tx, draft);
  const inviter = await verifiedCaller(tx, caller);
  const at = now();
  const before = await formerInvite(tx, { id, email, inviter, at });

  const token = random(32).toString("base64url");
  await tx.drafts.saveInvite({
    id: before?.id ?? uuid(),
    draftId: id,
    email,
    emailFolded: foldText(email),
    accountId: null,
    status: "pending",
    tokenHash: hashToken(token),
    expiresAt: new Date(at.getTime() + INVITE_MS),
    createdAt: before?.createdAt ?? at,
  });
  const name = draft.content.fields.name?.value;
  const message = inviteMessage(settings, {
    inviter: inviter.name,
    product: typeof name === "string" ? name : draft.url,
    url: tokenLink(settings, "invite", token),
  });
  await queueMail(tx, { now, uuid, languages }, message, email, { language: inviter.language });
  return draft;
}

/** An expired invitation to renew. Throws if inviting is not allowed. */
async function formerInvite(
  tx: Tx,
  { id, email, inviter, at }: { id: string; email: string; inviter: Account; at: Date },
): Promise<Invite | undefined> {
  const emailFolded = foldText(email);
  if (emailFolded === inviter.emailFolded)
    throw conflict("already_invited", t`This is your own address. Invite someone else.`);
  const invites = await tx.drafts.invites(id);
  const before = invites.find((invite) => invite.emailFolded === emailFolded);
  const isOver = before?.status !== "accepted" && before !== undefined && before.expiresAt <= at;
  if (before && !isOver) throw conflict("already_invited", t`${email} was already invited to this draft.`);
  if (!before && invites.length >= MOST_INVITES)
    throw conflict("invite_limit", t`This draft has ${MOST_INVITES} invitations, which is the maximum.`);
  return before;
}

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
