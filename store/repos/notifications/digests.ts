import { foldText } from "#domain/text/text.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, desc, eq, lt, lte, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import {
  categories,
  digestAsks,
  digestCategories,
  digestEditions,
  digestState,
  digestSubscribers,
} from "../../sqlite/tables.ts";

export type DigestAsk = typeof digestAsks.$inferSelect;
export type Subscriber = typeof digestSubscribers.$inferSelect;
type Edition = typeof digestEditions.$inferSelect;

export const digestReads = (db: Db) => {
  const byAddress = statement(({ emailFolded }: { emailFolded: string }) =>
    db.select().from(digestSubscribers).where(eq(digestSubscribers.emailFolded, emailFolded)),
  );
  const state = statement(() => db.select().from(digestState));
  const total = statement(() => db.select({ count: sql<number>`count(*)` }).from(digestSubscribers));

  return {
    find: statement((id: string) => db.select().from(digestSubscribers).where(eq(digestSubscribers.id, id))).get,
    async ofAddress(email: string): Promise<Subscriber | undefined> {
      return byAddress.get({ emailFolded: foldText(email) });
    },
    async findAsk(tokenHash: string): Promise<DigestAsk | undefined> {
      return db.select().from(digestAsks).where(eq(digestAsks.tokenHash, tokenHash)).get();
    },
    categoriesOf: statement((subscriberId: string) =>
      db
        .select({ slug: categories.slug, name: categories.name })
        .from(digestCategories)
        .innerJoin(categories, eq(categories.slug, digestCategories.category))
        .where(eq(digestCategories.subscriberId, subscriberId))
        .orderBy(asc(categories.name)),
    ).all,
    /** Due subscribers, longest waiting first. */
    due: statement((at: Date, limit: number) =>
      db
        .select()
        .from(digestSubscribers)
        .where(lte(digestSubscribers.dueAt, at))
        .orderBy(asc(digestSubscribers.dueAt), asc(digestSubscribers.id))
        .limit(limit),
    ).all,
    async nextDue(): Promise<Date | undefined> {
      const first = db.select({ at: digestSubscribers.dueAt }).from(digestSubscribers);
      return (await first.orderBy(asc(digestSubscribers.dueAt)).limit(1).get())?.at;
    },
    async count(): Promise<number> {
      return (await total.get())?.count ?? 0;
    },
    async pausedAt(): Promise<Date | null> {
      return (await state.get())?.pausedAt ?? null;
    },
    /** Subscribers handled in a minute since 1970. */
    async takenIn(minute: number): Promise<number> {
      const now = await state.get();
      return now?.minute === minute ? now.taken : 0;
    },
    async editions(limit: number): Promise<Edition[]> {
      return db.select().from(digestEditions).orderBy(desc(digestEditions.week)).limit(limit);
    },
    async overview(): Promise<{ subscribers: number; unconfirmed: number; withAccount: number }> {
      const asked = db.select({ count: sql<number>`count(distinct ${digestAsks.emailFolded})` }).from(digestAsks);
      const isSubscriber = sql`${digestAsks.emailFolded} in (select email_folded from digest_subscribers)`;
      const accounts = await db.get<{ count: number }>(
        sql`select count(*) as count from digest_subscribers
          join accounts on accounts.email_folded = digest_subscribers.email_folded
          where accounts.status = 'active' and accounts.email_verified_at is not null`,
      );
      return {
        subscribers: (await total.get())?.count ?? 0,
        unconfirmed: (await asked.where(sql`not ${isSubscriber}`).get())?.count ?? 0,
        withAccount: accounts.count,
      };
    },
  };
};

export const digestWrites = (db: Db) => {
  const counted = statement((edition: Edition) =>
    db
      .insert(digestEditions)
      .values(edition)
      .onConflictDoUpdate({
        target: digestEditions.week,
        set: {
          mails: sql`${digestEditions.mails} + excluded.mails`,
          quiet: sql`${digestEditions.quiet} + excluded.quiet`,
          lastAt: sql`excluded.last_at`,
        },
      }),
  );
  return {
    ...digestReads(db),
    async ask(ask: Omit<typeof digestAsks.$inferInsert, "emailFolded">): Promise<void> {
      await db.insert(digestAsks).values({ ...ask, emailFolded: foldText(ask.email) });
    },
    async forgetAsks(email: string): Promise<void> {
      await db.delete(digestAsks).where(eq(digestAsks.emailFolded, foldText(email)));
    },
    async forgetAsksBefore(time: Date): Promise<void> {
      await db.delete(digestAsks).where(lt(digestAsks.askedAt, time));
    },
    async add(subscriber: Omit<typeof digestSubscribers.$inferInsert, "emailFolded">): Promise<void> {
      await db.insert(digestSubscribers).values({ ...subscriber, emailFolded: foldText(subscriber.email) });
    },
    async choose(subscriberId: string, category: string): Promise<void> {
      await db.insert(digestCategories).values({ subscriberId, category }).onConflictDoNothing();
    },
    /** Without a category: all. */
    async drop(subscriberId: string, category?: string): Promise<void> {
      const which = category === undefined ? undefined : eq(digestCategories.category, category);
      await db.delete(digestCategories).where(and(eq(digestCategories.subscriberId, subscriberId), which));
    },
    async change(id: string, given: Partial<Pick<Subscriber, "zone" | "withSearches" | "dueAt">>): Promise<void> {
      await db.update(digestSubscribers).set(given).where(eq(digestSubscribers.id, id));
    },
    async remove(id: string): Promise<void> {
      await db.delete(digestSubscribers).where(eq(digestSubscribers.id, id));
    },
    /** Records that an edition was written or empty. */
    settle: statement((id: string, dueAt: Date, lastWeek: string | null) =>
      db.update(digestSubscribers).set({ dueAt, lastWeek }).where(eq(digestSubscribers.id, id)),
    ).run,
    async countEdition(edition: { week: string; mails: number; quiet: number; at: Date }): Promise<void> {
      const { at, ...counts } = edition;
      await counted.run({ ...counts, firstAt: at, lastAt: at });
    },
    async setPaused(at: Date | null): Promise<void> {
      await db.update(digestState).set({ pausedAt: at });
    },
    async setTaken(minute: number, taken: number): Promise<void> {
      await db.update(digestState).set({ minute, taken });
    },
  };
};
