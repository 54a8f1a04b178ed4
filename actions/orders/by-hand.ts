import { AppError, conflict } from "#core/errors/errors.ts";
import { type Order, TRANSFER } from "#domain/orders/order.ts";
import { joined, t } from "#languages/words.ts";
import type { Payment } from "#store/repos/orders/orders.ts";
import type { Deps } from "../context.ts";
import { applyPayment, refundReport, settle } from "./apply-payment.ts";
import { pollPayment } from "./poll-payment.ts";

type Needs = Pick<
  Deps,
  "store" | "gateways" | "now" | "log" | "settings" | "uuid" | "random" | "wakeJobs" | "languages"
>;

/** All bank transfers of an order form one payment. */
export const manualPaymentId = (number: string): string => `manual-${number}`;

export async function markPaid({ number, currency }: Order, amountCents: number, deps: Needs): Promise<void> {
  const paymentId = manualPaymentId(number);
  const event = { provider: TRANSFER, paymentId, orderNumber: number, currency, amountCents, refundedCents: 0 };
  await deps.store.change(async (tx) => {
    const before = await tx.orders.findPayment(TRANSFER, paymentId);
    const since = before?.correction ? `:${before.updatedAt.getTime()}` : "";
    const eventId = `paid:${paymentId}:${amountCents}${since}`;
    await applyPayment(tx, { ...event, state: "paid", eventId }, deps.now(), deps);
  });
  deps.wakeJobs();
}

/**
 * Admin: corrects the amount received by bank transfer, possibly to 0. Invoice and lines follow;
 * the reason is in the audit log.
 */
export async function correctAmount(
  order: Order,
  { amountCents, amountBefore, reason }: { amountCents: number; amountBefore: number; reason: string },
  deps: Needs,
): Promise<void> {
  if (reason === "") throw new AppError("validation_failed", t`Explain why the amount was wrong.`);
  await deps.store.change(async (tx) => {
    const current = await tx.orders.findById(order.id);
    const payment = await tx.orders.findPayment(TRANSFER, manualPaymentId(order.number));
    if (!current || !payment?.isPaid || payment.amountCents !== amountBefore || payment.refundedCents > 0)
      throw conflict("order_not_payable", t`This payment has changed or was refunded. Check it again.`);
    const corrected = { ...payment, amountCents, isAccepted: false, correction: reason, updatedAt: deps.now() };
    await tx.orders.savePayment(corrected);
    await settle(tx, current, deps);
  });
  deps.wakeJobs();
}

/**
 * Refunds at the provider, then polls the payment. `refundedBefore` is what the admin saw, so a
 * stale page refunds nothing more. Throws the provider's error.
 */
export async function refundPayment(
  payment: Payment,
  { amountCents, refundedBefore }: { amountCents: number; refundedBefore: number },
  deps: Needs,
): Promise<void> {
  requireFresh(payment, { amountCents, refundedBefore });
  await requireNoneWaiting(payment, deps);
  const { provider, paymentId } = payment;
  const gateway = (await deps.gateways()).get(provider);
  if (!gateway || provider === TRANSFER) {
    const where = gateway ? t`Bank transfers are refunded at your bank.` : t`${provider} is no longer set up.`;
    throw conflict("refund_by_hand", joined([where, t`Refund it there, then record it here.`], " "));
  }
  await gateway.refund(
    paymentId,
    amountCents,
    `refund:${paymentId}:${refundedBefore + payment.refundsFailedCents}:${amountCents}`,
  );
  await pollPayment(payment, deps);
  deps.wakeJobs();
}

/** Records a manual refund, made at the bank or at a provider without a refund API. */
export async function recordRefund(
  order: Order,
  payment: Payment,
  { amountCents, refundedBefore }: { amountCents: number; refundedBefore: number },
  deps: Needs,
): Promise<void> {
  requireFresh(payment, { amountCents, refundedBefore });
  await requireNoneWaiting(payment, deps);
  const event = refundReport(order, payment, refundedBefore + amountCents);
  await deps.store.change((tx) => applyPayment(tx, event, deps.now(), deps));
  deps.wakeJobs();
}

/** Provider reports cannot tell two simultaneous refunds apart. */
async function requireNoneWaiting({ orderId }: Payment, { store }: Pick<Deps, "store">): Promise<void> {
  if ((await store.refunds.ofOrder(orderId)).some(({ doneAt }) => doneAt === null))
    throw conflict("order_not_payable", t`This order is being refunded. Wait until that is done.`);
}

function requireFresh(
  { isPaid, amountCents: paidCents, refundedCents, isRefunded }: Payment,
  { amountCents, refundedBefore }: { amountCents: number; refundedBefore: number },
): void {
  if (!isPaid || isRefunded || refundedCents !== refundedBefore)
    throw conflict("order_not_payable", t`This payment has changed. Check it again, then refund the rest.`);
  if (amountCents < 1 || amountCents > paidCents - refundedCents)
    throw conflict("order_not_payable", t`Refund at least one cent and at most the rest of the payment.`);
}
