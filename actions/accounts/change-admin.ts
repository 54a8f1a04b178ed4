import type { Tx } from "../../store/store.ts";

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
