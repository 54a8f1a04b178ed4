import { CHANNELS, type Channel, isChoosable, NOTIFICATION_KINDS, rowOf } from "#domain/notifications/notification.ts";
import type { NewsSubscription } from "#mail/unsubscribe.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";

export type Choice = `${string}.${Channel}`;
export type Quiet = { timeZone: string; hours: { from: number; until: number } | null };

/** Saves channels per kind and quiet hours. Defaults are not stored. */
export const chooseNotifications = (
  accountId: string,
  { wanted, quiet }: { wanted: ReadonlySet<string>; quiet: Quiet },
  { store }: Pick<Deps, "store">,
): Promise<void> =>
  store.change(async (tx) => {
    for (const kind of NOTIFICATION_KINDS)
      for (const channel of CHANNELS) {
        if (!isChoosable(kind, channel)) continue;
        const isWanted = wanted.has(`${kind}.${channel}` satisfies Choice);
        const isDefault = isWanted === rowOf(kind).channels.includes(channel);
        await tx.notificationSettings.choose({ accountId, kind, channel }, isDefault ? null : isWanted);
      }
    await tx.notificationSettings.setQuiet(accountId, quiet.timeZone, quiet.hours);
  });

export async function stopNewsMails(tx: Tx, { newsTo, kinds }: NewsSubscription): Promise<void> {
  for (const kind of kinds)
    if (isChoosable(kind, "mail"))
      await tx.notificationSettings.choose({ accountId: newsTo, kind, channel: "mail" }, false);
}
