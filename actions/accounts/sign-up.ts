import { hashPassword } from "#core/credentials/passwords.ts";
import { addressKey } from "#core/limits/limiter.ts";
import { foldText } from "#domain/text/text.ts";
import { alreadyRegisteredMessage } from "#mail/messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import type { Deps } from "../context.ts";
import type { NewAccountForm } from "./new-account.ts";
import { sendVerification } from "./verify-email.ts";

type Needs = Pick<Deps, "store" | "settings" | "now" | "uuid" | "random" | "limiter" | "wakeJobs" | "languages">;

/**
 * Creates an account from a checked form, or emails the existing owner. Both take the same time and
 * return the same, so nobody learns who has an account.
 */
export async function signUp(
  { name, email, password }: NewAccountForm,
  { address, returnTo, language }: { address: string; returnTo?: string; language: string | null },
  deps: Needs,
): Promise<"sent" | "limit"> {
  const { allowed } = await deps.limiter.take("sign-in", `sign-up:${addressKey(address)}`);
  if (!allowed) return "limit";
  const passwordHash = password ? await hashPassword(password, "stranger") : null;
  const { allowed: mayMail } = await deps.limiter.take("mail", `sign-up:${foldText(email)}`);
  await deps.store.change(async (tx) => {
    const createdAt = deps.now();
    const made = { id: deps.uuid(), email, name: name || null, passwordHash, createdAt, language };
    const account = await tx.accounts.add(made);
    if (account) return sendVerification(tx, account, { ...deps, returnTo });
    const owner = mayMail ? await tx.accounts.findByEmail(email) : undefined;
    if (owner?.status === "active")
      await queueMail(tx, deps, alreadyRegisteredMessage(deps.settings, { name: owner.name, returnTo }), owner.email);
  });
  deps.wakeJobs();
  return "sent";
}
