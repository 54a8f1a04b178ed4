import { REMINDER_KINDS } from "../../domain/launch-reminder.ts";
import type { Deps } from "../context.ts";

/** Turns each reminder before launches on or off for an account. */
export const setReminders = (
  accountId: string,
  wanted: readonly string[],
  { store, now }: Pick<Deps, "store" | "now">,
): Promise<void> =>
  store.change(async (tx) => {
    for (const kind of REMINDER_KINDS) await tx.launchMoves.setReminder(accountId, kind, wanted.includes(kind), now());
  });
