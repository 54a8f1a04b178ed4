import { pick } from "#domain/text/pick.ts";
import { eq, or } from "../../sqlite/drizzle.ts";
import {
  notificationChoices,
  notifications,
  notificationTimes,
  pushSubscriptions,
} from "../../sqlite/notification-tables.ts";
import type { Db } from "../../sqlite/open.ts";
import { eraseRows, ownRows } from "../accounts/own-rows.ts";

/** A person's notifications and settings, for export, without secret keys. */
export async function notificationsOf(db: Db, accountId: string) {
  const own = ownRows(db, accountId);
  return {
    notifications: await own.of(
      notifications,
      pick(notifications, "kind", "words", "path", "at", "readAt"),
      notifications.at,
      notifications.id,
    ),
    notificationChoices: await own.of(notificationChoices, pick(notificationChoices, "kind", "channel", "isOn")),
    notificationTimes: await db
      .select(pick(notificationTimes, "timeZone", "quietFrom", "quietUntil", "mailedAt", "pushedAt"))
      .from(notificationTimes)
      .where(eq(notificationTimes.accountId, accountId))
      .get(),
    pushBrowsers: await own.of(
      pushSubscriptions,
      pick(pushSubscriptions, "browser", "createdAt", "lastSentAt"),
      pushSubscriptions.createdAt,
    ),
  };
}

/** Removes a person's notifications, and others' that may name them. */
export async function eraseNotifications(db: Db, accountId: string): Promise<void> {
  await db.delete(notifications).where(or(eq(notifications.accountId, accountId), eq(notifications.by, accountId)));
  await eraseRows(db, accountId, [notificationChoices, notificationTimes, pushSubscriptions]);
}
