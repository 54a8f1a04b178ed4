import type { Notification } from "#store/repos/notifications/notifications.ts";
import type { Deps } from "../context.ts";

type Needs = Pick<Deps, "store" | "now">;

export async function readNotification(
  accountId: string,
  id: number,
  { store, now }: Needs,
): Promise<Notification | undefined> {
  const found = await store.notifications.findOwn(accountId, id);
  if (found && !found.readAt) await store.change((tx) => tx.notifications.markRead(accountId, id, now()));
  return found;
}

/** Marks everything up to a time as read. Idempotent. */
export const readAllNotifications = (accountId: string, seenAt: Date, { store, now }: Needs): Promise<void> =>
  store.change((tx) => tx.notifications.markAllRead(accountId, seenAt, now()));
