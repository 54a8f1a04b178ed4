import { hash } from "node:crypto";
import type { Deps } from "../actions/context.ts";
import { addressKey, type LimitName } from "../core/limiter.ts";
import { foldText } from "../domain/text.ts";
import type { Account } from "../store/repos/accounts.ts";

type Attempt = {
  email: string;
  account: Account | undefined;
  address: string;
  /** The name of a browser that signed in to the account before. */
  device: string | undefined;
};

/** What is counted for an account begins anew with each password. */
const targetOf = ({ account, email }: Attempt): string =>
  account ? `${account.id} ${hash("sha256", account.passwordHash ?? "").slice(0, 16)}` : foldText(email);

/**
 * Counts an attempt to sign in, before the password is looked at. A known browser has a counter of its own, so that no stranger can
 * lock the owner out. Everybody else counts by address, by address and account, and by account, in that order: who is refused by
 * one counter adds nothing to the next, so one address cannot use up what all strangers have together.
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
    /** 0 when the attempt may go on. */
    waitSeconds,
    /** After the right password. */
    async forgive(): Promise<void> {
      for (const [name, key] of counters) await limiter.giveBack(name, key);
    },
  };
}
