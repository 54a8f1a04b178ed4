import type { Column } from "drizzle-orm";
import { given } from "#domain/text/given.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import {
  alias,
  and,
  count,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  notExists,
  or,
  sql,
} from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { accounts, oauthObjects } from "../../sqlite/tables.ts";

/**
 * An object of the authorization server: client, grant, code, token, session, interaction. Ids that
 * are secrets are hashed.
 */
export type OauthObject = typeof oauthObjects.$inferSelect;
export type NewOauthObject = Omit<OauthObject, "consumedAt" | "reuses">;

export type App = { name: string; host: string | null; redirectHost: string };

export type ConnectedApp = {
  clientId: string;
  name: string;
  /** Verified host of the app; null if unverified. */
  host: string | null;
  scopes: string[];
  connectedAt: Date;
  lastUsedAt: Date;
};

const DAY_MS = 24 * 3600 * 1000;
/** When a grant without tokens is abandoned; codes become tokens within a minute. */
const GRANT_PATIENCE_MS = 10 * 60 * 1000;
/** Rotated refresh tokens are kept this long, so that reusing a stolen one revokes its family. */
const REUSE_MEMORY_MS = 7 * DAY_MS;
const UNUSED_CLIENT_MS = DAY_MS;
const USED_CLIENT_MS = 30 * DAY_MS;

const TOKENS = ["AccessToken", "RefreshToken"];

type Columns = Record<"model" | "payload" | "consumedAt", Column>;

/** Whether a connected client's metadata names `url` as key set. */
const isUsedWithKeySet = ({ model, payload, consumedAt }: Columns, url: Column | string) =>
  and(
    or(eq(model, "Document"), and(eq(model, "Client"), isNotNull(consumedAt))),
    sql`case when json_valid(${payload}) then json_extract(${payload}, '$.jwks_uri') end = ${url}`,
  );

export const oauthReads = (db: Db) => {
  const app = alias(oauthObjects, "app");
  const token = alias(oauthObjects, "token");
  const child = alias(oauthObjects, "child");
  const findById = statement(({ model, id }: Pick<OauthObject, "model" | "id">) =>
    db.select().from(oauthObjects).where(has(oauthObjects, { model, id })),
  );

  return {
    async find(model: string, id: string): Promise<OauthObject | undefined> {
      return findById.get({ model, id });
    },
    findByUid: statement((model: string, uid: string) =>
      db.select().from(oauthObjects).where(has(oauthObjects, { model, uid })),
    ).get,
    /** Whether a refresh token's successor was itself replaced and used. */
    async hasUsedGrandchild(id: string): Promise<boolean> {
      const used = db
        .select({ id: token.id })
        .from(child)
        .innerJoin(token, and(has(token, { uid: child.id, model: child.model }), isNotNull(token.consumedAt)))
        .where(has(child, { uid: id, model: "RefreshToken" }))
        .limit(1);
      return (await used.get()) !== undefined;
    },
    async hasGrant(accountId: string, clientId: string): Promise<boolean> {
      const { model, accountId: owner, clientId: client } = oauthObjects;
      const isIt = and(eq(model, "Grant"), eq(owner, accountId), eq(client, clientId));
      return (await db.select({ id: oauthObjects.id }).from(oauthObjects).where(isIt).limit(1).get()) !== undefined;
    },
    /** An access token with its account's status and its App, in one query. */
    findAccess: statement((id: string) =>
      db
        .select({
          payload: oauthObjects.payload,
          expiresAt: oauthObjects.expiresAt,
          accountStatus: accounts.status,
          app: app.payload,
        })
        .from(oauthObjects)
        .leftJoin(accounts, eq(accounts.id, oauthObjects.accountId))
        .leftJoin(app, has(app, { model: "App", id: oauthObjects.grantId }))
        .where(has(oauthObjects, { model: "AccessToken", id })),
    ).get,
    async findDocument(url: string, now: Date): Promise<string | undefined> {
      const kept = await findById.get({ model: "Document", id: url });
      return kept && (!kept.expiresAt || kept.expiresAt > now) ? kept.payload : undefined;
    },
    async isDocumentOfConnected(url: string): Promise<boolean> {
      const grant = has(oauthObjects, { model: "Grant", clientId: url });
      if (await db.select({ id: oauthObjects.id }).from(oauthObjects).where(grant).limit(1).get()) return true;
      const namesIt = isUsedWithKeySet(oauthObjects, url);
      return (await db.select({ id: oauthObjects.id }).from(oauthObjects).where(namesIt).limit(1).get()) !== undefined;
    },
    async connectedApps(accountId: string, now: Date): Promise<ConnectedApp[]> {
      const rows = await db
        .select({
          clientId: oauthObjects.clientId,
          grant: oauthObjects.payload,
          app: app.payload,
          connectedAt: oauthObjects.createdAt,
          lastUsedAt: sql<number>`max(${token.createdAt})`,
        })
        .from(oauthObjects)
        .innerJoin(
          token,
          and(
            has(token, { grantId: oauthObjects.id, consumedAt: null }),
            inArray(token.model, TOKENS),
            gt(token.expiresAt, now),
          ),
        )
        .leftJoin(app, has(app, { model: "App", id: oauthObjects.id }))
        .where(has(oauthObjects, { model: "Grant", accountId }))
        .groupBy(oauthObjects.model, oauthObjects.id, app.model, app.id)
        .orderBy(oauthObjects.createdAt);

      const apps = new Map<string, ConnectedApp>();
      for (const row of rows) {
        const clientId = row.clientId ?? "";
        const seen: App = row.app ? JSON.parse(row.app) : { name: clientId, host: null };
        const { resources = {} }: { resources?: Record<string, string> } = JSON.parse(row.grant);
        const earlier = apps.get(clientId);
        const scopes = Object.values(resources).flatMap((list) => list.split(" "));
        apps.set(clientId, {
          clientId,
          name: seen.name,
          host: seen.host,
          scopes: [...new Set([...(earlier?.scopes ?? []), ...scopes])].sort(),
          connectedAt: earlier?.connectedAt ?? row.connectedAt,
          lastUsedAt: new Date(Math.max(earlier?.lastUsedAt.getTime() ?? 0, row.lastUsedAt)),
        });
      }
      return [...apps.values()].sort((a, b) => b.lastUsedAt.getTime() - a.lastUsedAt.getTime());
    },
  };
};

