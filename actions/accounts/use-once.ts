import { hashToken } from "#core/credentials/tokens.ts";
import type { Token } from "#store/repos/accounts/accounts.ts";
import type { Tx } from "#store/store.ts";

/** Whether a signed but unstored token is used for the first time. */
export async function useOnce(
  tx: Tx,
  kind: Token["kind"],
  secret: string,
  { accountId = null, expiresAt }: { accountId?: string | null; expiresAt: Date },
): Promise<boolean> {
  const hash = hashToken(`${kind} ${secret}`);
  if (await tx.accounts.findToken(hash)) return false;
  await tx.accounts.addToken({ hash, kind, accountId, email: null, expiresAt });
  return true;
}
