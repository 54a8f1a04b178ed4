import type { Place } from "#core/credentials/vault.ts";
import type { Page, PageRequest } from "#domain/listings/listing.ts";
import { given } from "#domain/text/given.ts";
import { has } from "../../sql/has.ts";
import { pageOf } from "../../sql/page-of.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, desc, eq, gte, lt, ne, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { mails } from "../../sqlite/tables.ts";

export type Mail = typeof mails.$inferSelect;
export type NewMail = Pick<Mail, "id" | "recipient" | "subject" | "text" | "html" | "createdAt"> &
  Partial<Pick<Mail, "unsubscribeUrl" | "replyTo" | "expiresAt">>;

/** Sealed, because links in emails grant access. */
const TEXTS = ["text", "html", "unsubscribe_url"] as const;
const eachText = <M extends Pick<NewMail, "id" | "text" | "html" | "unsubscribeUrl">>(
  mail: M,
  work: (place: Place, text: string) => string,
): M => {
  const [text, html, link] = TEXTS.map((column) => [`mails.${column}`, mail.id] as const);
  const { unsubscribeUrl } = mail;
  return {
    ...mail,
    text: work(given(text), mail.text),
    html: work(given(html), mail.html),
    ...(unsubscribeUrl && { unsubscribeUrl: work(given(link), unsubscribeUrl) }),
  };
};
/** Opens an email's sealed texts. */
export const openedMail = (db: Db, mail: Mail): Mail => eachText(mail, db.$vault.open);

export const mailReads = (db: Db) => ({
  async find(id: string): Promise<Mail | undefined> {
    const mail = await db.select().from(mails).where(eq(mails.id, id)).get();
    return mail && openedMail(db, mail);
  },
  async countByState(): Promise<Record<string, number>> {
    const rows = await db.select({ state: mails.state, count: sql<number>`count(*)` }).from(mails).groupBy(mails.state);
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  },
  async oldestQueued(): Promise<Date | undefined> {
    return (
      await db
        .select({ at: mails.createdAt })
        .from(mails)
        .where(eq(mails.state, "queued"))
        .orderBy(asc(mails.createdAt))
        .limit(1)
        .get()
    )?.at;
  },
  /** Whether any email was sent since. */
  async wasAnySentSince(time: Date): Promise<boolean> {
    return (await db.select({ id: mails.id }).from(mails).where(gte(mails.sentAt, time)).limit(1).get()) !== undefined;
  },
  async countStartingWith(start: string): Promise<Partial<Record<Mail["state"], number>>> {
    const rows = await db
      .select({ state: mails.state, count: sql<number>`count(*)` })
      .from(mails)
      .where(and(gte(mails.id, start), lt(mails.id, `${start}\u{10ffff}`)))
      .groupBy(mails.state);
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  },
  async list(request: PageRequest, state?: Mail["state"]): Promise<Page<Mail>> {
    const where = state && eq(mails.state, state);
    const rows = db.select().from(mails).where(where).orderBy(desc(mails.createdAt), desc(mails.id));
    const { items, total } = await pageOf(db.$count(mails, where), request, rows);
    return { items: items.map((mail) => openedMail(db, mail)), total };
  },
});

export const mailWrites = (db: Db) => {
  const insert = statement((mail: NewMail) => db.insert(mails).values(mail));

  return {
    ...mailReads(db),
    async add(mail: NewMail): Promise<void> {
      await insert.run(eachText(mail, db.$vault.seal));
    },
    async setState(id: string, state: Mail["state"], at: Date, lastError: string | null = null): Promise<void> {
      await db
        .update(mails)
        .set({ state, lastError, sentAt: state === "sent" ? at : null })
        .where(eq(mails.id, id));
    },
    async withdraw(id: string): Promise<void> {
      await db.delete(mails).where(has(mails, { id, state: "queued" }));
    },
    /** Deletes old emails, except queued ones. */
    async removeBefore(time: Date): Promise<void> {
      const since = sql`coalesce(${mails.sentAt}, ${mails.createdAt})`;
      await db.delete(mails).where(and(ne(mails.state, "queued"), lt(since, time.getTime())));
    },
  };
};
