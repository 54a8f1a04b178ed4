import type { Deps } from "../actions/context.ts";
import { settle } from "../actions/orders/apply-payment.ts";
import { recheckVatNumber } from "../actions/orders/checkout.ts";
import { missingSellerSettings } from "../actions/orders/invoicing.ts";
import { pollPayment } from "../actions/orders/poll-payment.ts";
import type { Payment } from "../store/repos/orders.ts";
import type { JobKind } from "./runner.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const BATCH = 100;

/** Ends orders that nobody paid in time. */
export const expireOrders: JobKind = {
  concurrency: 1,
  retryDelaysMs: [MINUTE],
  everyMs: 10 * MINUTE,
  async run(_payload: unknown, deps: Deps) {
    const { store, now } = deps;
    for (;;) {
      const ids = await store.orders.overdue(now(), BATCH);
      if (ids.length === 0) return;
      for (const id of ids)
        await store.change(async (tx) => {
          const order = await tx.orders.findById(id);
          if (order) await settle(tx, { ...order, closed: order.closed ?? "expired" }, deps);
        });
    }
  },
};

/** An open payment is asked about often at first; one that is paid now and then, for a refund or dispute that was missed. */
const OPEN_DELAYS = [MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR];
const OPEN_DAYS = 30;
const PAID_DAYS = 180;

/** When to ask about a payment again; null when it is settled for good. */
export function nextPoll({ attempt, isPaid, isRefunded, startedAt, polls }: Payment, now: Date): Date | null {
  const age = now.getTime() - startedAt.getTime();
  const delay = isPaid ? DAY : (OPEN_DELAYS[polls] ?? 12 * HOUR);
  const isOver = isPaid ? isRefunded || age > PAID_DAYS * DAY : attempt === "expired" || age > OPEN_DAYS * DAY;
  return isOver ? null : new Date(now.getTime() + delay);
}

/** Asks providers about payments whose events may have been lost. One that does not answer is asked again later. */
export const pollPayments: JobKind = {
  concurrency: 1,
  retryDelaysMs: [MINUTE],
  everyMs: MINUTE,
  async run(_payload: unknown, deps: Deps, signal: AbortSignal) {
    const { store, now } = deps;
    for (const { provider, paymentId } of await store.orders.paymentsToPoll(now(), BATCH)) {
      signal.throwIfAborted();
      await pollPayment({ provider, paymentId }, deps);
      await store.change(async (tx) => {
        const payment = await tx.orders.findPayment(provider, paymentId);
        if (!payment) return;
        const asked = { ...payment, polls: payment.polls + 1 };
        await tx.orders.savePayment({ ...asked, nextPollAt: nextPoll(payment, now()) });
      });
    }
    deps.wakeJobs();
  },
};

/**
 * Issues invoices of paid orders that have none, because the settings did not say who sells. Each is issued as of now: the numbers
 * count up in the order of issue.
 */
export const issueInvoices: JobKind = {
  concurrency: 1,
  retryDelaysMs: [MINUTE],
  everyMs: HOUR,
  async run(_payload: unknown, deps: Deps, signal: AbortSignal) {
    const { store, settings, log } = deps;
    const missing = missingSellerSettings(settings);
    for (let last = 0; ; ) {
      const ids = await store.invoices.missing(last, BATCH);
      if (ids.length > 0 && missing.length > 0)
        return log.error({ missing }, "paid orders wait for their invoices: set who sells, and restart");
      for (const id of ids) {
        signal.throwIfAborted();
        await store.change(async (tx) => {
          const order = await tx.orders.findById(id);
          if (order) await settle(tx, order, deps);
        });
      }
      if (ids.length < BATCH) return deps.wakeJobs();
      last = ids.at(-1)!;
    }
  },
};

/** Asks the register again about the VAT number of an order, while it can still change the price. */
export const recheckVat: JobKind = {
  concurrency: 1,
  retryDelaysMs: [15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR],
  run: ({ number }: { number: string }, deps: Deps) => recheckVatNumber(number, deps),
};
