import { hashToken, mintToken } from "#core/credentials/tokens.ts";
import { addressKey } from "#core/limits/limiter.ts";
import { foldText } from "#domain/text/text.ts";
import { queueMail } from "#mail/queue-mail.ts";
import { signInMessage } from "#mail/sign-in-messages.ts";
import type { Account, Token } from "#store/repos/accounts/accounts.ts";
import type { Reads, Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { addLink, findLink } from "./links.ts";
import { confirmEmail } from "./verify-email.ts";

const CODE_DIGITS = 6;

type Needs = Pick<Deps, "store" | "settings" | "now" | "uuid" | "random" | "limiter" | "wakeJobs" | "languages">;
type Asked = { email: string; address: string; sessionId: string; returnTo: string; language: string | null };

/** A code only works in one browser and for one email address. */
const hashCode = (sessionId: string, email: string, code: string): string =>
  hashToken(`code ${sessionId} ${foldText(email)} ${code}`);

/**
 * Emails a sign-in link and code, which also create missing accounts. Unknown addresses cause the
 * same write, so nobody learns whether an account exists.
 */
export async function mailSignIn(
  { email, address, sessionId, returnTo, language }: Asked,
  deps: Needs,
): Promise<"sent" | "limit"> {
  const { store, settings, now, random, limiter } = deps;
  if (!(await limiter.take("sign-in", `link:${addressKey(address)}`)).allowed) return "limit";
  const { allowed } = await limiter.take("mail", `sign-in:${foldText(email)}`);
  const found = await store.accounts.findByEmail(email);
  const isWelcome = allowed && (found === undefined || found.status === "active");
  const owner = isWelcome ? { id: found?.id ?? null, email: found?.email ?? email, name: found?.name ?? null } : null;
  const code = String(random(6).readUIntBE(0, 6) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, "0");
  await store.change(async (tx) => {
    const { token, expiresAt } = await addLink(tx, "sign-in", owner, deps);
    const { token: _, ...row } = mintToken("sign-in", now(), random);
    const hash = hashCode(sessionId, email, code);
    if (!(await tx.accounts.findToken(hash)))
      await tx.accounts.addToken({ ...row, hash, accountId: owner?.id ?? null, email: owner?.email ?? null });
    const news = owner && { name: owner.name, isNew: owner.id === null, code, token, returnTo, expiresAt };
    if (news) await queueMail(tx, deps, signInMessage(settings, news), owner.email, { language });
  });
  deps.wakeJobs();
  return "sent";
}

type Entering = Pick<Deps, "store" | "settings" | "now" | "uuid" | "languages">;
/** `language` is that of the page, for an account that is created. */
type Used = { isKnown: (account: Account) => Promise<boolean>; language: string | null };

export const useSignInLink = (token: string, used: Used, deps: Entering): Promise<Account | undefined> =>
  useHash(hashToken(token), used, deps);

/** Uses a code in the browser that requested it. Codes are short, so attempts are limited. */
export async function useSignInCode(
  { email, code, sessionId, address }: { email: string; code: string; sessionId: string; address: string },
  used: Used,
  deps: Entering & Pick<Deps, "limiter">,
): Promise<{ account: Account | undefined; isLimited: boolean }> {
  const { allowed } = await deps.limiter.take("sign-in", `code:${sessionId}`);
  if (!allowed || !(await deps.limiter.take("sign-in-address", addressKey(address))).allowed)
    return { account: undefined, isLimited: true };
  const account = await useHash(hashCode(sessionId, email, code.replace(/\D/g, "")), used, deps);
  return { account, isLimited: false };
}

async function useHash(
  hash: string,
  { isKnown, language }: Used,
  { store, settings, now, uuid }: Entering,
): Promise<Account | undefined> {
  const owner = await ownerOf(store, await store.accounts.findToken(hash));
  const isOwn = owner !== undefined && (await isKnown(owner));
  return store.change(async (tx) => {
    const used = await tx.accounts.useToken(hash, "sign-in", now());
    if (!used?.email) return undefined;
    const createdAt = now();
    const account =
      (await ownerOf(tx, used)) ??
      (await tx.accounts.add({ id: uuid(), email: used.email, createdAt, emailVerifiedAt: createdAt, language }));
    if (account?.status !== "active") return undefined;
    await tx.accounts.removeLinksTo("sign-in", used.email);
    if (!account.emailVerifiedAt) await takeOver(tx, account, isOwn, { settings, now });
    return account;
  });
}

/** Whose link it is. An address that had no account when it was sent may have one by now. */
const ownerOf = async (
  { accounts }: { accounts: Pick<Reads["accounts"], "find" | "findByEmail"> },
  link: Pick<Token, "accountId" | "email"> | undefined,
): Promise<Account | undefined> => {
  if (link?.accountId) return accounts.find(link.accountId);
  return link?.email ? accounts.findByEmail(link.email) : undefined;
};

/**
 * What a link does, without using it: signs in, or creates an account. Undefined if it no longer
 * works.
 */
export async function signInLinkOf(
  token: string,
  { store, now }: Pick<Deps, "store" | "now">,
): Promise<{ email: string; isNew: boolean } | undefined> {
  const link = await findLink(store, "sign-in", token, now());
  if (!link?.email) return undefined;
  const owner = await ownerOf(store, link);
  return owner === undefined || owner.status === "active"
    ? { email: owner?.email ?? link.email, isNew: owner === undefined }
    : undefined;
}

/**
 * First sign-in by the owner of the mailbox. Somebody else may have signed up with the address:
 * unless this browser did, their settings are removed.
 */
export async function takeOver(
  tx: Tx,
  { id }: Account,
  isOwn: boolean,
  deps: Pick<Deps, "settings" | "now">,
): Promise<void> {
  await confirmEmail(tx, id, deps);
  if (isOwn) return;
  await tx.accounts.setPassword(id, null);
  await tx.accounts.removeSessionsOf(id);
  await tx.passkeys.removeOf(id);
  await tx.secondFactors.removeOf(id);
  await tx.oauth.revokeGrantsOf(id);
}
