import type { Page, PageRequest } from "#domain/listings/listing.ts";
import { type AuditKind, THE_SITE } from "#domain/site/audit.ts";
import { pick } from "#domain/text/pick.ts";
import { dayWords } from "#domain/time/date-words.ts";
import { pageOf } from "../../sql/page-of.ts";
import { alias, and, asc, desc, eq, gt, lt, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { accounts, auditEntries } from "../../sqlite/tables.ts";

export type AuditEntry = typeof auditEntries.$inferSelect & { by: { name: string | null; email: string } | null };
export type NewAuditEntry = Omit<typeof auditEntries.$inferSelect, "id">;
export type AuditFilter = {
  kind?: AuditKind | undefined;
  objectId?: string | undefined;
  accountId?: string | undefined;
};

/**
 * Admins' actions. The database rejects changing entries, or deleting those of the last 30 days.
 * Entries name accounts by address, or by pseudonym once deleted.
 */
export const auditReads = (db: Db) => {
  const subject = alias(accounts, "subject");
  const matching = ({ kind, objectId, accountId }: AuditFilter) =>
    and(
      kind && eq(auditEntries.kind, kind),
      objectId === undefined ? undefined : eq(auditEntries.objectId, objectId),
      accountId === undefined ? undefined : eq(auditEntries.accountId, accountId),
    );
  const entries = () =>
    db
      .select({ entry: auditEntries, by: { name: accounts.name, email: accounts.email }, of: subject.email })
      .from(auditEntries)
      .leftJoin(accounts, eq(accounts.id, auditEntries.accountId))
      .leftJoin(subject, and(eq(auditEntries.kind, "account"), eq(subject.id, auditEntries.objectId)))
      .$dynamic();
  type Row = Awaited<ReturnType<ReturnType<typeof entries>["all"]>>[number];
  const toEntry = ({ entry, by, of }: Row): AuditEntry => ({ ...entry, name: of ?? entry.name, by });

  return {
    async list(filter: AuditFilter, request: PageRequest): Promise<Page<AuditEntry>> {
      const where = matching(filter);
      const rows = entries().where(where).orderBy(desc(auditEntries.id));
      const { items, total } = await pageOf(db.$count(auditEntries, where), request, rows);
      return { items: items.map(toEntry), total };
    },
    async after(id: number, filter: AuditFilter, most: number): Promise<AuditEntry[]> {
      const where = and(gt(auditEntries.id, id), matching(filter));
      return (await entries().where(where).orderBy(asc(auditEntries.id)).limit(most).all()).map(toEntry);
    },
    async people(): Promise<{ id: string; name: string | null; email: string }[]> {
      return db
        .selectDistinct(pick(accounts, "id", "name", "email"))
        .from(auditEntries)
        .innerJoin(accounts, eq(accounts.id, auditEntries.accountId))
        .orderBy(sql`${accounts.name} nulls first`, accounts.email);
    },
  };
};

export const auditWrites = (db: Db) => ({
  ...auditReads(db),
  async add(entry: NewAuditEntry): Promise<void> {
    await db.insert(auditEntries).values(entry);
  },
  /** Deletes older entries and logs that. */
  async purge(before: Date, now: Date): Promise<void> {
    const isOld = lt(auditEntries.at, before);
    const old = await db.$count(auditEntries, isOld);
    if (old === 0) return;
    const after = { entries: old, before: dayWords(before) };
    const made = { action: "audit.purge", kind: "audit", objectId: "old", name: "Audit log" } as const;
    await this.add({ at: now, accountId: THE_SITE, ...made, before: {}, after });
    await db.delete(auditEntries).where(isOld);
  },
});
