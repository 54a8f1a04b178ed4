import { hashToken, mintToken, type TokenKind } from "#core/credentials/tokens.ts";
import { addressKey } from "#core/limits/limiter.ts";
import { foldText } from "#domain/text/text.ts";
import { resetMessage } from "#mail/messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import type { Account, Token } from "#store/repos/accounts/accounts.ts";
import type { Reads, Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";

type Owner = { id: string | null; email: string };

/** What an emailed link would do, without using it; undefined if unknown, used or expired. */
export async function findLink(
  { accounts }: { accounts: Pick<Reads["accounts"], "findToken"> },
  kind: TokenKind,
  token: string,
  now: Date,
): Promise<Token | undefined> {
  const found = await accounts.findToken(hashToken(token));
  return found?.kind === kind && found.usedAt === null && found.expiresAt > now ? found : undefined;
}

/**
 * The link's account, without using it; undefined if the link is void or the account is not active.
 */
export async function accountBehind(
  kind: TokenKind,
  token: string,
  { store, now }: Pick<Deps, "store" | "now">,
): Promise<Account | undefined> {
  const link = await findLink(store, kind, token, now());
  const account = link?.accountId ? await store.accounts.find(link.accountId) : undefined;
  return account?.status === "active" ? account : undefined;
}

/** Adds a link for `owner` or for nobody. The token is only in the result. */
export async function addLink(
  tx: Tx,
  kind: TokenKind,
  owner: Owner | null,
  { now, random }: Pick<Deps, "now" | "random">,
): Promise<{ token: string; expiresAt: Date }> {
  const { token, ...row } = mintToken(kind, now(), random);
  await tx.accounts.addToken({ ...row, accountId: owner?.id ?? null, email: owner?.email ?? null });
  return { token, expiresAt: row.expiresAt };
}

/** Emails a password reset link if the account exists, without revealing whether it does. */
export async function mailResetLink(
  { email, address }: { email: string; address: string },
  deps: Pick<Deps, "store" | "settings" | "now" | "uuid" | "random" | "limiter" | "wakeJobs" | "languages">,
): Promise<"sent" | "limit"> {
  const { allowed: mayAsk } = await deps.limiter.take("sign-in", `forgot:${addressKey(address)}`);
  if (!mayAsk) return "limit";
  const { allowed } = await deps.limiter.take("reset-mail", foldText(email));
  const account = await deps.store.accounts.findByEmail(email);
  await deps.store.change(async (tx) => {
    const owner = allowed && account?.status === "active" ? account : null;
    // Unknown addresses cause the same write, so timing reveals nothing. Older links stay valid, so
    // strangers cannot void the owner's link.
    const link = await addLink(tx, "reset", owner, deps);
    if (owner) await queueMail(tx, deps, resetMessage(deps.settings, { name: owner.name, ...link }), owner.email);
  });
  deps.wakeJobs();
  return "sent";
}

/** A reset link to hand over without email. Older links stop working. */
export async function createResetLink(
  account: Account,
  deps: Pick<Deps, "store" | "settings" | "now" | "random">,
): Promise<string> {
  const { token } = await deps.store.change(async (tx) => {
    await tx.accounts.removeTokens("reset", account.id);
    return addLink(tx, "reset", account, deps);
  });
  return `${deps.settings.BASE_URL}/reset?token=${token}`;
}
