import { checkPassword } from "#core/credentials/check-password.ts";
import { hashPassword } from "#core/credentials/passwords.ts";
import { hashToken } from "#core/credentials/tokens.ts";
import { burstLimits } from "#domain/community/votes.ts";
import type { Text } from "#languages/words.ts";
import { passwordChangedMessage } from "#mail/messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Deps } from "../context.ts";

type Needs = Pick<Deps, "store" | "settings" | "now" | "uuid" | "wakeJobs" | "languages">;
type Change = {
  account: Account;
  password: string;
  link?: string;
};

/**
 * Changes a password, the only way to do so. Signs out everywhere, voids reset links, rechecks
 * votes and emails the owner. `fault` concerns the password, `isGone` the link.
 */
export async function changePassword(
  { account: { id, email }, password, link }: Change,
  deps: Needs,
): Promise<{ fault?: Text; isGone?: boolean }> {
  const fault = checkPassword(password, { email, siteName: deps.settings.SITE_NAME });
  if (fault) return { fault };
  const passwordHash = await hashPassword(password);
  const isDone = await deps.store.change(async (tx) => {
    const account = await tx.accounts.find(id);
    if (account?.status !== "active") return false;
    if (link !== undefined && !(await tx.accounts.useToken(hashToken(link), "reset", deps.now()))) return false;
    await tx.accounts.setPassword(id, passwordHash);
    await tx.accounts.removeTokens("reset", id);
    await tx.accounts.removeTokens("second-step", id);
    await tx.accounts.removeSessionsOf(id);
    // A stranger may have signed up with this address first: disconnect the identities they linked.
    if (!account.emailVerifiedAt) {
      await tx.oauth.revokeGrantsOf(id);
      await tx.passkeys.removeOf(id);
      await tx.secondFactors.removeOf(id);
    }
    if (link !== undefined) await tx.accounts.verifyEmail(id, deps.now());
    await tx.votes.judgeAgain(id, burstLimits(deps.settings));
    const news = { name: account.name, at: deps.now() };
    await queueMail(tx, deps, passwordChangedMessage(deps.settings, news), account.email);
    return true;
  });
  deps.wakeJobs();
  return { isGone: !isDone };
}
