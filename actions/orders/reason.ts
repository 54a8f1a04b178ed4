import { AppError } from "#core/errors/errors.ts";
import { t } from "#languages/words.ts";

export type Decision = { number: string; reason: string };

/** Every decision needs a reason, for the buyer and the audit log. */
export function requireReason(reason: string): void {
  if (reason === "") throw new AppError("validation_failed", t`Give a reason, for the buyer and the audit log.`);
}
