import { hashToken, mintToken } from "../../core/credentials/tokens.ts";
import { addressKey } from "../../core/limiter.ts";
import { foldText } from "../../domain/text.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { signInMessage } from "../../mail/sign-in-messages.ts";
import type { Account } from "../../store/repos/accounts.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { addLink } from "./links.ts";
import { confirmEmail } from "./verify-email.ts";

const CODE_DIGITS = 6;

type Needs = Pick<Deps, "store" | "settings" | "now" | "uuid" | "random" | "limiter" | "wakeJobs">;
type Asked = { email: string; address: string; sessionId: string; returnTo: string };

/** A code is for one browser: elsewhere it is another secret. */
const hashCode = (sessionId: string, code: string): string => hashToken(`code ${sessionId} ${code}`);

/**
 * Emails a link and a code that sign in, if the address has an account. Nobody learns whether it has:
 * a link for nobody costs the same write.
 */
export async function mailSignIn(
  { email, address, sessionId, returnTo }: Asked,
  deps: Needs,
): Promise<"sent" | "limit"> {
  const { store, settings, now, random, limiter } = deps;
  if (!(await limiter.take("sign-in", `link:${addressKey(address)}`)).allowed) return "limit";
  const { allowed } = await limiter.take("mail", `sign-in:${foldText(email)}`);
  const found = await store.accounts.findByEmail(email);
  const owner = allowed && found?.status === "active" ? found : null;
  const code = String(random(6).readUIntBE(0, 6) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, "0");
  await store.change(async (tx) => {
    const { token, expiresAt } = await addLink(tx, "sign-in", owner, deps);
    const { token: _, ...row } = mintToken("sign-in", now(), random);
    const hash = hashCode(sessionId, code);
    if (!(await tx.accounts.findToken(hash)))
      await tx.accounts.addToken({ ...row, hash, accountId: owner?.id ?? null, email: owner?.email ?? null });
    const news = owner && { name: owner.name, code, token, returnTo, expiresAt };
    if (news) await queueMail(tx, deps, signInMessage(settings, news), owner.email);
  });
  deps.wakeJobs();
  return "sent";
}

type Used = {
  /** Whether this browser signed in to the account before. */
  isKnown: (account: Account) => Promise<boolean>;
};

/** Uses a link. The caller begins the session. */
export const useSignInLink = (
  token: string,
  { isKnown }: Used,
  deps: Pick<Deps, "store" | "settings" | "now">,
): Promise<Account | undefined> => useHash(hashToken(token), isKnown, deps);

/** Uses a code in the browser that asked for it. Codes are short, so attempts are few. */
export async function useSignInCode(
  { code, sessionId, address }: { code: string; sessionId: string; address: string },
  { isKnown }: Used,
  deps: Pick<Deps, "store" | "settings" | "now" | "limiter">,
): Promise<{ account: Account | undefined; isLimited: boolean }> {
  const { allowed } = await deps.limiter.take("sign-in", `code:${sessionId}`);
  if (!allowed || !(await deps.limiter.take("sign-in-address", addressKey(address))).allowed)
    return { account: undefined, isLimited: true };
  const account = await useHash(hashCode(sessionId, code.replace(/\D/g, "")), isKnown, deps);
  return { account, isLimited: false };
}

async function useHash(
  hash: string,
  isKnown: Used["isKnown"],
  { store, settings, now }: Pick<Deps, "store" | "settings" | "now">,
): Promise<Account | undefined> {
  const token = await store.accounts.findToken(hash);
  const owner = token?.accountId ? await store.accounts.find(token.accountId) : undefined;
  if (!owner) return undefined;
  const isOwn = await isKnown(owner);
  return store.change(async (tx) => {
    const used = await tx.accounts.useToken(hash, "sign-in", now());
    const account = used?.accountId ? await tx.accounts.find(used.accountId) : undefined;
    if (account?.status !== "active") return undefined;
    await tx.accounts.removeTokens("sign-in", account.id);
    if (!account.emailVerifiedAt) await takeOver(tx, account, isOwn, { settings, now });
    return account;
  });
}

/**
 * The owner of the mailbox comes in for the first time. Somebody else may have signed up with this
 * address before: unless this browser did, what they set is gone.
 */
async function takeOver(tx: Tx, { id }: Account, isOwn: boolean, deps: Pick<Deps, "settings" | "now">): Promise<void> {
  await confirmEmail(tx, id, deps);
  if (isOwn) return;
  await tx.accounts.setPassword(id, null);
  await tx.accounts.removeSessionsOf(id);
  await tx.passkeys.removeOf(id);
  await tx.oauth.revokeGrantsOf(id);
}
