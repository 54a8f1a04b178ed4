import { AppError, conflict, invalid, notFound } from "../../core/errors.ts";
import type { Fault } from "../../domain/fault.ts";
import { type Billing, isPayable, ORDER_LIFETIME_MS, type Order, orderNumber } from "../../domain/order.ts";
import { isBookedIn, slotOf } from "../../domain/quote.ts";
import { readCountry } from "../../domain/vat.ts";
import type { Payment } from "../../store/repos/orders.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { newPayment, settle } from "./apply-payment.ts";
import { CURRENCY, identifyBuyer, type Price, roomIn, thisWeek, withBuyer } from "./price.ts";

/** The page on which a person reviews an order and pays it. */
export const checkoutUrl = ({ BASE_URL }: Pick<Deps["settings"], "BASE_URL">, token: string): string =>
  `${BASE_URL}/checkout/${token}`;

/** Where a provider sends the person back to. The page polls the payment at once. */
const returnUrl = (page: string): string => `${page}?returned=1`;

const RECHECK_MS = 5 * 60_000;

/** Saves an order at its price, inside the caller's change. */
export async function addOrder(
  tx: Tx,
  { lines, totals, vat }: Price,
  accountId: string,
  { now, random }: Pick<Deps, "now" | "random">,
): Promise<Order> {
  const at = now();
  const id = await tx.orders.nextId();
  const number = orderNumber(id, at.toISOString().slice(0, 4));
  const order: Order = {
    ...totals,
    id,
    number,
    accountId,
    status: "pending",
    statusReason: null,
    hold: null,
    closed: null,
    currency: CURRENCY,
    vat,
    billing: null,
    token: random(32).toString("base64url"),
    refundedCents: 0,
    revision: 0,
    createdAt: at,
    expiresAt: new Date(at.getTime() + ORDER_LIFETIME_MS),
    paidAt: null,
    updatedAt: at,
    lines: lines.map((line, index) => ({ ...line, id: `${number}/${index + 1}`, fulfilledAt: null, reversedAt: null })),
  };
  await tx.orders.add(order);
  if (vat.numberStatus === "unverified")
    await tx.jobs.add({
      id: `recheck-vat:${number}`,
      kind: "recheck-vat",
      payload: { number },
      runAt: new Date(at.getTime() + RECHECK_MS),
      createdAt: at,
    });
  return order;
}

type Needs = Pick<Deps, "store" | "settings" | "now" | "uuid" | "random" | "checkVatNumber" | "wakeJobs">;

const noOrder = (): AppError => notFound("order", "with this link", "Create a new one with create_checkout.");

export function requirePayable(order: Order | undefined, now: Date): asserts order is Order {
  if (!order) throw noOrder();
  if (isPayable(order, now)) return;
  const state = order.status === "pending" || order.status === "failed" ? "expired" : order.status.replaceAll("_", " ");
  throw conflict("order_not_payable", `Order ${order.number} is ${state}, so it cannot be paid or changed.`);
}

export const isOpen = ({ attempt, isPaid }: Payment): boolean => attempt === "pending" && !isPaid;

/** Applies a new VAT treatment to an unpaid order. A payment that has started keeps its amount. */
async function reprice(tx: Tx, order: Order, price: Price, billing: Billing | null, at: Date): Promise<Order> {
  const { lines, totals, vat } = price;
  if (totals.totalCents !== order.totalCents && (await tx.orders.payments(order.id)).some(isOpen))
    throw conflict(
      "payment_open",
      "A payment has started, and these billing details would change its amount. Finish it with the old details, or cancel the order and place a new one.",
    );
  const next: Order = {
    ...order,
    ...totals,
    vat,
    billing,
    updatedAt: at,
    lines: order.lines.map((line, index) => ({ ...line, ...lines[index]! })),
  };
  await tx.orders.save(next);
  for (const line of next.lines) await tx.orders.saveLine(line);
  return next;
}

/**
 * Saves billing details, rechecks the VAT number and updates the price. Throws if details are
 * missing.
 */
export async function setBilling(token: string, given: Billing, deps: Needs): Promise<Order> {
  const { store, now } = deps;
  const billing = { ...given, country: readCountry(given.country), vatNumber: given.vatNumber?.trim() || null };
  const countries = await store.reference.countries();
  const faults: Fault[] = (["name", "address", "email"] as const)
    .filter((key) => billing[key].trim() === "")
    .map((key) => ({ pointer: `/${key}`, code: "required", detail: `"${key}" is required.` }));
  if (!countries.some(({ code }) => code === billing.country))
    faults.push({ pointer: "/country", code: "enum", detail: "Choose a country." });
  if (faults.length) throw invalid(faults);

  const typed = { billingCountry: billing.country, vatNumber: billing.vatNumber };
  const buyer = await identifyBuyer(typed, deps);
  return store.change(async (tx) => {
    const order = await tx.orders.findByToken(token);
    requirePayable(order, now());
    return reprice(tx, order, await withBuyer(order.lines, buyer, tx, deps), billing, now());
  });
}

