import { hashToken } from "#core/credentials/tokens.ts";
import type { VatRate } from "#domain/invoices/vat.ts";
import type { Page, PageRequest } from "#domain/listings/listing.ts";
import { type Order, type OrderLine, type OrderStatus, TRANSFER } from "#domain/orders/order.ts";
import { given } from "#domain/text/given.ts";
import { pick } from "#domain/text/pick.ts";
import { has } from "../../sql/has.ts";
import { pageOf } from "../../sql/page-of.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, desc, eq, gt, inArray, isNotNull, like, lt, lte, max, ne, or, sql } from "../../sqlite/drizzle.ts";
import { isOneOf } from "../../sqlite/one-of.ts";
import type { Db } from "../../sqlite/open.ts";
import { orderLines, orders, paymentEvents, payments, vatRates } from "../../sqlite/tables.ts";
import { placeReads, placeWrites } from "../launches/places.ts";

export type Payment = typeof payments.$inferSelect;
export type NewPaymentEvent = typeof paymentEvents.$inferInsert;
export type KnownEvent = typeof paymentEvents.$inferSelect;
export type OrderFilter = { status: OrderStatus | undefined; q: string };
export type AwaitedTransfer = { order: Order; payment: Payment };
/** A launch order that has not ended. */
export type OpenLaunch = { number: string; token: string; expiresAt: Date; isHeld: boolean };

type SavedLine = Omit<OrderLine, "product" | "listingId" | "description" | "quantity" | "options">;
type Wanted = { id?: number; number?: string; token?: string; accountId?: string };

const sealedTokenOf = (db: Db, number: string, token: string) => ({
  token: hashToken(token),
  sealedToken: db.$vault.seal(["orders.sealed_token", number], token),
});
const tokenOf = (db: Db, { number, sealedToken }: { number: string; sealedToken: string | null }): string =>
  db.$vault.open(["orders.sealed_token", number], sealedToken ?? "");

const SETTLED = ["paid", "partially_refunded", "on_hold"] as const;

