import { hashToken } from "../../core/credentials/tokens.ts";
import { burstLimits } from "../../domain/votes.ts";
import { verifyMessage } from "../../mail/messages.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import type { Account } from "../../store/repos/accounts.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { addLink } from "./links.ts";

type Needs = Pick<Deps, "settings" | "now" | "uuid" | "random">;

/**
 * Emails a link that confirms the address. Older links stop working. Call `wakeJobs` afterwards.
 */
export async function sendVerification(tx: Tx, account: Account, deps: Needs): Promise<void> {
  await tx.accounts.removeTokens("verify", account.id);
  const link = await addLink(tx, "verify", account, deps);
  await queueMail(tx, deps, verifyMessage(deps.settings, { name: account.name, ...link }), account.email);
}

/** Sends another link to somebody who asks for one. */
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

/** Marks the address as confirmed and rechecks the account's votes, which depend on it. */
export async function confirmEmail(tx: Tx, accountId: string, deps: Pick<Deps, "settings" | "now">): Promise<void> {
  await tx.accounts.verifyEmail(accountId, deps.now());
  await tx.votes.judgeAgain(accountId, burstLimits(deps.settings));
}

/** Uses a link. Returns the id of the account, or undefined if the link no longer works. */
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
