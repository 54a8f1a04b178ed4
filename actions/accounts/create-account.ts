import { hashPassword } from "../../core/credentials/passwords.ts";
import type { Account } from "../../store/repos/accounts/accounts.ts";
import type { Deps } from "../context.ts";
import type { NewAccountForm } from "./new-account.ts";

export async function createAccount(
  { id, name, email, password, isAdmin }: NewAccountForm & { id: string; isAdmin: boolean },
  { store, now }: Pick<Deps, "store" | "now">,
): Promise<Account | undefined> {
  const passwordHash = await hashPassword(password);
  const at = now();
  const row = { id, email, name: name || null, passwordHash, isAdmin, emailVerifiedAt: at, createdAt: at };
  return store.change((tx) => tx.accounts.add(row));
}
