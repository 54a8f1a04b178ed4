import type { Message } from "#mail/messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";

export async function teamOf(tx: Tx, listingId: number): Promise<Account[]> {
  const team: Account[] = [];
  for (const { accountId } of await tx.listings.members(listingId)) {
    const account = await tx.accounts.find(accountId);
    if (account?.status === "active") team.push(account);
  }
  return team;
}

export async function mailTeam(
  tx: Tx,
  listingId: number,
  message: (name: string | null) => Message,
  deps: Pick<Deps, "now" | "uuid" | "languages">,
): Promise<void> {
  for (const { name, email } of await teamOf(tx, listingId)) await queueMail(tx, deps, message(name), email);
}
