import type { Message } from "../../mail/messages.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import type { Account } from "../../store/repos/accounts/accounts.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";

export async function tellAccounts(
  tx: Tx,
  team: { account: Account }[],
  write: (site: Deps["settings"], news: { name: string | null; product: string }) => Message,
  product: string,
  parts: Pick<Deps, "now" | "uuid" | "settings">,
): Promise<void> {
  for (const { account } of team)
    await queueMail(tx, parts, write(parts.settings, { name: account.name, product }), account.email);
}
