import type { AuditKind } from "../../domain/audit.ts";
import type { Page, PageRequest } from "../../domain/listing.ts";
import { and, desc, eq, sql } from "../sqlite/drizzle.ts";
import type { Db } from "../sqlite/open.ts";
import { accounts, auditEntries } from "../sqlite/tables.ts";

export type AuditEntry = typeof auditEntries.$inferSelect & { by: { name: string | null; email: string } | null };
export type NewAuditEntry = Omit<typeof auditEntries.$inferSelect, "id">;
export type AuditFilter = {
  kind?: AuditKind | undefined;
  objectId?: string | undefined;
  accountId?: string | undefined;
};

/**
 * What the people who run the site did. The database itself refuses to change or delete an entry.
 */
export const auditReads = (db: Db) => ({
  /** Newest first. */
  async list({ kind, objectId, accountId }: AuditFilter, { page, perPage }: PageRequest): Promise<Page<AuditEntry>> {
    const where = and(
      kind && eq(auditEntries.kind, kind),
      objectId === undefined ? undefined : eq(auditEntries.objectId, objectId),
      accountId === undefined ? undefined : eq(auditEntries.accountId, accountId),
    );
    const total = (await db.select({ count: sql<number>`count(*)` }).from(auditEntries).where(where).get())?.count ?? 0;
    const rows = await db
      .select({ entry: auditEntries, by: { name: accounts.name, email: accounts.email } })
      .from(auditEntries)
      .leftJoin(accounts, eq(accounts.id, auditEntries.accountId))
      .where(where)
      .orderBy(desc(auditEntries.id))
      .limit(perPage)
      .offset((page - 1) * perPage)
      .all();
    return { items: rows.map(({ entry, by }) => ({ ...entry, by })), total };
  },
  /** Accounts with an entry, by name. */
  async people(): Promise<{ id: string; name: string | null; email: string }[]> {
    return db
      .selectDistinct({ id: accounts.id, name: accounts.name, email: accounts.email })
      .from(auditEntries)
      .innerJoin(accounts, eq(accounts.id, auditEntries.accountId))
      .orderBy(accounts.name, accounts.email)
      .all();
  },
});

export const auditWrites = (db: Db) => ({
  ...auditReads(db),
  async add(entry: NewAuditEntry): Promise<void> {
    await db.insert(auditEntries).values(entry).run();
  },
});
