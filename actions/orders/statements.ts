import { createHash } from "node:crypto";
import { AppError } from "#core/errors/errors.ts";
import type { StatementLine } from "#domain/orders/bank-statement.ts";
import { type Expected, type Match, matchTransfer, numbersIn } from "#domain/orders/match-transfer.ts";
import { type Order, TRANSFER } from "#domain/orders/order.ts";
import { t } from "#languages/words.ts";
import type { BankLine } from "#store/repos/orders/bank.ts";
import type { AwaitedTransfer, Payment } from "#store/repos/orders/orders.ts";
import type { Reads, Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { keepEvidence } from "../invoices/place-evidence.ts";
import { applyPayment } from "./apply-payment.ts";
import { manualPaymentId } from "./by-hand.ts";
import type { Telling } from "./tell.ts";

/** After this, transfers are no longer matched by amount; the reference still works. */
const AWAITED_MS = 180 * 24 * 3600_000;
const MOST_AWAITED = 500;

export const awaitedTransfers = ({ store, now }: Pick<Deps, "store" | "now">): Promise<AwaitedTransfer[]> =>
  store.orders.awaitingTransfer({ since: new Date(now().getTime() - AWAITED_MS), limit: MOST_AWAITED });

export const dueOf = ({ order, payment }: AwaitedTransfer): number =>
  order.totalCents - (payment.isPaid ? payment.amountCents : 0);

/**
 * Stores new statement lines and returns their number. Lines are identified by content and
 * occurrence, so importing a statement twice adds nothing.
 */
export async function addStatement(tx: Tx, lines: readonly StatementLine[], now: Date): Promise<number> {
  const seen = new Map<string, number>();
  let added = 0;
  for (const line of lines) {
    const { bookedOn, amountCents, currency, payer, reference } = line;
    const said = JSON.stringify([bookedOn, amountCents, currency, payer, reference]);
    const nth = (seen.get(said) ?? 0) + 1;
    seen.set(said, nth);
    const id = createHash("sha256").update(`${said}#${nth}`).digest("hex");
    if (await tx.bank.add({ id, ...line, addedAt: now })) added++;
  }
  return added;
}

export type SuggestedLine = BankLine & { match: Match | undefined };

export async function openLines(deps: Pick<Deps, "store" | "now">): Promise<SuggestedLine[]> {
  const { store } = deps;
  const lines = await store.bank.open();
  const waiting = (await awaitedTransfers(deps)).map((one) => ({
    order: one.order,
    dueCents: dueOf(one),
    isPaid: false,
  }));
  const known = new Set(waiting.map(({ order }) => order.number));
  const named = [...new Set(lines.flatMap(({ reference }) => numbersIn(reference)))].filter((one) => !known.has(one));
  const others = (await Promise.all(named.map((number) => store.orders.find(number)))).flatMap((order) =>
    order ? [{ order, dueCents: order.totalCents, isPaid: order.paidAt !== null }] : [],
  );
  const expected: Expected[] = [...waiting, ...others].map(({ order, ...rest }) => ({
    number: order.number,
    currency: order.currency,
    buyer: order.billing?.name ?? "",
    ...rest,
  }));
  return lines.map((line) => ({ ...line, match: matchTransfer(line, expected) }));
}

/**
 * Assigns a line's money to an order, once. All transfers of an order form one payment with their
 * sum.
 */
export async function countLine(tx: Tx, lineId: string, order: Order, deps: Telling): Promise<void> {
  const now = deps.now();
  const line = await tx.bank.find(lineId);
  const current = await tx.orders.findById(order.id);
  if (!line || !current || line.decidedAt !== null) return;
  const paymentId = manualPaymentId(order.number);
  const before = await tx.orders.findPayment(TRANSFER, paymentId);
  const amountCents = await amountWith(tx, line, before);
  await tx.bank.decide(line.id, order.id, now);
  if (line.payerCountry) await keepEvidence(tx, order.id, [{ kind: "bank", country: line.payerCountry }], now);
  const event = { provider: TRANSFER, paymentId, orderNumber: order.number, state: "paid", refundedCents: 0 } as const;
  await applyPayment(tx, { ...event, eventId: `bank:${line.id}`, amountCents, currency: line.currency }, now, deps);
}

/** Money recorded manually before the statement is not counted twice. */
async function amountWith(tx: Tx, line: BankLine, before: Payment | undefined): Promise<number> {
  if (!before?.isPaid) return line.amountCents;
  const byHand = before.amountCents - (await tx.bank.countedFor(before.orderId));
  return byHand === line.amountCents ? before.amountCents : before.amountCents + line.amountCents;
}

export async function setAside(tx: Tx, lineIds: readonly string[], now: Date): Promise<void> {
  for (const id of lineIds) await tx.bank.decide(id, null, now);
}

export async function orderNamed(
  number: string,
  { orders }: { orders: Pick<Reads["orders"], "find"> },
): Promise<Order> {
  const order = await orders.find(number.trim().toUpperCase());
  if (!order)
    throw new AppError(
      "validation_failed",
      number ? t`There is no order ${number}.` : t`Enter the number of an order.`,
    );
  return order;
}