/**
 * Rechecks a VAT number that could not be checked at the time of the order. Throws while the
 * register is unavailable. Does nothing once a payment has started.
 */
export async function recheckVatNumber(number: string, deps: Needs): Promise<void> {
  const { store, now } = deps;
  const isDue = (order: Order | undefined): order is Order =>
    order !== undefined && isPayable(order, now()) && order.vat.numberStatus === "unverified";
  const order = await store.orders.find(number);
  if (!isDue(order) || (await store.orders.payments(order.id)).length > 0) return;
  const buyer = await identifyBuyer({ billingCountry: order.vat.country, vatNumber: order.vat.vatNumber }, deps);
  if (buyer.check?.status === "unverified") throw new Error("The VAT register is not available.");
  await store.change(async (tx) => {
    const current = await tx.orders.find(number);
    if (!isDue(current) || (await tx.orders.payments(current.id)).length > 0) return;
    await reprice(tx, current, await withBuyer(current.lines, buyer, tx, deps), current.billing, now());
  });
}

export type StartedPayment = { redirectUrl: string | null; instructions: string | null };

/** Opens a payment at a provider, or returns the open one: a page to visit, or instructions. */
export async function startPayment(
  token: string,
  provider: string,
  deps: Needs & Pick<Deps, "gateways" | "log">,
): Promise<StartedPayment> {
  const { store, settings, now, gateways, log } = deps;
  const gateway = gateways.get(provider);
  if (!gateway) throw notFound("payment method", provider, `Choose one of: ${[...gateways.keys()].join(", ")}.`);
  const order = await store.orders.findByToken(token);
  requirePayable(order, now());
  if (!order.billing) throw conflict("order_not_payable", "Fill in the billing details first.");
  const open = (await store.orders.payments(order.id)).find(
    (payment) => payment.provider === provider && isOpen(payment),
  );
  if (open && (open.redirectUrl !== null || open.instructions !== null)) return open;
  await refuseFull(order, deps);

  const page = checkoutUrl(settings, token);
  const started = await gateway
    .start({
      orderNumber: order.number,
      amountCents: order.totalCents,
      currency: CURRENCY,
      description: `${settings.SITE_NAME} order ${order.number}`,
      lines: order.lines,
      buyerEmail: order.billing.email,
      returnUrl: returnUrl(page),
      cancelUrl: page,
      expiresAt: order.expiresAt,
    })
    .catch((cause: unknown) => {
      log.error({ err: cause, provider, order: order.number }, "payment could not be opened");
      const detail = `${gateway.label} could not be reached. Nothing was charged. Try again, or pay another way.`;
      throw new AppError("service_unavailable", detail, { cause });
    });
  await store.change(async (tx) => {
    const { paymentId, redirectUrl, instructions } = started;
    // The provider's event may have come first.
    const known = await tx.orders.findPayment(provider, paymentId);
    const payment = known ?? newPayment(provider, paymentId, order.id, now());
    await tx.orders.savePayment({ ...payment, redirectUrl, instructions });
    const current = await tx.orders.findById(order.id);
    if (current) await settle(tx, current, deps);
  });
  deps.wakeJobs();
  return started;
}

/** Refuses a payment that would have to be refunded, because places are taken meanwhile. */
async function refuseFull(order: Order, deps: Needs): Promise<void> {
  for (const [index, line] of order.lines.entries()) {
    const slot = slotOf(line, thisWeek(deps));
    const listing = line.listingId === null ? undefined : await deps.store.listings.find(line.listingId);
    if (!slot || (listing && slot.kind === "launch" && isBookedIn(listing, slot.monday))) continue;
    if ((await roomIn(deps.store, slot.kind, slot.monday, deps.settings)) > 0) continue;
    const detail = `The week of ${slot.monday} is full now. Place a new order for another week.`;
    throw conflict("order_item_invalid", detail, [{ pointer: `/items/${index}/week`, code: "week_full", detail }]);
  }
}

/** Cancels an unpaid order. If a payment arrives anyway, the order is paid. */
export async function cancelOrder(token: string, deps: Needs): Promise<Order> {
  return deps.store.change(async (tx) => {
    const order = await tx.orders.findByToken(token);
    requirePayable(order, deps.now());
    return settle(tx, { ...order, closed: "canceled" }, deps);
  });
}
