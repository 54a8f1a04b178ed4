import { hash } from "node:crypto";
import { addressKey, type LimitName } from "../../core/limits/limiter.ts";
import { foldText } from "../../domain/text/text.ts";
import type { Account } from "../../store/repos/accounts/accounts.ts";
import type { Deps } from "../context.ts";

type Attempt = {
  email: string;
  account: Account | undefined;
  address: string;
  /** The id of a browser that signed in to the account before. */
  device: string | undefined;
};

/** Counters of an account restart with each new password. */
const targetOf = ({ account, email }: Attempt): string =>
  account ? `${account.id} ${hash("sha256", account.passwordHash ?? "").slice(0, 16)}` : foldText(email);

/**
 * Counts a sign-in attempt before the password is checked. A known browser has its own counter, so
 * strangers cannot lock the owner out. A refusal stops the chain: one address cannot use up all.
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
    /** 0 if the attempt is allowed. */
    waitSeconds,
    /** Called after the right password. */
    async forgive(): Promise<void> {
      for (const [name, key] of counters) await limiter.giveBack(name, key);
    },
  };
}