export const orderReads = (db: Db) => {
  const linesOf = statement(({ ids }: { ids: readonly number[] }) =>
    db
      .select()
      .from(orderLines)
      .where(isOneOf(orderLines.orderId, ids))
      .orderBy(asc(orderLines.orderId), asc(orderLines.position)),
  );
  async function withLines(rows: (typeof orders.$inferSelect)[]): Promise<Order[]> {
    if (rows.length === 0) return [];
    const lines = Map.groupBy(await linesOf.all({ ids: rows.map(({ id }) => id) }), ({ orderId }) => orderId);
    return rows.map(({ sealedToken, ...row }) => ({
      ...row,
      token: tokenOf(db, { number: row.number, sealedToken }),
      lines: (lines.get(row.id) ?? []).map(({ orderId: _, position: __, ...line }): OrderLine => line),
    }));
  }
  const one = statement(({ id, number, token, accountId }: Wanted) =>
    db
      .select()
      .from(orders)
      .where(
        and(
          id === undefined ? undefined : eq(orders.id, id),
          number === undefined ? undefined : eq(orders.number, number),
          token === undefined ? undefined : eq(orders.token, token),
          accountId === undefined ? undefined : eq(orders.accountId, accountId),
        ),
      )
      .limit(1),
  );
  const openLaunches = statement(({ accountId, now }: { accountId: string; now: Date }) =>
    db
      .select({
        listingId: orderLines.listingId,
        ...{
          ...pick(orders, "number", "sealedToken", "status", "expiresAt"),
        },
      })
      .from(orders)
      .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
      .where(
        and(
          eq(orders.accountId, accountId),
          eq(orderLines.product, "launch"),
          or(
            eq(orders.status, "on_hold"),
            and(inArray(orders.status, ["pending", "failed"]), gt(orders.expiresAt, now)),
          ),
        ),
      )
      .orderBy(asc(orders.id)),
  );
  const findOne = async (wanted: Wanted): Promise<Order | undefined> => {
    const [order] = await withLines(await one.all(wanted));
    return order;
  };
  const orderOfLine = statement(({ lineId }: { lineId: string }) =>
    db.select({ id: orderLines.orderId }).from(orderLines).where(eq(orderLines.id, lineId)),
  );

  /** Newest first. */
  async function listed(where: ReturnType<typeof and>, request: PageRequest): Promise<Page<Order>> {
    const rows = db.select().from(orders).where(where).orderBy(desc(orders.id));
    const { items, total } = await pageOf(db.$count(orders, where), request, rows);
    return { items: await withLines(items), total };
  }

  return {
    ...placeReads(db),
    async find(number: string): Promise<Order | undefined> {
      return findOne({ number });
    },
    async findById(id: number): Promise<Order | undefined> {
      return findOne({ id });
    },
    async findOwned(number: string, accountId: string): Promise<Order | undefined> {
      return findOne({ number, accountId });
    },
    async findByToken(token: string): Promise<Order | undefined> {
      return findOne({ token: hashToken(token) });
    },
    async findByLine(lineId: string): Promise<Order | undefined> {
      const line = await orderOfLine.get({ lineId });
      return line && (await findOne({ id: line.id }));
    },
    /** An account's launch orders waiting for money or a decision, by listing. */
    async openLaunches(accountId: string, now: Date): Promise<Map<number, OpenLaunch>> {
      const rows = await openLaunches.all({ accountId, now });
      return new Map(
        rows.flatMap(({ listingId, status, number, sealedToken, expiresAt }) => {
          if (listingId === null) return [];
          const order = { number, token: tokenOf(db, { number, sealedToken }), expiresAt };
          return [[listingId, { ...order, isHeld: status === "on_hold" }] as const];
        }),
      );
    },
    async listOwned(accountId: string, request: PageRequest): Promise<Page<Order>> {
      return listed(eq(orders.accountId, accountId), request);
    },
    /** Newest first; `q` is part of the number. */
    async listAll({ status, q }: OrderFilter, request: PageRequest): Promise<Page<Order>> {
      const where = and(
        status && eq(orders.status, status),
        q ? like(sql`lower(${orders.number})`, `%${q.toLowerCase()}%`) : undefined,
      );
      return listed(where, request);
    },
    async events(orderId: number): Promise<KnownEvent[]> {
      return db
        .select()
        .from(paymentEvents)
        .where(eq(paymentEvents.orderId, orderId))
        .orderBy(asc(paymentEvents.receivedAt), asc(paymentEvents.eventId));
    },
    /** Unpaid orders that have expired. */
    async overdue(now: Date, limit: number): Promise<number[]> {
      const waiting = and(inArray(orders.status, ["pending", "failed"]), lte(orders.expiresAt, now));
      const rows = await db.select({ id: orders.id }).from(orders).where(waiting).orderBy(asc(orders.id)).limit(limit);
      return rows.map(({ id }) => id);
    },
    /** Transfer orders that expire by `until`, without a reminder. */
    async transfersToRemind(now: Date, until: Date, limit: number): Promise<number[]> {
      const rows = await db
        .select({ id: orders.id })
        .from(orders)
        .innerJoin(payments, eq(payments.orderId, orders.id))
        .where(
          and(
            inArray(orders.status, ["pending", "failed"]),
            gt(orders.expiresAt, now),
            lte(orders.expiresAt, until),
            has(payments, { provider: TRANSFER, isPaid: false, remindedAt: null }),
            isNotNull(payments.instructions),
          ),
        )
        .orderBy(asc(orders.id))
        .limit(limit);
      return rows.map(({ id }) => id);
    },
    /** Orders waiting for a transfer or its remainder, longest first. */
    async awaitingTransfer({ since, limit }: { since: Date; limit: number }): Promise<AwaitedTransfer[]> {
      const open = and(
        inArray(orders.status, ["pending", "failed", "expired", "canceled"]),
        eq(payments.isPaid, false),
      );
      const short = and(has(orders, { status: "on_hold", hold: null }), lt(payments.amountCents, orders.totalCents));
      const rows = await db
        .select({ order: orders, payment: payments })
        .from(orders)
        .innerJoin(payments, eq(payments.orderId, orders.id))
        .where(and(eq(payments.provider, TRANSFER), gt(payments.startedAt, since), or(open, short)))
        .orderBy(asc(payments.startedAt), asc(orders.id))
        .limit(limit);
      const found = await withLines(rows.map(({ order }) => order));
      return rows.map(({ payment }, index) => ({ order: given(found[index]), payment }));
    },
    /** Paid lines of a listing that are not revoked, except one. */
    paidLinesOf: statement((listingId: number, exceptLineId?: string) =>
      db
        .select(pick(orderLines, "id", "product", "options"))
        .from(orderLines)
        .innerJoin(orders, eq(orders.id, orderLines.orderId))
        .where(
          and(
            has(orderLines, { listingId, refundedAt: null }),
            exceptLineId === undefined ? undefined : ne(orderLines.id, exceptLineId),
            inArray(orders.status, [...SETTLED]),
            sql`coalesce(${orders.hold}, '') != 'undeliverable'`,
            isNotNull(orders.paidAt),
          ),
        )
        .orderBy(asc(orderLines.id)),
    ).all,

    findPayment: statement((provider: string, paymentId: string) =>
      db.select().from(payments).where(has(payments, { provider, paymentId })),
    ).get,
    payments: statement((orderId: number) =>
      db
        .select()
        .from(payments)
        .where(eq(payments.orderId, orderId))
        .orderBy(asc(payments.startedAt), asc(payments.provider), asc(payments.paymentId)),
    ).all,
    async paymentsToPoll(now: Date, limit: number): Promise<Payment[]> {
      return db
        .select()
        .from(payments)
        .where(lte(payments.nextPollAt, now))
        .orderBy(asc(payments.nextPollAt), asc(payments.paymentId))
        .limit(limit);
    },

    vatRates: statement(() => db.select().from(vatRates).orderBy(asc(vatRates.country), asc(vatRates.validFrom))).all,
  };
};

