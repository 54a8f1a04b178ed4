import { hashToken, mintToken, type TokenKind } from "../../core/credentials/tokens.ts";
import type { Account, Token } from "../../store/repos/accounts/accounts.ts";
import type { Reads, Tx } from "../../store/store.ts";
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
