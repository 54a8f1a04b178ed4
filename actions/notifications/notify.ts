import type { NotificationKind, WordsOf } from "../../domain/notification.ts";
import type { Tx } from "../../store/store.ts";

export type News<Kind extends NotificationKind> = {
  /** Whom it is for. */
  accountId: string;
  kind: Kind;
  /** Of this account only. The same key again updates the row and makes it unread, instead of adding one. */
  key: string;
  words: WordsOf<Kind>;
  /** Where it leads: a path of this site. */
  path: string;
  at: Date;
  /** The account that caused it; null for the site itself. Nobody is notified of what they did themselves. */
  by: string | null;
};

/**
 * Notifies an account of something new, inside the change that makes it true. What its settings send by mail and by push
 * follows in jobs, so call `wakeJobs` after the change.
 */
export async function notify<Kind extends NotificationKind>(tx: Tx, news: News<Kind>): Promise<void> {
  if (news.by === news.accountId) return;
  if ((await tx.accounts.find(news.accountId))?.status !== "active") return;
  await tx.notifications.save(news);
}