export const orderWrites = (db: Db) => {
  const newest = statement(() => db.select({ id: max(orders.id) }).from(orders));
  const insert = statement((order: typeof orders.$inferInsert) => db.insert(orders).values(order));
  const update = statement(({ id, ...order }: Omit<typeof orders.$inferSelect, "token" | "sealedToken">) =>
    db.update(orders).set(order).where(eq(orders.id, id)),
  );
  const updateLine = statement(({ id, ...line }: SavedLine) =>
    db.update(orderLines).set(line).where(eq(orderLines.id, id)),
  );
  const insertEvent = statement((event: NewPaymentEvent) =>
    db.insert(paymentEvents).values(event).onConflictDoNothing(),
  );
  return {
    ...orderReads(db),
    ...placeWrites(db),
    /** Orders are never deleted, so this id is new. */
    async nextId(): Promise<number> {
      return ((await newest.get())?.id ?? 0) + 1;
    },
    async add({ lines, ...order }: Order): Promise<void> {
      await insert.run({ ...order, ...sealedTokenOf(db, order.number, order.token) });
      await db
        .insert(orderLines)
        .values(lines.map((line, index) => ({ ...line, orderId: order.id, position: index + 1 })));
    },
    async save({ lines: _, token: __, ...order }: Order): Promise<void> {
      await update.run(order);
    },
    async saveLine(line: OrderLine): Promise<void> {
      const { id, unitPriceCents, discountCents, couponCode, netCents, vatCents, totalCents, ...states } = line;
      const { fulfilledAt, reversedAt, refundedAt } = states;
      const prices = { unitPriceCents, discountCents, couponCode, netCents, vatCents, totalCents };
      await updateLine.run({ id, ...prices, fulfilledAt, reversedAt, refundedAt });
    },
    async moveLine({ id, description, options }: OrderLine): Promise<void> {
      await db.update(orderLines).set({ description, options }).where(eq(orderLines.id, id));
    },
    savePayment: statement((payment: Payment) =>
      db
        .insert(payments)
        .values(payment)
        .onConflictDoUpdate({ target: [payments.provider, payments.paymentId], set: payment }),
    ).run,
    /** False if already saved. */
    async addEvent(event: NewPaymentEvent): Promise<boolean> {
      return (await insertEvent.run(event)).changes > 0;
    },
    /** Replaces a rate of the same day. */
    async putVatRate(rate: VatRate): Promise<void> {
      const { rateBp } = rate;
      const target = [vatRates.country, vatRates.validFrom];
      await db.insert(vatRates).values(rate).onConflictDoUpdate({ target, set: { rateBp } });
    },
    async removeVatRate(country: string, validFrom: string): Promise<void> {
      await db.delete(vatRates).where(has(vatRates, { country, validFrom }));
    },
    /** Known rates stay unchanged. */
    async addVatRates(rates: VatRate[]): Promise<void> {
      await db.insert(vatRates).values(rates).onConflictDoNothing();
    },
  };
};
