import type { Place } from "#core/credentials/vault.ts";
import type { Page, PageRequest } from "#domain/listings/listing.ts";
import type { OutboxEvent } from "#domain/notifications/event.ts";
import type { DeliveryState, WebhookDelivery, WebhookEndpoint } from "#domain/notifications/webhook.ts";
import { given } from "#domain/text/given.ts";
import { has } from "../../sql/has.ts";
import { pageOf } from "../../sql/page-of.ts";
import { and, asc, desc, eq, isNull, lt, lte, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { events, webhookDeliveries, webhookEndpoints } from "../../sqlite/tables.ts";

export type DeliveryWithEvent = { delivery: WebhookDelivery; event: OutboxEvent };

const isWaiting = (endpointId: string) => has(webhookDeliveries, { endpointId, state: "waiting" });

type Secrets = { id: string; secret?: string | undefined; oldSecret?: string | null | undefined };
/** The existing secrets, transformed by `work`. */
const secretsOf = ({ id, secret, oldSecret }: Secrets, work: (place: Place, text: string) => string) => ({
  ...(secret !== undefined && { secret: work(["webhook_endpoints.secret", id], secret) }),
  ...(oldSecret && { oldSecret: work(["webhook_endpoints.old_secret", id], oldSecret) }),
});

export const webhookReads = (db: Db) => {
  const opened = (row: WebhookEndpoint | undefined): WebhookEndpoint | undefined =>
    row && { ...row, ...secretsOf(row, db.$vault.open) };
  const withEvent = { delivery: webhookDeliveries, event: events };
  return {
    async find(id: string): Promise<WebhookEndpoint | undefined> {
      return opened(await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).get());
    },
    async ofAccount(accountId: string): Promise<WebhookEndpoint[]> {
      const rows = await db
        .select()
        .from(webhookEndpoints)
        .where(eq(webhookEndpoints.accountId, accountId))
        .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id));
      return rows.map((row) => given(opened(row)));
    },
    /** Other accounts' endpoints do not exist for the caller. */
    async findOwn(accountId: string, id: string): Promise<WebhookEndpoint | undefined> {
      const isOwn = has(webhookEndpoints, { accountId, id });
      return opened(await db.select().from(webhookEndpoints).where(isOwn).get());
    },
    async findDelivery(id: string): Promise<WebhookDelivery | undefined> {
      return db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id)).get();
    },
    async deliveries(
      endpointId: string,
      request: PageRequest,
      state?: DeliveryState,
    ): Promise<Page<DeliveryWithEvent>> {
      const where = and(eq(webhookDeliveries.endpointId, endpointId), state && eq(webhookDeliveries.state, state));
      return pageOf(
        db.$count(webhookDeliveries, where),
        request,
        db
          .select(withEvent)
          .from(webhookDeliveries)
          .innerJoin(events, eq(events.seq, webhookDeliveries.eventSeq))
          .where(where)
          .orderBy(desc(webhookDeliveries.eventSeq)),
      );
    },
    /** New events before retries, so that a failing one does not block others. */
    async nextDue(endpointId: string, now: Date): Promise<DeliveryWithEvent | undefined> {
      return db
        .select(withEvent)
        .from(webhookDeliveries)
        .innerJoin(events, eq(events.seq, webhookDeliveries.eventSeq))
        .where(and(isWaiting(endpointId), lte(webhookDeliveries.nextAt, now)))
        .orderBy(asc(webhookDeliveries.attempts), asc(webhookDeliveries.eventSeq))
        .limit(1)
        .get();
    },
    async nextAt(endpointId: string): Promise<Date | undefined> {
      return (
        await db
          .select({ at: webhookDeliveries.nextAt })
          .from(webhookDeliveries)
          .where(isWaiting(endpointId))
          .orderBy(asc(webhookDeliveries.nextAt))
          .limit(1)
          .get()
      )?.at;
    },
    /** Endpoints with overdue deliveries that are not held. */
    async overdue(before: Date): Promise<string[]> {
      const rows = await db
        .selectDistinct({ id: webhookDeliveries.endpointId })
        .from(webhookDeliveries)
        .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
        .where(
          and(
            eq(webhookDeliveries.state, "waiting"),
            lt(webhookDeliveries.nextAt, before),
            isNull(webhookEndpoints.offSince),
            sql`coalesce(${webhookEndpoints.heldUntil}, 0) < ${before.getTime()}`,
          ),
        );
      return rows.map(({ id }) => id);
    },
  };
};

export const webhookWrites = (db: Db) => ({
  ...webhookReads(db),
  async add(endpoint: typeof webhookEndpoints.$inferInsert): Promise<void> {
    await db.insert(webhookEndpoints).values({ ...endpoint, ...secretsOf(endpoint, db.$vault.seal) });
  },
  async update(id: string, changes: Partial<Omit<WebhookEndpoint, "id" | "accountId">>): Promise<void> {
    const sealed = secretsOf({ id, ...changes }, db.$vault.seal);
    await db
      .update(webhookEndpoints)
      .set({ ...changes, ...sealed })
      .where(eq(webhookEndpoints.id, id));
  },
  async remove(id: string): Promise<void> {
    await db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
  },
  /** Idempotent per event and endpoint. */
  async addDelivery(delivery: typeof webhookDeliveries.$inferInsert): Promise<void> {
    await db.insert(webhookDeliveries).values(delivery).onConflictDoNothing();
  },
  async updateDelivery(id: string, changes: Partial<Omit<WebhookDelivery, "id">>): Promise<void> {
    await db.update(webhookDeliveries).set(changes).where(eq(webhookDeliveries.id, id));
  },
  async replay(endpointId: string, at: Date, id?: string): Promise<number> {
    const ended =
      id === undefined
        ? eq(webhookDeliveries.state, "failed")
        : and(eq(webhookDeliveries.id, id), sql`${webhookDeliveries.state} <> 'waiting'`);
    const again = { state: "waiting" as const, attempts: 0, nextAt: at };
    const where = and(eq(webhookDeliveries.endpointId, endpointId), ended);
    return (await db.update(webhookDeliveries).set(again).where(where)).changes;
  },
  /** Fails pending deliveries of a disabled endpoint. */
  async failWaiting(endpointId: string, error: string): Promise<void> {
    await db.update(webhookDeliveries).set({ state: "failed", error }).where(isWaiting(endpointId));
  },
});
