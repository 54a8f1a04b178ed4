import { burstLimits } from "#domain/community/votes.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { removeIdentity } from "./identities.ts";
import { resetFactors } from "./two-factor.ts";
import { confirmEmail } from "./verify-email.ts";

export const ACCOUNT_STEPS = [
  "verify",
  "suspend",
  "restore",
  "make-admin",
  "end-admin",
  "sign-out",
  "reset-factors",
  "disconnect",
] as const;
export type AccountStep = (typeof ACCOUNT_STEPS)[number];

export async function changeAccount(
  tx: Tx,
  id: string,
  step: AccountStep,
  deps: Pick<Deps, "settings" | "now" | "uuid" | "signInProviders" | "languages">,
): Promise<AdminRefusal | undefined> {
  const account = await tx.accounts.find(id);
  if (!account || account.status === "deleted") return "gone";
  switch (step) {
    case "make-admin":
    case "end-admin":
      return changeAdmin(tx, id, step === "make-admin");
    case "verify":
      await confirmEmail(tx, id, deps);
      return undefined;
    case "suspend":
    case "restore":
      return setSuspended(tx, id, step === "suspend", deps);
    case "sign-out":
      await tx.accounts.removeSessionsOf(id);
      return undefined;
    case "reset-factors":
      await resetFactors(tx, account, deps);
      return undefined;
    case "disconnect":
      for (const { issuer } of await tx.identities.ofAccount(id)) await removeIdentity(tx, account, issuer, deps);
      await tx.oauth.revokeGrantsOf(id);
      return undefined;
  }
}

/** Suspending also signs the account out and discounts its votes. */
async function setSuspended(
  tx: Tx,
  id: string,
  isSuspended: boolean,
  { settings }: Pick<Deps, "settings">,
): Promise<AdminRefusal | undefined> {
  if (isSuspended && (await isLastAdmin(tx, id))) return "last-admin";
  await tx.accounts.setStatus(id, isSuspended ? "suspended" : "active");
  if (isSuspended) await tx.accounts.removeSessionsOf(id);
  await tx.votes.judgeAgain(id, burstLimits(settings));
  return undefined;
}

export type AdminRefusal = "gone" | "last-admin" | "admin-unfit";

/** At least one admin must remain. */
export async function isLastAdmin(tx: Tx, id: string): Promise<boolean> {
  const admins = await tx.accounts.admins();
  return admins.length === 1 && admins.every((admin) => admin.id === id);
}

export async function changeAdmin(tx: Tx, id: string, isAdmin: boolean): Promise<AdminRefusal | undefined> {
  const account = await tx.accounts.find(id);
  if (!account || account.status === "deleted") return "gone";
  if (!isAdmin && (await isLastAdmin(tx, id))) return "last-admin";
  if (isAdmin && (account.status !== "active" || !account.emailVerifiedAt)) return "admin-unfit";
  await tx.accounts.setAdmin(id, isAdmin);
  return undefined;
}

/** Saves a checked name; an empty one removes it. */
export const renameAccount = (id: string, name: string, { store }: Pick<Deps, "store">): Promise<void> =>
  store.change((tx) => tx.accounts.setName(id, name || null));

/** Null for that of the site. */
export const setLanguage = (id: string, language: string | null, { store }: Pick<Deps, "store">): Promise<void> =>
  store.change((tx) => tx.accounts.setLanguage(id, language));
