import { hashToken } from "../../core/credentials/tokens.ts";
import type { Token } from "../../store/repos/accounts/accounts.ts";
import type { Tx } from "../../store/store.ts";

/** Whether this is the first use of what this site signed but did not store: it adds a row that others find. */
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
