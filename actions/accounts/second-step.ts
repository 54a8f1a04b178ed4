import { hashRecoveryCode } from "#core/credentials/recovery-codes.ts";
import { hashToken } from "#core/credentials/tokens.ts";
import { addressKey } from "#core/limits/limiter.ts";
import { needsSecondFactor } from "#domain/accounts/second-factor.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Reads, Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { stepFor, tellOfFactor } from "./two-factor.ts";

const LIFETIME_MS = 15 * 60_000;

type Needs = Pick<Deps, "store" | "settings" | "now">;

/** The second step is tied to a session without an account. */
const hashOf = (sessionId: string): string => hashToken(`second-step ${sessionId}`);

export const needsSecondStep = async (account: Account, { store, settings }: Omit<Needs, "now">): Promise<boolean> =>
  needsSecondFactor(account, await store.accounts.factorsOf(account.id), settings);

export const startSecondStep = ({ id }: Account, sessionId: string, { store, now }: Needs): Promise<void> =>
  store.change(async (tx) => {
    const hash = hashOf(sessionId);
    await tx.accounts.removeToken(hash);
    const expiresAt = new Date(now().getTime() + LIFETIME_MS);
    await tx.accounts.addToken({ hash, kind: "second-step", accountId: id, email: null, expiresAt });
  });

export async function awaitingSecondStep(
  sessionId: string,
  { store, now }: { store: Pick<Reads, "accounts">; now: () => Date },
): Promise<Account | undefined> {
  const found = await store.accounts.findToken(hashOf(sessionId));
  if (found?.kind !== "second-step" || !found.accountId || found.expiresAt <= now()) return undefined;
  const account = await store.accounts.find(found.accountId);
  return account?.status === "active" ? account : undefined;
}

type Given = { sessionId: string; code: string; address: string };
export type SecondStep = { account: Account; refusal?: undefined } | { refusal: "gone" | "wrong" | "limit" };

/** Accepts an app code or a recovery code, each once. The caller starts the session. */
export async function finishSecondStep(
  { sessionId, code, address }: Given,
  deps: Needs & Pick<Deps, "random" | "uuid" | "limiter" | "wakeJobs" | "languages">,
): Promise<SecondStep> {
  const { store, limiter } = deps;
  const account = await awaitingSecondStep(sessionId, deps);
  if (!account) return { refusal: "gone" };
  const digits = code.replace(/\s/g, "");
  const isOfApp = /^\d{6}$/.test(digits);
  const factor = await store.secondFactors.find(account.id);
  const { allowed, remaining } = isOfApp
    ? await limiter.take("second-factor", account.id)
    : await limiter.take("sign-in-address", addressKey(address));
  if (!allowed) return { refusal: "limit" };
  const step = isOfApp && factor ? await stepFor(factor, digits, deps) : undefined;

  const isRight = await store.change(async (tx) => {
    if (!(await awaitingSecondStep(sessionId, { store: tx, now: deps.now }))) return false;
    const isUsed = isOfApp
      ? step !== undefined && (await tx.secondFactors.useStep(account.id, step))
      : await useRecoveryCode(tx, account, code, deps);
    if (isUsed) await tx.accounts.removeToken(hashOf(sessionId));
    else if (isOfApp && remaining === 0) await tellOfFactor(tx, "guessed", account, deps);
    return isUsed;
  });
  deps.wakeJobs();
  if (isRight && isOfApp) await limiter.giveBack("second-factor", account.id);
  return isRight ? { account } : { refusal: "wrong" };
}

async function useRecoveryCode(
  tx: Tx,
  account: Account,
  code: string,
  deps: Pick<Deps, "settings" | "now" | "uuid" | "languages">,
): Promise<boolean> {
  if (!(await tx.secondFactors.useCode(account.id, hashRecoveryCode(account.id, code)))) return false;
  const left = await tx.secondFactors.countCodes(account.id);
  await tellOfFactor(tx, "code-used", { ...account, left }, deps);
  return true;
}
