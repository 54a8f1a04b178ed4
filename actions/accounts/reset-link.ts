import { addressKey } from "../../core/limits/limiter.ts";
import { foldText } from "../../domain/text/text.ts";
import { resetMessage } from "../../mail/messages.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import type { Account } from "../../store/repos/accounts/accounts.ts";
import type { Deps } from "../context.ts";
import { addLink } from "./links.ts";

/** Emails a password reset link if the account exists, without revealing whether it does. */
export async function mailResetLink(
  { email, address }: { email: string; address: string },
  deps: Pick<Deps, "store" | "settings" | "now" | "uuid" | "random" | "limiter" | "wakeJobs">,
): Promise<"sent" | "limit"> {
  const { allowed: mayAsk } = await deps.limiter.take("sign-in", `forgot:${addressKey(address)}`);
  if (!mayAsk) return "limit";
  const { allowed } = await deps.limiter.take("reset-mail", foldText(email));
  const account = await deps.store.accounts.findByEmail(email);
  await deps.store.change(async (tx) => {
    const owner = allowed && account?.status === "active" ? account : null;
    // Unknown addresses cause the same write, so timing reveals nothing. Older links stay valid, so
    // strangers cannot void the owner's link.
    const link = await addLink(tx, "reset", owner, deps);
    if (owner) await queueMail(tx, deps, resetMessage(deps.settings, { name: owner.name, ...link }), owner.email);
  });
  deps.wakeJobs();
  return "sent";
}

/** A reset link to hand over without email. Older links stop working. */
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
