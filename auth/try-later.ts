import { AppError } from "../core/errors.ts";

/** A refusal that passes: the same request may succeed after `retryAfterSeconds`. 429 for what one caller did, 503 for the rest. */
export class TryLater extends Error {
  override readonly name = "TryLater";
  readonly status: 429 | 503;
  readonly retryAfterSeconds: number;

  constructor(status: 429 | 503, message: string, retryAfterSeconds: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The refusal behind an error: oidc-provider wraps what a fetch throws in errors of its own. A full disk passes too. */
export function findTryLater(error: unknown): TryLater | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof TryLater) return at;
    if (at instanceof AppError && at.status === 503)
      return new TryLater(503, at.message, at.retryAfter ?? 30, { cause: at });
  }
  return undefined;
}
