import { isOn, type NotificationKind } from "../../domain/notifications/notification.ts";
import { afterQuietHours } from "../../domain/notifications/notification-times.ts";
import type { Tx } from "../../store/store.ts";

/**
 * When an account may be emailed: now or after quiet hours. Undefined if it wants no emails of this
 * kind.
 */
export async function mailTimeOf(
  tx: Tx,
  accountId: string,
  kind: NotificationKind,
  at: Date,
): Promise<Date | undefined> {
  if (!isOn(kind, "mail", await tx.notificationSettings.choices(accountId, kind))) return undefined;
  return afterQuietHours(at, (await tx.notificationSettings.times(accountId)).quiet);
}
