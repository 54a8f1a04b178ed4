import { pick } from "../../../domain/text/pick.ts";
import { asc, eq, or } from "../../sqlite/drizzle.ts";
import {
  notificationChoices,
  notifications,
  notificationTimes,
  pushSubscriptions,
} from "../../sqlite/notification-tables.ts";
import type { Db } from "../../sqlite/open.ts";

/** A person's notifications and settings, for export, without secret keys. */
export const notificationsOf = async (db: Db, accountId: string) => ({
  notifications: await db
    .select(pick(notifications, "kind", "words", "path", "at", "readAt"))
    .from(notifications)
    .where(eq(notifications.accountId, accountId))
    .orderBy(asc(notifications.at), asc(notifications.id)),
  notificationChoices: await db
    .select(pick(notificationChoices, "kind", "channel", "isOn"))
    .from(notificationChoices)
    .where(eq(notificationChoices.accountId, accountId)),
  notificationTimes: await db
    .select(pick(notificationTimes, "timeZone", "quietFrom", "quietUntil", "mailedAt", "pushedAt"))
    .from(notificationTimes)
    .where(eq(notificationTimes.accountId, accountId))
    .get(),
  pushBrowsers: await db
    .select(pick(pushSubscriptions, "browser", "createdAt", "lastSentAt"))
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.accountId, accountId))
    .orderBy(asc(pushSubscriptions.createdAt)),
});

/** Removes a person's notifications, and others' that may name them. */
export async function eraseNotifications(db: Db, accountId: string): Promise<void> {
  await db.delete(notifications).where(or(eq(notifications.accountId, accountId), eq(notifications.by, accountId)));
  await db.delete(notificationChoices).where(eq(notificationChoices.accountId, accountId));
  await db.delete(notificationTimes).where(eq(notificationTimes.accountId, accountId));
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.accountId, accountId));
}
