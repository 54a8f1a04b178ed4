import { AppError } from "./errors.ts";
import type { Limiter, LimitName } from "./limiter.ts";

/** Counts what depends on more than the input, such as a mail that is really sent. Over the quota it throws `quota_exceeded`. */
export async function takeQuota(
  { limiter }: { limiter: Limiter },
  name: LimitName,
  key: string,
  what: string,
): Promise<void> {
  const { allowed, limit, resetSeconds } = await limiter.take(name, key);
  if (allowed) return;
  throw new AppError("quota_exceeded", `${what} ${limit} times an hour. Try again in ${resetSeconds} seconds.`, {
    retryAfter: resetSeconds,
  });
}
