import type { Deps } from "../../actions/context.ts";
import { AppError } from "../../core/errors.ts";
import type { LimitName } from "../../core/limiter.ts";

/** Counts what depends on more than the input, such as a mail that is really sent. Over the quota it throws `quota_exceeded`. */
export async function takeQuota(
  { limiter }: Pick<Deps, "limiter">,
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
