import { hashPassword } from "#core/credentials/passwords.ts";
import { hashToken } from "#core/credentials/tokens.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import { addLink, findLink } from "../accounts/links.ts";
import type { NewAccountForm } from "../accounts/new-account.ts";
import type { Deps } from "../context.ts";

type Needs = Pick<Deps, "store" | "now" | "uuid">;

/** A link that creates the first admin and replaces older links; null if there is an admin. */
export async function setupLink({
  store,
  settings,
  ...deps
}: Pick<Deps, "store" | "settings" | "now" | "random">): Promise<string | null> {
  if (await store.accounts.hasAdmin()) return null;
  const { token } = await store.change(async (tx) => {
    await tx.accounts.removeTokens("setup", null);
    return addLink(tx, "setup", null, deps);
  });
  return `${settings.BASE_URL}/setup?token=${token}`;
}

export const isSetupLink = async (token: string, { store, now }: Needs): Promise<boolean> =>
  (await findLink(store, "setup", token, now())) !== undefined && !(await store.accounts.hasAdmin());

export async function setUpFirstAdmin(
  { token, name, email, password }: NewAccountForm & { token: string },
  { store, now, uuid }: Needs,
): Promise<Account | "taken" | "gone"> {
  const passwordHash = await hashPassword(password);
  return store.change(async (tx) => {
    if (await tx.accounts.findByEmail(email)) return "taken";
    if ((await tx.accounts.hasAdmin()) || !(await tx.accounts.useToken(hashToken(token), "setup", now())))
      return "gone";
    const at = now();
    // Console access is proof enough.
    const verified = { isAdmin: true, emailVerifiedAt: at, createdAt: at };
    return (await tx.accounts.add({ id: uuid(), email, name: name || null, passwordHash, ...verified })) ?? "gone";
  });
}
