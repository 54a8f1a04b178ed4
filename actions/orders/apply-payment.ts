import { conflict } from "#core/errors/errors.ts";
import type { Invoice } from "#domain/invoices/invoice.ts";
import { moneyText } from "#domain/orders/money.ts";
import {
  isGood,
  NO_PAYMENT,
  ORDER_STATES,
  type Order,
  type OrderStatus,
  refundedOf,
  statusOf,
  wantedOf,
  withReport,
} from "#domain/orders/order.ts";
import { ORDER_REASONS, reasonText } from "#domain/orders/stored-words.ts";
import { momentText } from "#domain/time/date-words.ts";
import { inEnglish, type Text, t } from "#languages/words.ts";
import type { PaymentEvent } from "#payments/gateway.ts";
import type { Payment } from "#store/repos/orders/orders.ts";
import type { Tx } from "#store/store.ts";
import { issueDocuments } from "../invoices/invoicing.ts";
import { keepEvidence } from "../invoices/place-evidence.ts";
import { takeUse } from "./coupons.ts";
import { finishRefunds } from "./finish-refunds.ts";
import { giveBack, takeReserved } from "./reserve.ts";
import { sendDocuments, type Telling, tellAdmins, tellBuyer } from "./tell.ts";

export type ProviderEvent = PaymentEvent & { provider: string };
/** `foreign` is a sale of something else in the same provider account. */
export type Applied = "applied" | "duplicate" | "unknown_order" | "foreign";

/**
 * Applies a provider's report, the only way to pay, refund or dispute an order. Reports may be
 * late, repeated, out of order or for unknown orders. Call `wakeJobs` to update the lines.
 */
export async function applyPayment(
  tx: Tx,
  { provider, ...event }: ProviderEvent,
  now: Date,
  deps: Omit<Telling, "now">,
): Promise<Applied> {
  const telling = { ...deps, now: () => now };
  const { eventId, paymentId } = event;
  const known = await tx.orders.findPayment(provider, paymentId);
  const order = known
    ? await tx.orders.findById(known.orderId)
    : event.orderNumber === null
      ? undefined
      : await tx.orders.find(event.orderNumber);
  if (!order && event.orderNumber === null) return "foreign";
  const isNew = await tx.orders.addEvent({
    provider,
    eventId,
    paymentId,
    orderId: order?.id ?? null,
    event,
    receivedAt: now,
  });
  if (order && event.payer) await keepEvidence(tx, order.id, [event.payer], now);
  if (!isNew) return "duplicate";
  if (!order) {
    if (event.state === "paid")
      await tellAdmins(
        tx,
        t`Payment for an unknown order`,
        [
          t`${provider} reports ${paidText(event.amountCents, event.currency)} for payment ${paymentId}, order ${event.orderNumber ?? ""}.`,
        ],
        telling,
      );
    return "unknown_order";
  }

  const before = known ?? newPayment(provider, paymentId, order.id, now);
  const payment: Payment = { ...before, ...withReport(before, event), updatedAt: now };
  // Refunds can still fail after polling has ended.
  const isBack = payment.refundedCents > before.refundedCents;
  await tx.orders.savePayment({ ...payment, nextPollAt: payment.nextPollAt ?? (isBack ? now : null) });
  const settled = await settle(tx, order, telling);
  if (payment.refundsFailedCents > before.refundsFailedCents)
    await tellOfFailedRefund(tx, settled, before, payment, telling);
  const isNews = !before.isPaid || payment.amountCents !== before.amountCents;
  if (payment.isPaid && isNews) await tellOfOddMoney(tx, settled, payment, telling);
  return "applied";
}

export const newPayment = (provider: string, paymentId: string, orderId: number, now: Date): Payment => ({
  ...NO_PAYMENT,
  provider,
  paymentId,
  orderId,
  redirectUrl: null,
  instructions: null,
  polls: 0,
  nextPollAt: now,
  remindedAt: null,
  correction: null,
  startedAt: now,
  updatedAt: now,
});

/** Reports a manual refund, with the total refunded of the payment. */
export const refundReport = (order: Order, payment: Payment, refundedCents: number): ProviderEvent => {
  const { provider, paymentId, amountCents, currency, refundsFailedCents } = payment;
  return {
    provider,
    paymentId,
    eventId: `refunded:${paymentId}:${refundedCents + refundsFailedCents}`,
    orderNumber: order.number,
    state: refundedCents === amountCents ? "refunded" : "partially_refunded",
    amountCents,
    currency: currency ?? order.currency,
    refundedCents,
    refundsFailedCents,
  };
};

/** Updates an order's status from its payments, then its lines. Returns the saved order. */
export async function settle(tx: Tx, order: Order, deps: Telling): Promise<Order> {
  const now = deps.now();
  const payments = await tx.orders.payments(order.id);
  const lines = await finishRefunds(tx, order, payments, now);
  let next: Order = { ...order, lines, refundedCents: refundedOf(order, payments), statusReason: null };
  next.status = statusOf(next, payments);
  if (next.status === "expired" || next.status === "canceled") await giveBack(tx, order);
  const isSettled = next.status === "paid" || next.status === "partially_refunded";
  if (isSettled && wantedOf(order) !== "fulfilled") {
    next.paidAt ??= now;
    const missing = await takeReserved(tx, next, deps);
    if (missing) next = { ...next, status: "on_hold", hold: "undeliverable", statusReason: missing };
  } else if (next.status === "on_hold") {
    next.statusReason = next.hold === null ? inEnglish(ORDER_REASONS.amount()) : order.statusReason;
  }

  const wasPaid = payments.some(({ isPaid }) => isPaid);
  const documents = wasPaid ? await issueDocuments(tx, next, payments, deps) : [];
  const isSame = next.status === order.status && next.refundedCents === order.refundedCents && next.hold === order.hold;
  if (isSame) {
    await sendDocuments(tx, order, documents, false, deps);
    return order;
  }
  next = { ...next, revision: order.revision + 1, updatedAt: now };
  await tx.orders.save(next);
  if (wantedOf(next) !== "untouched") await addLineJobs(tx, next, now);
  const isTold = next.status !== order.status && (await tellOf(tx, order.status, next, payments, documents, deps));
  await sendDocuments(tx, next, documents, isTold, deps);
  return next;
}

