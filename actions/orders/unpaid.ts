import { type AppError, conflict, notFound } from "#core/errors/errors.ts";
import { type Billing, isOpen, isPayable, ORDER_STATES, type Order } from "#domain/orders/order.ts";
import { joined, t } from "#languages/words.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { identifyBuyer, type Price, withBuyer } from "./price.ts";

type Needs = Pick<Deps, "store" | "settings" | "now" | "checkVatNumber">;

export const checkoutUrl = ({ BASE_URL }: Pick<Deps["settings"], "BASE_URL">, token: string): string =>
  `${BASE_URL}/checkout/${token}`;

const noOrder = (): AppError => notFound("order", "with this link", "Create a new one with create_checkout.");

export function requirePayable(order: Order | undefined, now: Date): asserts order is Order {
  if (!order) throw noOrder();
  if (isPayable(order, now)) return;
  const state = ORDER_STATES[order.status === "pending" || order.status === "failed" ? "expired" : order.status];
  const next = order.paidAt ? t`Ask the site team about a refund.` : "Create a new one with create_checkout.";
  throw conflict(
    "order_not_payable",
    joined([t`Order ${order.number} is ${state}, so it cannot be paid or changed.`, next], " "),
  );
}

/** Applies a new VAT treatment to an unpaid order. A started payment keeps its amount. */
export async function reprice(tx: Tx, order: Order, price: Price, billing: Billing | null, at: Date): Promise<Order> {
  const { lines, totals, vat } = price;
  if (totals.totalCents !== order.totalCents && (await tx.orders.payments(order.id)).some(isOpen))
    throw conflict(
      "payment_open",
      t`A payment has started, and this would change its amount. Finish it, or cancel the order and place a new one.`,
    );
  const next: Order = {
    ...order,
    ...totals,
    vat,
    billing,
    updatedAt: at,
    lines: order.lines.map((line, index) => ({ ...line, ...lines[index] })),
  };
  await tx.orders.save(next);
  for (const line of next.lines) await tx.orders.saveLine(line);
  await recheckLater(tx, next, at);
  return next;
}

const RECHECK_MS = 5 * 60_000;

/** Queues another check of a VAT number that VIES could not answer. */
export async function recheckLater(tx: Tx, { number, vat }: Order, at: Date): Promise<void> {
  if (vat.numberStatus !== "unverified") return;
  await tx.jobs.add({
    id: `recheck-vat:${number}:${vat.vatNumber}:${at.toISOString().slice(0, 13)}`,
    kind: "recheck-vat",
    payload: { number },
    runAt: new Date(at.getTime() + RECHECK_MS),
    createdAt: at,
  });
}

/**
 * Checks a VAT number again and updates the price. False while VIES is unavailable. Does nothing
 * while a payment is open.
 */
export async function checkNumberAgain(number: string, deps: Needs): Promise<boolean> {
  const { store, now } = deps;
  const isDue = (order: Order | undefined): order is Order =>
    order !== undefined && isPayable(order, now()) && order.vat.numberStatus === "unverified";
  const order = await store.orders.find(number);
  if (!isDue(order) || (await store.orders.payments(order.id)).some(isOpen)) return true;
  const { country, vatNumber } = order.vat;
  const address = order.billing?.address ?? null;
  const buyer = await identifyBuyer({ billingCountry: country, vatNumber, address }, deps);
  if (buyer.check?.status === "unverified") return false;
  await store.change(async (tx) => {
    const current = await tx.orders.find(number);
    // The buyer may have changed the number meanwhile.
    if (!isDue(current) || current.vat.vatNumber !== vatNumber || current.vat.country !== country) return;
    if ((await tx.orders.payments(current.id)).some(isOpen)) return;
    await reprice(tx, current, await withBuyer(current.lines, buyer, tx, deps), current.billing, now());
  });
  return true;
}
