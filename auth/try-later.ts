import { AppError } from "#core/errors/errors.ts";

/** A temporary refusal; retry after `retryAfterSeconds`. 429 if the caller caused it, 503 otherwise. */
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

/** The temporary refusal inside an error that oidc-provider wraps. A full disk counts too. */
export function findTryLater(error: unknown): TryLater | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof TryLater) return at;
    if (at instanceof AppError && at.status === 503)
      return new TryLater(503, at.message, at.retryAfter ?? 30, { cause: at });
  }
  return undefined;
}
