import { hashRecoveryCode, mintRecoveryCodes } from "#core/credentials/recovery-codes.ts";
import { enrolment, stepOf } from "#core/credentials/totp.ts";
import { queueMail } from "#mail/queue-mail.ts";
import { type FactorNews, factorMessage } from "#mail/sign-in-messages.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { keptSecret } from "../kept-secret.ts";

type Needs = Pick<Deps, "store" | "settings" | "now" | "random">;
type Mailing = Needs & Pick<Deps, "uuid" | "wakeJobs" | "languages">;

const NONCE_BYTES = 16;
const isNonce = (text: string): boolean => /^[\w-]{22}$/.test(text);

const keyOf = (deps: Pick<Needs, "store" | "random">): Promise<string> =>
  keptSecret(deps, "two-factor", () => deps.random(32).toString("base64url"));

/** The time step for which the code is valid; undefined if it is wrong. */
export const stepFor = async (
  { accountId, nonce }: { accountId: string; nonce: string },
  code: string,
  deps: Pick<Needs, "store" | "random" | "now">,
): Promise<number | undefined> => stepOf(code, { key: await keyOf(deps), accountId, nonce }, deps.now());

export async function offerCodes({ id, email }: Account, deps: Needs, nonce?: string) {
  const own = nonce !== undefined && isNonce(nonce) ? nonce : deps.random(NONCE_BYTES).toString("base64url");
  const derived = { key: await keyOf(deps), accountId: id, nonce: own };
  return { nonce: own, ...(await enrolment(derived, { issuer: deps.settings.SITE_NAME, label: email })) };
}

/** Emails the owner. Call `wakeJobs` afterwards. */
export async function tellOfFactor(
  tx: Tx,
  what: FactorNews,
  { name, email, left = 0 }: { name: string | null; email: string; left?: number },
  deps: Pick<Deps, "settings" | "now" | "uuid" | "languages">,
): Promise<void> {
  await queueMail(tx, deps, factorMessage(deps.settings, what, { name, at: deps.now(), left }), email);
}

async function freshCodes(tx: Tx, accountId: string, { random }: Pick<Deps, "random">): Promise<string[]> {
  const codes = mintRecoveryCodes(random);
  await tx.secondFactors.replaceCodes(
    accountId,
    codes.map((code) => hashRecoveryCode(accountId, code)),
  );
  return codes;
}

type Enabling = { account: Account; nonce: string; code: string; sessionId: string };

/**
 * Enables codes once the app has shown a valid one; signs out all other browsers. Recovery codes
 * are only in the result.
 */
export async function enableCodes(
  { account, nonce, code, sessionId }: Enabling,
  deps: Mailing,
): Promise<string[] | "wrong" | "unverified" | "on"> {
  if (!account.emailVerifiedAt) return "unverified";
  const lastStep = isNonce(nonce) ? await stepFor({ accountId: account.id, nonce }, code, deps) : undefined;
  if (lastStep === undefined) return "wrong";
  const codes = await deps.store.change(async (tx) => {
    const factor = { accountId: account.id, nonce, lastStep, createdAt: deps.now() };
    if (!(await tx.secondFactors.add(factor))) return "on";
    await tx.accounts.strengthenSession(sessionId);
    await tx.accounts.removeSessionsOf(account.id, sessionId);
    await tellOfFactor(tx, "on", account, deps);
    return freshCodes(tx, account.id, deps);
  });
  deps.wakeJobs();
  return codes;
}

export async function renewCodes(account: Account, deps: Mailing): Promise<string[] | undefined> {
  const codes = await deps.store.change(async (tx) => {
    if (!(await tx.secondFactors.find(account.id))) return undefined;
    await tellOfFactor(tx, "codes", account, deps);
    return freshCodes(tx, account.id, deps);
  });
  deps.wakeJobs();
  return codes;
}

export async function disableCodes(account: Account, deps: Mailing): Promise<boolean> {
  const isDone = await deps.store.change(async (tx) => {
    if (!(await tx.secondFactors.removeOf(account.id))) return false;
    await tellOfFactor(tx, "off", account, deps);
    return true;
  });
  deps.wakeJobs();
  return isDone;
}

/**
 * For people who lost every factor: removes passkeys, app and recovery codes, and ends all
 * sessions.
 */
export async function resetFactors(
  tx: Tx,
  account: Account,
  deps: Pick<Deps, "settings" | "now" | "uuid" | "languages">,
): Promise<void> {
  await tx.passkeys.removeOf(account.id);
  await tx.secondFactors.removeOf(account.id);
  await tx.accounts.removeTokens("second-step", account.id);
  await tx.accounts.removeSessionsOf(account.id);
  await tellOfFactor(tx, "reset", account, deps);
}
