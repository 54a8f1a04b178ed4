import { conflict } from "#core/errors/errors.ts";
import { moneyText } from "#domain/orders/money.ts";
import { isGood, type Order, type OrderLine, standing, TRANSFER } from "#domain/orders/order.ts";
import { listed, t } from "#languages/words.ts";
import type { Gateways } from "#payments/gateway.ts";
import type { Payment } from "#store/repos/orders/orders.ts";
import type { Refund } from "#store/repos/orders/refunds.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { applyPayment, refundReport } from "./apply-payment.ts";
import { pollPayment } from "./poll-payment.ts";
import { requireReason } from "./reason.ts";
import { type Telling, tellAdmins } from "./tell.ts";

/** The buyer's account for a refund by transfer. */
export type BankDetails = { holder: string; account: string };
type Paying = Pick<Deps, "gateways">;

/** Providers without a refund API. */
const BY_HAND: ReadonlySet<string> = new Set([TRANSFER, "btcpay"]);
export const isByHand = ({ provider }: Pick<Payment, "provider">, gateways: Gateways): boolean =>
  BY_HAND.has(provider) || !gateways.has(provider);

export const SEND_REFUND = "send-refund";

const leftOf = ({ amountCents, refundedCents }: Payment): number => amountCents - refundedCents;
export const isWaiting = ({ doneAt }: Refund): boolean => doneAt === null;

/** Saves a refund, with the job that sends it where the provider can. */
async function addRefund(
  tx: Tx,
  payment: Payment,
  asked: { by: string; amountCents: number; line?: OrderLine; details?: BankDetails | undefined; isSent?: boolean },
  deps: Telling & Paying,
): Promise<void> {
  const { orderId, provider, paymentId } = payment;
  const now = deps.now();
  const before = await tx.refunds.ofOrder(orderId);
  const waiting = before.filter((one) => isWaiting(one) && one.paymentId === paymentId && one.provider === provider);
  const promised = waiting.reduce((sum, { amountCents }) => sum + amountCents, payment.refundedCents);
  if (asked.amountCents > payment.amountCents - promised)
    throw conflict("order_not_payable", t`The payment has less than this left. Refund the remaining amount instead.`);
  const refund: Refund = {
    id: deps.uuid(),
    ...{ orderId, provider, paymentId, lineId: asked.line?.id ?? null, amountCents: asked.amountCents },
    refundedAfter: promised + asked.amountCents,
    holder: asked.details?.holder ?? null,
    account: asked.details?.account ?? null,
    ...{ askedBy: asked.by, askedAt: now, doneAt: null, document: null },
  };
  await tx.refunds.add(refund);
  if (!asked.isSent && !isByHand(payment, await deps.gateways())) await addSending(tx, refund, now);
}

const addSending = (tx: Tx, { id }: Refund, at: Date): Promise<unknown> =>
  tx.jobs.add({
    id: `${SEND_REFUND}:${id}:${at.getTime()}`,
    kind: SEND_REFUND,
    payload: { refundId: id },
    runAt: at,
    createdAt: at,
  });

/** Buyer of an undeliverable order: refunds everything. Idempotent. */
export async function askMoneyBack(
  tx: Tx,
  order: Order,
  details: BankDetails | undefined,
  deps: Telling & Paying,
): Promise<void> {
  if ((await tx.refunds.ofOrder(order.id)).some(isWaiting)) return;
  const payments = (await tx.orders.payments(order.id)).filter(({ isPaid }) => isPaid);
  const toSend = payments.filter((payment) => leftOf(payment) > 0 && !payment.isRefunded);
  for (const payment of toSend) {
    const own = payment.provider === TRANSFER ? details : undefined;
    await addRefund(tx, payment, { by: order.accountId, amountCents: leftOf(payment), details: own }, deps);
  }
  const gateways = await deps.gateways();
  const byHand = toSend.filter((payment) => isByHand(payment, gateways));
  if (byHand.length === 0) return;
  const sums = listed(byHand.map((payment) => moneyText(leftOf(payment), payment.currency ?? order.currency)));
  const facts = [
    t`The buyer of ${order.number} asks for a refund of ${sums}. Send it, then mark it as sent on the order’s page.`,
  ];
  await tellAdmins(tx, t`Order ${order.number}: refund to send`, facts, deps);
}

