import { hash } from "node:crypto";
import { verifyPassword } from "#core/credentials/passwords.ts";
import { addressKey, type LimitName } from "#core/limits/limiter.ts";
import { foldText } from "#domain/text/text.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Deps } from "../context.ts";

type SignIn = {
  email: string;
  password: string;
  address: string;
  deviceOf: (account: Account) => Promise<string | undefined>;
};
export type SignedIn =
  | { account: Account; refusal?: undefined }
  | { refusal: "wrong" | "suspended" }
  | { refusal: "limit"; waitSeconds: number };

export async function signIn(
  { email, password, address, deviceOf }: SignIn,
  deps: Pick<Deps, "store" | "limiter">,
): Promise<SignedIn> {
  const account = await deps.store.accounts.findByEmail(email);
  const device = account && (await deviceOf(account));
  // Counted before the password is checked. If the limiter fails, signing in fails.
  const attempt = await countAttempt(deps, { email, account, address, device });
  if (attempt.waitSeconds > 0) return { refusal: "limit", waitSeconds: attempt.waitSeconds };
  const hasher = device === undefined ? "stranger" : "known";
  const matches = await verifyPassword(password, account?.passwordHash, hasher).catch(async (error) => {
    // Too busy to check the password, so the attempt does not count.
    await attempt.forgive();
    throw error;
  });
  if (!account || !matches || account.status === "deleted") return { refusal: "wrong" };
  if (account.status === "suspended") return { refusal: "suspended" };
  await attempt.forgive();
  return { account };
}

type Attempt = {
  email: string;
  account: Account | undefined;
  address: string;
  /** Set if this browser signed in to the account before. */
  device: string | undefined;
};

/** A new password resets an account's counters. */
const targetOf = ({ account, email }: Attempt): string =>
  account ? `${account.id} ${hash("sha256", account.passwordHash ?? "").slice(0, 16)}` : foldText(email);

/**
 * Counts an attempt before the password is checked. Known browsers have their own counter, so
 * strangers cannot lock the owner out. A refusal ends the chain for this IP address.
 */
export async function countAttempt({ limiter }: Pick<Deps, "limiter">, attempt: Attempt) {
  const target = targetOf(attempt);
  const address = addressKey(attempt.address);
  const counters: [LimitName, string][] =
    attempt.device === undefined
      ? [
          ["sign-in-address", address],
          ["sign-in", `${address} ${target}`],
          ["sign-in-account", target],
        ]
      : [["sign-in", `device ${attempt.device} ${target}`]];

  let waitSeconds = 0;
  for (const [name, key] of counters) {
    const { allowed, resetSeconds } = await limiter.take(name, key);
    if (allowed) continue;
    waitSeconds = resetSeconds;
    break;
  }
  return {
    waitSeconds,
    /** Called after a correct password. */
    async forgive(): Promise<void> {
      for (const [name, key] of counters) await limiter.giveBack(name, key);
    },
  };
}
