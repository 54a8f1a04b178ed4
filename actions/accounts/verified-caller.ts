import { conflict } from "../../core/errors/errors.ts";
import type { Account } from "../../store/repos/accounts/accounts.ts";
import type { Tx } from "../../store/store.ts";
import type { Member } from "../context.ts";

/** The caller's account, for emails to others. Throws unless its address is confirmed. */
export async function verifiedCaller(tx: Tx, { accountId }: Member): Promise<Account> {
  const account = await tx.accounts.find(accountId);
  if (!account?.emailVerifiedAt)
    throw conflict(
      "account_unverified",
      "Confirm your own email address first: open the link in your sign-up email, or ask for a new one on your account page.",
    );
  return account;
}
