import { conflict } from "#core/errors/errors.ts";
import { readableHost } from "#core/text/readable-host.ts";
import { isOpen, MOST_TRANSFERS_HELD, type Order, TRANSFER, TRANSFER_LIFETIME_MS } from "#domain/orders/order.ts";
import { joined, t } from "#languages/words.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { slotsOf } from "../launches/places.ts";
import { settle } from "./apply-payment.ts";
import { manualPaymentId } from "./by-hand.ts";
import { reserve } from "./reserve.ts";
import { type Telling, tellOfTransfer } from "./tell.ts";
import { checkoutUrl } from "./unpaid.ts";

const pagesOf = (settings: Deps["settings"], { token }: Order) => {
  const checkout = checkoutUrl(settings, token);
  return { checkout, proForma: `${checkout}/pro-forma` };
};

/**
 * Starts waiting for a transfer: extends the order and its places and emails the account and
 * pro-forma invoice.
 */
export async function awaitTransfer(tx: Tx, order: Order, deps: Telling): Promise<void> {
  const at = deps.now();
  const settled = await settle(tx, order, deps);
  if (settled.status !== "pending" && settled.status !== "failed") return;
  // Two orders may have asked at once.
  await requireTransferRoom(tx, order, deps);
  const until = new Date(at.getTime() + TRANSFER_LIFETIME_MS);
  const waiting = { ...settled, expiresAt: until, updatedAt: at };
  await tx.orders.save(waiting);
  await reserve(tx, waiting, until, deps);
  await tellOfTransfer(tx, waiting, "awaited", pagesOf(deps.settings, order), deps);
}

/** Throws if the account or a product's domain already holds the maximum of unpaid places. */
export async function requireTransferRoom(tx: Tx, order: Order, deps: Telling): Promise<void> {
  const needed = await slotsOf(order, tx, deps);
  if (needed.length === 0) return;
  const domains = [...new Set(needed.map(({ listing }) => listing.domain))];
  const { ofAccount, ofDomains } = await tx.orders.heldByTransfer(order, domains, deps.now());
  if (Math.max(ofAccount, ofDomains) < MOST_TRANSFERS_HELD) return;
  const most = MOST_TRANSFERS_HELD;
  const held =
    ofAccount >= most
      ? t`You have ${most} unpaid orders by bank transfer that hold places, the maximum.`
      : t`${domains.map(readableHost).join(", ")} has ${most} unpaid orders by bank transfer that hold places, the maximum.`;
  throw conflict("order_not_payable", joined([held, t`Pay or cancel one of them, or pay this one another way.`], " "));
}

export async function remindOfTransfer(tx: Tx, orderId: number, deps: Telling): Promise<void> {
  const order = await tx.orders.findById(orderId);
  const payment = order && (await tx.orders.findPayment(TRANSFER, manualPaymentId(order.number)));
  if (!order || !payment || !isOpen(payment) || payment.remindedAt !== null) return;
  await tx.orders.savePayment({ ...payment, remindedAt: deps.now() });
  await tellOfTransfer(tx, order, "reminder", pagesOf(deps.settings, order), deps);
}
