import { foldText } from "../../domain/text.ts";
import { resetMessage } from "../../mail/messages.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import type { Account } from "../../store/repos/accounts.ts";
import type { Deps } from "../context.ts";
import { addLink, findLink } from "./links.ts";

/** Emails a link that chooses a new password, if the address has an account. Nothing shows whether it has. */
export async function mailResetLink(
  email: string,
  deps: Pick<Deps, "store" | "settings" | "now" | "uuid" | "random" | "limiter" | "wakeJobs">,
): Promise<void> {
  const { allowed } = await deps.limiter.take("reset-mail", foldText(email));
  const account = await deps.store.accounts.findByEmail(email);
  await deps.store.change(async (tx) => {
    const owner = allowed && account?.status === "active" ? account : null;
    // A link for nobody costs the same write, so the time of the answer tells nothing either. Older links stay:
    // a stranger who asks for one must not make the owner's useless.
    const link = await addLink(tx, "reset", owner, deps);
    if (owner) await queueMail(tx, deps, resetMessage(deps.settings, { name: owner.name, ...link }), owner.email);
  });
  deps.wakeJobs();
}

/** A link to hand to somebody who cannot be reached by email; older ones stop working. */
export async function createResetLink(
  account: Account,
  deps: Pick<Deps, "store" | "settings" | "now" | "random">,
): Promise<string> {
  const { token } = await deps.store.change(async (tx) => {
    await tx.accounts.removeTokens("reset", account.id);
    return addLink(tx, "reset", account, deps);
  });
  return `${deps.settings.BASE_URL}/reset?token=${token}`;
}

/** The account whose password a link would change. */
export async function accountBehindReset(
  token: string,
  { store, now }: Pick<Deps, "store" | "now">,
): Promise<Account | undefined> {
  const link = await findLink(store, "reset", token, now());
  const account = link?.accountId ? await store.accounts.find(link.accountId) : undefined;
  return account?.status === "active" ? account : undefined;
}
