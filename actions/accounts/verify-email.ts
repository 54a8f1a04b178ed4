import { hashToken } from "#core/credentials/tokens.ts";
import { conflict } from "#core/errors/errors.ts";
import { burstLimits } from "#domain/community/votes.ts";
import { t } from "#languages/words.ts";
import { verifyMessage } from "#mail/messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Tx } from "#store/store.ts";
import type { Deps, Member } from "../context.ts";
import { deleteAccount } from "./delete-account.ts";
import { addLink, findLink } from "./links.ts";

type Needs = Pick<Deps, "settings" | "now" | "uuid" | "random" | "languages">;

/**
 * Emails a confirmation link that returns to where the person was going. Older links stop working.
 * Call `wakeJobs` afterwards.
 */
export async function sendVerification(
  tx: Tx,
  account: Account,
  { returnTo, ...deps }: Needs & { returnTo?: string | undefined },
): Promise<void> {
  await tx.accounts.removeTokens("verify", account.id);
  const link = await addLink(tx, "verify", account, deps);
  await queueMail(tx, deps, verifyMessage(deps.settings, { name: account.name, returnTo, ...link }), account.email);
}

export async function resendVerification(
  account: Account,
  deps: Needs & Pick<Deps, "store" | "limiter" | "wakeJobs">,
): Promise<"sent" | "verified" | "limit"> {
  if (account.emailVerifiedAt) return "verified";
  if (!(await deps.limiter.take("mail", `account:${account.id}`)).allowed) return "limit";
  await deps.store.change((tx) => sendVerification(tx, account, deps));
  deps.wakeJobs();
  return "sent";
}

export async function confirmEmail(tx: Tx, accountId: string, deps: Pick<Deps, "settings" | "now">): Promise<void> {
  await tx.accounts.verifyEmail(accountId, deps.now());
  await tx.votes.judgeAgain(accountId, burstLimits(deps.settings));
}

/** Uses a link. Returns the account id; undefined if the link no longer works. */
export const verifyEmail = (
  token: string,
  deps: Pick<Deps, "store" | "settings" | "now">,
): Promise<string | undefined> =>
  deps.store.change(async (tx) => {
    const used = await tx.accounts.useToken(hashToken(token), "verify", deps.now());
    if (!used?.accountId) return undefined;
    await confirmEmail(tx, used.accountId, deps);
    return used.accountId;
  });

/**
 * The owner of a mailbox reports that they did not create this account: deletes it. False if the
 * link no longer works.
 */
export async function disownAccount(token: string, deps: Parameters<typeof deleteAccount>[2]): Promise<boolean> {
  const link = await findLink(deps.store, "verify", token, deps.now());
  const account = link?.accountId ? await deps.store.accounts.find(link.accountId) : undefined;
  if (!account || account.emailVerifiedAt) return false;
  await deleteAccount(account.id, { takeListingsDown: true }, deps);
  return true;
}

/** The caller's account, for emails to others. Throws unless its address is confirmed. */
export async function verifiedCaller(tx: Tx, { accountId }: Member): Promise<Account> {
  const account = await tx.accounts.find(accountId);
  if (!account?.emailVerifiedAt)
    throw conflict(
      "account_unverified",
      t`Confirm your own email address first: open the link in your sign-up email, or ask for a new one on your account page.`,
    );
  return account;
}
