import type { Channel, NotificationKind } from "#domain/notifications/notification.ts";
import type { QuietHours } from "#domain/notifications/notification-times.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { and, eq } from "../../sqlite/drizzle.ts";
import { notificationChoices, notificationTimes } from "../../sqlite/notification-tables.ts";
import type { Db } from "../../sqlite/open.ts";
import type { SendingChannel } from "./notifications.ts";

/** Choices that differ from a kind's defaults. */
export type Choices = Partial<Record<Channel, boolean>>;
export type SendingTimes = { quiet: QuietHours | undefined; mailedAt: Date | null; pushedAt: Date | null };

export const notificationSettingReads = (db: Db) => {
  const ofKind = statement(({ accountId, kind }: { accountId: string; kind: NotificationKind }) =>
    db
      .select({ channel: notificationChoices.channel, isOn: notificationChoices.isOn })
      .from(notificationChoices)
      .where(has(notificationChoices, { accountId, kind })),
  );
  const times = statement(({ accountId }: { accountId: string }) =>
    db.select().from(notificationTimes).where(eq(notificationTimes.accountId, accountId)),
  );
  const find = async (accountId: string) => times.get({ accountId });
  return {
    async choices(accountId: string, kind: NotificationKind): Promise<Choices> {
      return Object.fromEntries((await ofKind.all({ accountId, kind })).map(({ channel, isOn }) => [channel, isOn]));
    },
    async allChoices(accountId: string): Promise<Partial<Record<NotificationKind, Choices>>> {
      const rows = await db.select().from(notificationChoices).where(eq(notificationChoices.accountId, accountId));
      const all: Partial<Record<NotificationKind, Choices>> = {};
      for (const { kind, channel, isOn } of rows) all[kind] = { ...all[kind], [channel]: isOn };
      return all;
    },
    async times(accountId: string): Promise<SendingTimes> {
      const row = await find(accountId);
      const { timeZone = null, quietFrom = null, quietUntil = null } = row ?? {};
      const quiet =
        timeZone !== null && quietFrom !== null && quietUntil !== null
          ? { timeZone, from: quietFrom, until: quietUntil }
          : undefined;
      return { quiet, mailedAt: row?.mailedAt ?? null, pushedAt: row?.pushedAt ?? null };
    },
    /** The chosen time zone, even without quiet hours. */
    async timeZone(accountId: string): Promise<string | undefined> {
      return (await find(accountId))?.timeZone ?? undefined;
    },
  };
};

export const notificationSettingWrites = (db: Db) => {
  const set = async (accountId: string, values: Partial<typeof notificationTimes.$inferSelect>): Promise<void> => {
    await db
      .insert(notificationTimes)
      .values({ ...values, accountId })
      .onConflictDoUpdate({ target: notificationTimes.accountId, set: values });
  };
  return {
    ...notificationSettingReads(db),
    /** Null restores the default. */
    async choose(
      { accountId, kind, channel }: { accountId: string; kind: NotificationKind; channel: Channel },
      isOn: boolean | null,
    ): Promise<void> {
      const { accountId: account, kind: ofKind, channel: by } = notificationChoices;
      if (isOn === null)
        await db.delete(notificationChoices).where(and(eq(account, accountId), eq(ofKind, kind), eq(by, channel)));
      else
        await db
          .insert(notificationChoices)
          .values({ accountId, kind, channel, isOn })
          .onConflictDoUpdate({ target: [account, ofKind, by], set: { isOn } });
    },
    async setQuiet(accountId: string, timeZone: string, hours: { from: number; until: number } | null): Promise<void> {
      await set(accountId, { timeZone, quietFrom: hours?.from ?? null, quietUntil: hours?.until ?? null });
    },
    async noteSent(accountId: string, channel: SendingChannel, at: Date): Promise<void> {
      await set(accountId, channel === "mail" ? { mailedAt: at } : { pushedAt: at });
    },
  };
};
