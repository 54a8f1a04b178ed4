import { checkPaidNumber } from "#actions/invoices/credit-vat.ts";
import { missingSellerSettings } from "#actions/invoices/invoicing.ts";
import { askForCosts } from "#actions/invoices/payment-costs.ts";
import { keepExchangeRates } from "#actions/invoices/seller-vat.ts";
import { watchThreshold } from "#actions/invoices/vat-threshold.ts";
import { settle } from "#actions/orders/apply-payment.ts";
import { pollPayment } from "#actions/orders/poll-payment.ts";
import { remindOfTransfer } from "#actions/orders/transfer.ts";
import { checkNumberAgain } from "#actions/orders/unpaid.ts";
import { REMINDED_MS } from "#domain/orders/order.ts";
import type { Payment } from "#store/repos/orders/orders.ts";
import type { JobKind } from "./runner.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const BATCH = 100;

export const expireOrders: JobKind = {
  retryDelaysMs: [MINUTE],
  everyMs: 10 * MINUTE,
  async run(_payload, deps) {
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

/** Reminds buyers once of missing transfers before their orders expire. */
export const remindTransfers: JobKind = {
  retryDelaysMs: [MINUTE],
  everyMs: 10 * MINUTE,
  async run(_payload, deps) {
    const { store, now } = deps;
    const until = new Date(now().getTime() + REMINDED_MS);
    for (const id of await store.orders.transfersToRemind(now(), until, BATCH))
      await store.change((tx) => remindOfTransfer(tx, id, deps));
    deps.wakeJobs();
  },
};

const OPEN_DELAYS = [MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR];
const OPEN_DAYS = 30;
const PAID_DAYS = 180;
const REFUND_DAYS = 45;

/** When to poll a payment again; null if it is settled. */
export function nextPoll(payment: Payment, now: Date): Date | null {
  const { attempt, isPaid, isRefunded, startedAt, updatedAt, polls } = payment;
  const age = now.getTime() - startedAt.getTime();
  const isQuiet = now.getTime() - updatedAt.getTime() > REFUND_DAYS * DAY;
  const delay = isPaid ? DAY : (OPEN_DELAYS[polls] ?? 12 * HOUR);
  const isOver = isPaid
    ? isQuiet && (isRefunded || age > PAID_DAYS * DAY)
    : attempt === "expired" || age > OPEN_DAYS * DAY;
  return isOver ? null : new Date(now.getTime() + delay);
}

/** Polls payments whose webhooks may be lost. Failed providers are retried later. */
export const pollPayments: JobKind = {
  retryDelaysMs: [MINUTE],
  everyMs: MINUTE,
  async run(_payload, deps, signal) {
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
 * Issues missing invoices once seller details and exchange rate are known. They are dated now,
 * because numbers increase with the date of issue.
 */
export const issueInvoices: JobKind = {
  retryDelaysMs: [MINUTE],
  everyMs: HOUR,
  async run(_payload, deps, signal) {
    const { store, settings, log } = deps;
    const missing = missingSellerSettings(settings);
    for (let last = 0; ; ) {
      const orders = await store.invoices.missing(last, BATCH);
      if (orders.length > 0 && missing.length > 0)
        return log.error(
          { missing },
          "paid orders have no invoice: set SELLER_NAME, SELLER_ADDRESS and SELLER_COUNTRY",
        );
      await keepExchangeRates(
        orders.flatMap(({ paidAt }) => paidAt ?? []),
        deps,
      );
      for (const { id } of orders) {
        signal.throwIfAborted();
        await store.change(async (tx) => {
          const order = await tx.orders.findById(id);
          if (order) await settle(tx, order, deps);
        });
      }
      if (orders.length < BATCH) return deps.wakeJobs();
      last = orders.at(-1)?.id ?? last;
    }
  },
};

export const askCosts: JobKind = {
  retryDelaysMs: [HOUR],
  everyMs: HOUR,
  run: (_payload, deps, signal) => askForCosts(deps, signal),
};

export const watchVatThreshold: JobKind = {
  retryDelaysMs: [MINUTE],
  everyMs: HOUR,
  run: (_payload, deps) => watchThreshold(deps),
};

/** Checks an order's VAT number again: before payment the price changes, afterwards VAT is credited. */
export const recheckVat: JobKind = {
  retryDelaysMs: [15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY],
  async run({ number }: { number: string }, deps) {
    if (!(await checkNumberAgain(number, deps)) || !(await checkPaidNumber(number, deps)))
      throw new Error("The VAT register is not available.");
  },
};
