import { AppError } from "../../core/errors/errors.ts";

/** A decision of an admin about an order. */
export type Decision = { number: string; reason: string };

/** Every decision has a reason, which the buyer and the audit log get. */
export function requireReason(reason: string): void {
  if (reason === "") throw new AppError("validation_failed", "Say why. The buyer and the audit log get the reason.");
}