export const oauthWrites = (db: Db) => ({
  ...oauthReads(db),

  async put(object: NewOauthObject): Promise<void> {
    await db
      .insert(oauthObjects)
      .values(object)
      .onConflictDoUpdate({ target: [oauthObjects.model, oauthObjects.id], set: object });
  },
  async remove(model: string, id: string): Promise<void> {
    await db.delete(oauthObjects).where(has(oauthObjects, { model, id }));
  },
  async removeByGrant(model: string, grantId: string): Promise<void> {
    await db.delete(oauthObjects).where(has(oauthObjects, { grantId, model }));
  },
  /** True for the only caller that consumed it. For clients: records the last consent. */
  async consume(model: string, id: string, at: Date): Promise<boolean> {
    const unused = has(oauthObjects, { model, id, consumedAt: null });
    return (await db.update(oauthObjects).set({ consumedAt: at }).where(unused)).changes > 0;
  },
  /** Counts a reuse; false if consumed before `since` or reused `limit` times. */
  async reuse(model: string, id: string, since: Date, limit: number): Promise<boolean> {
    const reusable = and(
      has(oauthObjects, { model, id }),
      gt(oauthObjects.consumedAt, since),
      lt(oauthObjects.reuses, limit),
    );
    const reuses = sql`${oauthObjects.reuses} + 1`;
    return (await db.update(oauthObjects).set({ reuses }).where(reusable)).changes > 0;
  },
  /** Stores a connected app's document, if changed. */
  async keepDocument(url: string, body: string, at: Date): Promise<void> {
    const row = { model: "Document", id: url, payload: body, createdAt: at, expiresAt: null };
    const target = [oauthObjects.model, oauthObjects.id];
    const setWhere = sql`${oauthObjects.payload} <> ${body} or ${oauthObjects.expiresAt} is not null`;
    await db.insert(oauthObjects).values(row).onConflictDoUpdate({ target, set: row, setWhere });
  },
  /** Makes a stored document expire at `until` at the latest. */
  async giveUpDocument(url: string, until: Date): Promise<void> {
    await db
      .update(oauthObjects)
      .set({ expiresAt: until })
      .where(has(oauthObjects, { model: "Document", id: url, expiresAt: null }));
  },
  /**
   * Deletes the oldest unused client from before `before`. If `limit` are newer, returns the time
   * of the oldest.
   */
  async makeRoomForClient(limit: number, before: Date): Promise<Date | undefined> {
    // Inlined, because partial indexes need literals.
    const isUnused = sql`${oauthObjects.model} = 'Client' and ${oauthObjects.consumedAt} is null`;
    const figures = { kept: count(), oldest: min(oauthObjects.createdAt) };
    const { kept, oldest } = given(await db.select(figures).from(oauthObjects).where(isUnused).get());
    if (kept < limit || !oldest) return undefined;
    if (oldest >= before) return oldest;
    const tooMany = db
      .select({ id: oauthObjects.id })
      .from(oauthObjects)
      .where(and(isUnused, lt(oauthObjects.createdAt, before)))
      .orderBy(oauthObjects.createdAt)
      .limit(kept - limit + 1);
    await db.delete(oauthObjects).where(and(eq(oauthObjects.model, "Client"), inArray(oauthObjects.id, tooMany)));
    return undefined;
  },
  async markClientUsed(clientId: string, at: Date): Promise<void> {
    await db
      .update(oauthObjects)
      .set({ consumedAt: at })
      .where(has(oauthObjects, { model: "Client", id: clientId }));
  },

  async revokeGrant(grantId: string): Promise<void> {
    await db.delete(oauthObjects).where(eq(oauthObjects.grantId, grantId));
  },
  async revokeGrantsOf(accountId: string, clientId?: string): Promise<number> {
    const grants = await db
      .select({ id: oauthObjects.id })
      .from(oauthObjects)
      .where(
        and(
          has(oauthObjects, { model: "Grant", accountId }),
          clientId === undefined ? undefined : eq(oauthObjects.clientId, clientId),
        ),
      );
    for (const { id } of grants) await this.revokeGrant(id);
    return grants.length;
  },

  /** Deletes expired objects, grants without tokens, and unused clients. */
  async purge(now: Date): Promise<void> {
    const before = (ms: number) => new Date(now.getTime() - ms);
    const other = alias(oauthObjects, "other");
    await db.delete(oauthObjects).where(lte(oauthObjects.expiresAt, now));
    await db
      .delete(oauthObjects)
      .where(and(eq(oauthObjects.model, "RefreshToken"), lt(oauthObjects.consumedAt, before(REUSE_MEMORY_MS))));

    const tokenOfGrant = db
      .select({ id: other.id })
      .from(other)
      .where(and(has(other, { grantId: oauthObjects.id, consumedAt: null }), inArray(other.model, TOKENS)));
    await db
      .delete(oauthObjects)
      .where(
        and(
          inArray(oauthObjects.model, ["Grant", "App"]),
          lt(oauthObjects.createdAt, before(GRANT_PATIENCE_MS)),
          notExists(tokenOfGrant),
        ),
      );

    const grantOfClient = db
      .select({ id: other.id })
      .from(other)
      .where(has(other, { clientId: oauthObjects.id, model: "Grant" }));
    const clientOfKeySet = db.select({ id: other.id }).from(other).where(isUsedWithKeySet(other, oauthObjects.id));
    await db
      .delete(oauthObjects)
      .where(and(eq(oauthObjects.model, "Document"), notExists(grantOfClient), notExists(clientOfKeySet)));
    await db
      .delete(oauthObjects)
      .where(
        and(
          eq(oauthObjects.model, "Client"),
          notExists(grantOfClient),
          or(
            and(isNull(oauthObjects.consumedAt), lt(oauthObjects.createdAt, before(UNUSED_CLIENT_MS))),
            and(isNotNull(oauthObjects.consumedAt), lt(oauthObjects.consumedAt, before(USED_CLIENT_MS))),
          ),
        ),
      );
  },
});
