import { z } from "zod";
import { checkPassword } from "#core/credentials/check-password.ts";
import { hashPassword } from "#core/credentials/passwords.ts";
import type { Settings } from "#core/settings/config.ts";
import { lengthOf } from "#domain/text/text.ts";
import { type Text, t } from "#languages/words.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Deps } from "../context.ts";

export type NewAccountForm = { name: string; email: string; password: string };
export type NewAccountFaults = Partial<Record<keyof NewAccountForm, Text | undefined>>;

/** 64 and 254 are the length limits of email addresses. */
const Email = z
  .email()
  .max(254)
  .regex(/^.{1,64}@/);
export const NAME_MAX = 80;

export const checkEmail = (email: string): Text | undefined =>
  Email.safeParse(email).success ? undefined : t`Enter one email address, like ann@example.com.`;

export const checkName = (name: string): Text | undefined =>
  lengthOf(name) > NAME_MAX ? t`Use at most ${NAME_MAX} characters.` : /\n/.test(name) ? t`Use one line.` : undefined;

/** Faults by field. Empty fields are fine. */
export const checkNewAccount = (
  { name, email, password }: NewAccountForm,
  { SITE_NAME: siteName }: Pick<Settings, "SITE_NAME">,
): NewAccountFaults => ({
  name: checkName(name),
  email: checkEmail(email),
  password: checkPassword(password, { email, siteName }),
});

export async function createAccount(
  { id, name, email, password, isAdmin }: NewAccountForm & { id: string; isAdmin: boolean },
  { store, now }: Pick<Deps, "store" | "now">,
): Promise<Account | undefined> {
  const passwordHash = await hashPassword(password);
  const at = now();
  const row = { id, email, name: name || null, passwordHash, isAdmin, emailVerifiedAt: at, createdAt: at };
  return store.change((tx) => tx.accounts.add(row));
}
