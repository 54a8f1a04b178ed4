import type { Deps } from "#actions/context.ts";
import type { Message } from "#mail/messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import type { Tx } from "#store/store.ts";

export async function mailOwners(
  tx: Tx,
  deps: Pick<Deps, "now" | "uuid" | "languages">,
  listingId: number,
  message: (name: string | null) => Message,
  idFor?: (accountId: string) => string,
): Promise<number> {
  let queued = 0;
  for (const { accountId, role } of await tx.listings.members(listingId)) {
    const owner = role === "owner" ? await tx.accounts.find(accountId) : undefined;
    if (owner?.status !== "active") continue;
    const id = idFor?.(accountId) ?? deps.uuid();
    if (idFor && (await tx.mails.find(id))) continue;
    await queueMail(tx, { ...deps, uuid: () => id }, message(owner.name), owner.email);
    queued++;
  }
  return queued;
}