/** The payment to refund a line from: one that settles the order in its currency. */
export function refundableOf(order: Order, payments: readonly Payment[]): Payment | undefined {
  const settling = standing(order, payments);
  const [payment] = settling.filter((one) => isGood(one, order) && one.currency === order.currency && leftOf(one) > 0);
  return settling.length === 1 ? payment : undefined;
}

export const isRefundable = ({ totalCents, refundedAt }: OrderLine, payment: Payment, refunds: readonly Refund[]) =>
  refundedAt === null && totalCents > 0 && totalCents <= leftOf(payment) && !refunds.some(isWaiting);

/** Admin: refunds one line, at the provider or as sent manually. The rest of the order stays. */
export async function refundLine(
  tx: Tx,
  number: string,
  { lineId, by, reason, isSent }: { lineId: string; by: string; reason: string; isSent: boolean },
  deps: Telling & Paying,
): Promise<void> {
  requireReason(reason);
  const order = await tx.orders.find(number);
  const line = order?.lines.find(({ id }) => id === lineId);
  const payment = order && refundableOf(order, await tx.orders.payments(order.id));
  if (!order || !line || !payment || !isRefundable(line, payment, await tx.refunds.ofOrder(order.id)))
    throw conflict("order_not_payable", t`This line cannot be refunded separately now. See the payments below.`);
  if (!isSent && isByHand(payment, await deps.gateways()))
    throw conflict("refund_by_hand", t`Refund it manually, then record it here.`);
  await addRefund(tx, payment, { by, amountCents: line.totalCents, line, isSent }, deps);
  if (isSent) await recordSent(tx, order, payment, line.totalCents, deps);
}

const recordSent = (tx: Tx, order: Order, payment: Payment, amountCents: number, deps: Telling): Promise<unknown> =>
  applyPayment(tx, refundReport(order, payment, payment.refundedCents + amountCents), deps.now(), deps);

/** Admin: marks a manual refund as sent. Idempotent. */
export async function markSent(tx: Tx, refundId: string, deps: Telling): Promise<void> {
  const refund = await tx.refunds.find(refundId);
  const order = refund && (await tx.orders.findById(refund.orderId));
  const payment = refund && (await tx.orders.findPayment(refund.provider, refund.paymentId));
  if (!refund || !order || !payment || !isWaiting(refund)) return;
  await recordSent(tx, order, payment, refund.refundedAfter - payment.refundedCents, deps);
}

/** Admin: retries a refund the provider rejected. */
export async function sendAgain(tx: Tx, refundId: string, deps: Telling): Promise<void> {
  const refund = await tx.refunds.find(refundId);
  if (refund && isWaiting(refund)) await addSending(tx, refund, deps.now());
}

/**
 * Sends a refund to its provider once: checks first whether it was done, and sends the refund's id.
 * Throws until the provider reports it.
 */
export async function sendRefund(
  refundId: string,
  deps: Pick<Deps, "store" | "gateways" | "now" | "log" | "settings" | "uuid" | "random" | "wakeJobs" | "languages">,
): Promise<void> {
  const { store, gateways } = deps;
  const isOpen = async () => {
    const refund = await store.refunds.find(refundId);
    return refund && isWaiting(refund) ? refund : undefined;
  };
  const asked = await isOpen();
  if (!asked) return;
  await pollPayment(asked, deps);
  const refund = await isOpen();
  if (refund) {
    const gateway = (await gateways()).get(refund.provider);
    if (!gateway) throw new Error(`${refund.provider} is no longer set up.`);
    await gateway.refund(refund.paymentId, refund.amountCents, refund.id);
    await pollPayment(refund, deps);
  }
  deps.wakeJobs();
  if (await isOpen()) throw new Error(`${asked.provider} has not reported the refund yet.`);
}

export type WaitingRefund = { refund: Refund; order: Order };
const MOST_WAITING = 200;

export async function waitingRefunds({ store }: Pick<Deps, "store">): Promise<WaitingRefund[]> {
  const refunds = await store.refunds.open(MOST_WAITING);
  const found = refunds.map(async (refund) => {
    const order = await store.orders.findById(refund.orderId);
    return order ? [{ refund, order }] : [];
  });
  return (await Promise.all(found)).flat();
}
