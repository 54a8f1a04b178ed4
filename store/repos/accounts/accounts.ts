import type { Page, PageRequest } from "#domain/listings/listing.ts";
import { foldText } from "#domain/text/text.ts";
import { has } from "../../sql/has.ts";
import { pageOf } from "../../sql/page-of.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, desc, eq, exists, gt, isNull, lte, ne, or, sql } from "../../sqlite/drizzle.ts";
import { isOneOfFew } from "../../sqlite/one-of.ts";
import type { Db } from "../../sqlite/open.ts";
import { passkeys, secondFactors } from "../../sqlite/sign-in-tables.ts";
import { accounts, apiKeys, pushSubscriptions, sessions, tokens } from "../../sqlite/tables.ts";

export type Account = typeof accounts.$inferSelect;
export type Session = typeof sessions.$inferSelect;
export type Factors = { hasCodes: boolean; hasPasskey: boolean };
export type SessionFound = { session: Session; account: Account | null } & Factors;
export type ApiKey = typeof apiKeys.$inferSelect;
export type Token = typeof tokens.$inferSelect;
export type NewAccount = Pick<Account, "id" | "email" | "createdAt"> &
  Partial<Pick<Account, "name" | "passwordHash" | "isAdmin" | "emailVerifiedAt" | "isDemo" | "language">>;
export type NewApiKey = Omit<ApiKey, "lastUsedAt" | "revokedAt">;
export type NewToken = Omit<Token, "usedAt">;
export const ACCOUNT_GROUPS = ["admins", "unverified", "suspended"] as const;
export type AccountGroup = (typeof ACCOUNT_GROUPS)[number];
const GROUPS = {
  admins: has(accounts, { isAdmin: true, status: "active" }),
  unverified: has(accounts, { emailVerifiedAt: null, status: "active" }),
  suspended: eq(accounts.status, "suspended"),
};

/** Tokens are tied to the email address they were sent to. */
const isStillTheirs = (db: Db) =>
  or(
    isNull(tokens.accountId),
    isNull(tokens.email),
    exists(
      db
        .select({ one: sql`1` })
        .from(accounts)
        .where(has(accounts, { id: tokens.accountId, email: tokens.email })),
    ),
  );

export const accountReads = (db: Db) => {
  const owns = (table: typeof passkeys | typeof secondFactors) =>
    exists(db.select({ one: sql`1` }).from(table).where(eq(table.accountId, accounts.id)));
  const hasCodes = sql<number>`${owns(secondFactors)}`.mapWith(Boolean);
  const hasPasskey = sql<number>`${owns(passkeys)}`.mapWith(Boolean);
  const withAccounts = statement(({ idHashes }: { idHashes: readonly string[] }) =>
    db
      .select({ session: sessions, account: accounts, hasCodes, hasPasskey })
      .from(sessions)
      .leftJoin(accounts, eq(accounts.id, sessions.accountId))
      .where(isOneOfFew(db, sessions.idHash, idHashes)),
  );

  return {
    find: statement((id: string) => db.select().from(accounts).where(eq(accounts.id, id))).get,
    async findByEmail(email: string): Promise<Account | undefined> {
      return db
        .select()
        .from(accounts)
        .where(eq(accounts.emailFolded, foldText(email)))
        .get();
    },
    async hasAdmin(): Promise<boolean> {
      const admin = and(eq(accounts.isAdmin, true), ne(accounts.status, "deleted"));
      return (await db.select({ id: accounts.id }).from(accounts).where(admin).limit(1).get()) !== undefined;
    },
    async admins(): Promise<Account[]> {
      return db
        .select()
        .from(accounts)
        .where(has(accounts, { isAdmin: true, status: "active" }))
        .orderBy(asc(accounts.createdAt), asc(accounts.id));
    },
    /** `q` matches email addresses and names; newest first. */
    async listAll(
      { q, only }: { q: string; only?: AccountGroup | undefined },
      request: PageRequest,
    ): Promise<Page<Account>> {
      const pattern = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
      const where = and(
        only && GROUPS[only],
        q
          ? or(
              ...[accounts.emailFolded, accounts.name].map(
                (column) => sql`lower(${column}) like lower(${pattern}) escape '\\'`,
              ),
            )
          : undefined,
      );
      return pageOf(
        db.$count(accounts, where),
        request,
        db.select().from(accounts).where(where).orderBy(desc(accounts.createdAt), desc(accounts.id)),
      );
    },
    async countAll(): Promise<number> {
      return await db.$count(accounts);
    },

    async factorsOf(id: string): Promise<Factors> {
      const found = await db.select({ hasCodes, hasPasskey }).from(accounts).where(eq(accounts.id, id)).get();
      return found ?? { hasCodes: false, hasPasskey: false };
    },

    /** The caller checks expiry, the account's status and its factors. */
    async findSessions(idHashes: readonly string[]): Promise<(SessionFound | undefined)[]> {
      const found = new Map((await withAccounts.all({ idHashes })).map((row) => [row.session.idHash, row]));
      return idHashes.map((idHash) => found.get(idHash));
    },
    async sessionsOf(accountId: string, now: Date): Promise<Session[]> {
      return db
        .select()
        .from(sessions)
        .where(and(eq(sessions.accountId, accountId), gt(sessions.expiresAt, now)))
        .orderBy(desc(sessions.lastSeenAt), asc(sessions.idHash));
    },

    /** Includes used tokens, for pages that ask before using a link. */
    findToken: statement((hash: string) =>
      db
        .select()
        .from(tokens)
        .where(and(eq(tokens.hash, hash), isStillTheirs(db))),
    ).get,

    /** The caller checks expiry, revocation and the account's status. */
    findApiKey: statement((hash: string) =>
      db
        .select({ key: apiKeys, account: accounts })
        .from(apiKeys)
        .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
        .where(eq(apiKeys.hash, hash)),
    ).get,
    async apiKeysOf(accountId: string): Promise<ApiKey[]> {
      return db
        .select()
        .from(apiKeys)
        .where(has(apiKeys, { accountId, revokedAt: null }))
        .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
    },
  };
};

