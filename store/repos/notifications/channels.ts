import type { NewsChannel } from "#domain/notifications/channel.ts";
import { and, asc, eq, gt, isNull, lte } from "../../sqlite/drizzle.ts";
import { isOneOf } from "../../sqlite/one-of.ts";
import type { Db } from "../../sqlite/open.ts";
import { channels, events } from "../../sqlite/tables.ts";

export type NewsEvent = { seq: number; type: string; listingId: number | null; data: Record<string, unknown> };

const placeOf = (id: string) => ["channels.secret", id] as const;

export const channelReads = (db: Db) => {
  const opened = (row: NewsChannel): NewsChannel => ({ ...row, secret: db.$vault.open(placeOf(row.id), row.secret) });
  return {
    async find(id: string): Promise<NewsChannel | undefined> {
      const row = await db.select().from(channels).where(eq(channels.id, id)).get();
      return row && opened(row);
    },
    async list(): Promise<NewsChannel[]> {
      return (await db.select().from(channels).orderBy(asc(channels.createdAt), asc(channels.id))).map(opened);
    },
    async idsOn(): Promise<string[]> {
      return (await db.select({ id: channels.id }).from(channels).where(isNull(channels.offSince))).map(({ id }) => id);
    },
    /** Events of some types after one and up to another, oldest first. */
    async events(types: readonly string[], after: number, upTo: number, limit: number): Promise<NewsEvent[]> {
      return db
        .select({ seq: events.seq, type: events.type, listingId: events.listingId, data: events.data })
        .from(events)
        .where(and(gt(events.seq, after), lte(events.seq, upTo), isOneOf(events.type, types)))
        .orderBy(asc(events.seq))
        .limit(limit);
    },
  };
};

export const channelWrites = (db: Db) => ({
  ...channelReads(db),
  async add(channel: typeof channels.$inferInsert): Promise<void> {
    const secret = db.$vault.seal(placeOf(channel.id), channel.secret);
    await db.insert(channels).values({ ...channel, secret });
  },
  async change(id: string, { secret, ...changes }: Partial<Omit<NewsChannel, "id">>): Promise<void> {
    const sealed = secret === undefined ? {} : { secret: db.$vault.seal(placeOf(id), secret) };
    await db
      .update(channels)
      .set({ ...changes, ...sealed })
      .where(eq(channels.id, id));
  },
  async remove(id: string): Promise<void> {
    await db.delete(channels).where(eq(channels.id, id));
  },
});
