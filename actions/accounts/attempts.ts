import { hash } from "node:crypto";
import { addressKey, type LimitName } from "../../core/limits/limiter.ts";
import { foldText } from "../../domain/text/text.ts";
import type { Account } from "../../store/repos/accounts/accounts.ts";
import type { Deps } from "../context.ts";

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