export const accountWrites = (db: Db) => {
  const touchSession = statement(({ idHash, ...times }: Pick<Session, "idHash" | "lastSeenAt" | "expiresAt">) =>
    db.update(sessions).set(times).where(eq(sessions.idHash, idHash)),
  );

  return {
    ...accountReads(db),

    async add(account: NewAccount): Promise<Account | undefined> {
      const [added] = await db
        .insert(accounts)
        .values({ ...account, emailFolded: foldText(account.email) })
        .onConflictDoNothing({ target: accounts.emailFolded })
        .returning();
      return added;
    },
    async setPassword(id: string, passwordHash: string | null): Promise<void> {
      await db.update(accounts).set({ passwordHash }).where(eq(accounts.id, id));
    },
    async setName(id: string, name: string | null): Promise<void> {
      await db.update(accounts).set({ name }).where(eq(accounts.id, id));
    },
    async setLanguage(id: string, language: string | null): Promise<void> {
      await db.update(accounts).set({ language }).where(eq(accounts.id, id));
    },
    async setAdmin(id: string, isAdmin: boolean): Promise<void> {
      await db.update(accounts).set({ isAdmin }).where(eq(accounts.id, id));
    },
    /** Keeps the first verification time. */
    async verifyEmail(id: string, at: Date): Promise<void> {
      const unverified = has(accounts, { id, emailVerifiedAt: null });
      await db.update(accounts).set({ emailVerifiedAt: at }).where(unverified);
    },
    async setStatus(id: string, status: Account["status"]): Promise<void> {
      await db.update(accounts).set({ status }).where(eq(accounts.id, id));
    },

    async setPasskeyOffered(id: string, at: Date): Promise<void> {
      await db.update(accounts).set({ passkeyOfferedAt: at }).where(eq(accounts.id, id));
    },

    async addSession(session: typeof sessions.$inferInsert): Promise<void> {
      await db.insert(sessions).values(session);
    },
    async touchSession(idHash: string, lastSeenAt: Date, expiresAt: Date): Promise<void> {
      await touchSession.run({ idHash, lastSeenAt, expiresAt });
    },
    async strengthenSession(idHash: string): Promise<void> {
      await db.update(sessions).set({ hasSecondFactor: true }).where(eq(sessions.idHash, idHash));
    },
    /** Also ends the browser's push messages. */
    async removeSession(idHash: string): Promise<void> {
      await db.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionHash, idHash));
      await db.delete(sessions).where(eq(sessions.idHash, idHash));
    },
    async removeSessionOf(accountId: string, idHash: string): Promise<boolean> {
      const theirs = has(sessions, { idHash, accountId });
      const { changes } = await db.delete(sessions).where(theirs);
      const pushed = has(pushSubscriptions, { sessionHash: idHash, accountId });
      await db.delete(pushSubscriptions).where(pushed);
      return changes > 0;
    },
    async removeSessionsOf(accountId: string, exceptIdHash = ""): Promise<void> {
      await db.delete(sessions).where(and(eq(sessions.accountId, accountId), ne(sessions.idHash, exceptIdHash)));
      const pushed = and(eq(pushSubscriptions.accountId, accountId), ne(pushSubscriptions.sessionHash, exceptIdHash));
      await db.delete(pushSubscriptions).where(pushed);
    },

    async addToken(token: NewToken): Promise<void> {
      await db.insert(tokens).values(token);
    },
    /** Returns a valid token once. */
    async useToken(hash: string, kind: Token["kind"], now: Date): Promise<Token | undefined> {
      const usable = and(has(tokens, { hash, kind, usedAt: null }), gt(tokens.expiresAt, now), isStillTheirs(db));
      const [used] = await db.update(tokens).set({ usedAt: now }).where(usable).returning();
      return used;
    },
    async removeToken(hash: string): Promise<void> {
      await db.delete(tokens).where(eq(tokens.hash, hash));
    },
    /** Voids links of a kind; without an account, setup links. */
    async removeTokens(kind: Token["kind"], accountId: string | null): Promise<void> {
      const owner = accountId === null ? isNull(tokens.accountId) : eq(tokens.accountId, accountId);
      await db.delete(tokens).where(and(eq(tokens.kind, kind), owner));
    },
    async removeLinksTo(kind: Token["kind"], email: string): Promise<void> {
      await db.delete(tokens).where(and(eq(tokens.kind, kind), eq(sql`lower(${tokens.email})`, email.toLowerCase())));
    },

    async addApiKey(key: NewApiKey): Promise<void> {
      await db.insert(apiKeys).values(key);
    },
    /** False if the account has no such key, or it is already revoked. */
    async revokeApiKey(accountId: string, id: string, at: Date): Promise<boolean> {
      const mine = has(apiKeys, { id, accountId, revokedAt: null });
      const { changes } = await db.update(apiKeys).set({ revokedAt: at }).where(mine);
      return changes > 0;
    },
    touchApiKey: statement((id: string, at: Date) =>
      db.update(apiKeys).set({ lastUsedAt: at }).where(eq(apiKeys.id, id)),
    ).run,

    async purge(now: Date): Promise<void> {
      await db.delete(sessions).where(lte(sessions.expiresAt, now));
      await db.delete(tokens).where(or(lte(tokens.expiresAt, now), sql`${tokens.usedAt} is not null`));
    },
  };
};