/** One job per line and revision, which reads the target state when it runs. */
async function addLineJobs(tx: Tx, { lines, revision }: Order, now: Date): Promise<void> {
  for (const { id } of lines)
    await tx.jobs.add({
      id: `settle-line:${id}:${revision}`,
      kind: "settle-line",
      payload: { lineId: id },
      runAt: now,
      createdAt: now,
    });
}

/** True if the buyer was emailed. */
async function tellOf(
  tx: Tx,
  before: OrderStatus,
  order: Order,
  payments: readonly Payment[],
  documents: readonly Invoice[],
  deps: Telling,
): Promise<boolean> {
  const { status, number } = order;
  const hasFailed = before === "refunded" && payments.some(({ refundsFailedCents }) => refundsFailedCents > 0);
  const news =
    hasFailed && status === "paid"
      ? "refund_failed"
      : status === "paid" && before !== "disputed" && before !== "partially_refunded"
        ? "paid"
        : status === "refunded" && order.totalCents > 0
          ? "refunded"
          : status === "on_hold" && order.hold === "undeliverable"
            ? "held"
            : undefined;
  if (news) await tellBuyer(tx, order, news, documents, deps);
  if (status === "disputed") {
    const due = payments.find(({ dispute, disputeDueAt }) => dispute === "open" && disputeDueAt !== null)?.disputeDueAt;
    const facts = [
      t`The payment of ${paidText(order.totalCents, order.currency)} for ${number} is disputed.`,
      ...(due ? [t`Send your evidence to the provider by ${momentText(due)}.`] : []),
    ];
    await tellAdmins(tx, t`Order ${number} is disputed`, facts, deps);
  }
  if (status === "on_hold" && order.hold === "undeliverable") {
    const facts = [t`${number} is paid but cannot be fulfilled: ${reasonText(order.statusReason)}`];
    await tellAdmins(tx, t`Order ${number} is on hold`, facts, deps);
  }
  return news !== undefined;
}

/** A failed refund must be sent another way. */
async function tellOfFailedRefund(
  tx: Tx,
  { number, currency, status }: Order,
  before: Payment,
  { provider, paymentId, ...payment }: Payment,
  deps: Telling,
): Promise<void> {
  const cents = payment.refundsFailedCents - before.refundsFailedCents;
  const facts = [
    t`${paidText(cents, payment.currency ?? currency)} for ${number} came back to your account at ${provider}: a refund failed, or a chargeback was reversed (payment ${paymentId}).`,
    t`The status of the order: ${ORDER_STATES[status]}. If the buyer should get the money, refund it again or send it another way.`,
  ];
  await tellAdmins(tx, t`Order ${number}: a refund failed`, facts, deps);
}

/** A payment with a wrong amount, or a second one, needs an admin. */
async function tellOfOddMoney(tx: Tx, order: Order, payment: Payment, deps: Telling): Promise<void> {
  const { number } = order;
  const others = (await tx.orders.payments(order.id)).filter(
    (other) => isGood(other, order) && other.paymentId !== payment.paymentId,
  );
  if (isGood(payment, order) && others.length === 0) return;
  const sum = paidText(payment.amountCents, payment.currency ?? order.currency);
  if (!isGood(payment, order)) {
    const total = paidText(order.totalCents, order.currency);
    const facts = [t`${number} costs ${total}. ${payment.provider} reports ${sum} (payment ${payment.paymentId}).`];
    await tellAdmins(tx, t`Order ${number} was paid with a wrong amount`, facts, deps);
    await tellBuyer(tx, order, "differs", [], deps);
    return;
  }
  const facts = [
    t`${number} was paid again: ${sum} at ${payment.provider} (payment ${payment.paymentId}). Refund one of the two payments.`,
  ];
  await tellAdmins(tx, t`Order ${number} was paid twice`, facts, deps);
}

/** Providers may report unknown currencies. */
const paidText = (cents: number, currency: string): Text =>
  /^[A-Z]{3}$/.test(currency) ? moneyText(cents, currency) : `${cents} ${currency}`;

/** Admin: releases an order on hold, accepting the amount and taking available places. */
export async function releaseHold(tx: Tx, number: string, deps: Telling): Promise<Order | undefined> {
  const order = await tx.orders.find(number);
  if (order?.status !== "on_hold") return order;
  if ((await tx.refunds.ofOrder(order.id)).some(({ doneAt }) => doneAt === null))
    throw conflict("order_not_payable", t`This order is being refunded, so it cannot continue.`);
  for (const payment of await tx.orders.payments(order.id))
    if (payment.isPaid && !isGood(payment, order)) await tx.orders.savePayment({ ...payment, isAccepted: true });
  await takeUse(tx, order, { ...deps, isForced: true });
  return settle(tx, { ...order, hold: null }, deps);
}
