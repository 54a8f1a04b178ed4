import { conflict } from "../../core/errors.ts";
import type { Account } from "../../store/repos/accounts.ts";
import type { Tx } from "../../store/store.ts";
import type { Member } from "../context.ts";

/** The caller's account, for what is sent to strangers in its name. Throws until its own address is confirmed. */
export async function verifiedCaller(tx: Tx, { accountId }: Member): Promise<Account> {
  const account = await tx.accounts.find(accountId);
  if (!account?.emailVerifiedAt)
    throw conflict(
      "account_unverified",
      "Confirm your own mail address first: open the link in the mail you got at sign-up, or ask for a new one on your account page.",
    );
  return account;
}
