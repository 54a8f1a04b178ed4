import { AppError, conflict, invalid, notFound } from "#core/errors/errors.ts";
import { sellingFault } from "#core/settings/selling.ts";
import type { PlaceEvidence } from "#domain/invoices/place-evidence.ts";
import { readCountry } from "#domain/invoices/vat.ts";
import {
  type Billing,
  FREE,
  HOLD_MS,
  isOpen,
  ORDER_LIFETIME_MS,
  type Order,
  orderNumber,
  TRANSFER,
} from "#domain/orders/order.ts";
import { boundsWords, takes } from "#domain/orders/payment-bounds.ts";
import type { Fault } from "#domain/text/fault.ts";
import { t } from "#languages/words.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { keepEvidence } from "../invoices/place-evidence.ts";
import { refuseTaken } from "../listings/websites.ts";
import { newPayment, settle } from "./apply-payment.ts";
import { complete } from "./nothing-due.ts";
import { CURRENCY, identifyBuyer, type Price, withBuyer } from "./price.ts";
import { giveBack, reserve } from "./reserve.ts";
import { awaitTransfer, requireTransferRoom } from "./transfer.ts";
import { checkNumberAgain, checkoutUrl, recheckLater, reprice, requirePayable } from "./unpaid.ts";

/** The checkout page polls the payment at once. */
const returnUrl = (page: string): string => `${page}?returned=1`;

const UNTOUCHED = { fulfilledAt: null, reversedAt: null, refundedAt: null };

export async function addOrder(
  tx: Tx,
  { lines, totals, vat }: Price,
  accountId: string,
  { now, random }: Pick<Deps, "now" | "random">,
): Promise<Order> {
  for (const listingId of new Set(lines.flatMap((line) => line.listingId ?? []))) {
    const listing = await tx.listings.find(listingId);
    if (listing) await refuseTaken(tx, listing, accountId);
  }
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
    given: null,
    language: null,
    updatedAt: at,
    lines: lines.map((line, index) => ({ ...line, id: `${number}/${index + 1}`, ...UNTOUCHED })),
  };
  await tx.orders.add(order);
  await recheckLater(tx, order, at);
  return order;
}

type Needs = Pick<Deps, "store" | "settings" | "now" | "uuid" | "random" | "checkVatNumber" | "wakeJobs" | "languages">;

/** Normalized billing details. Throws if some are missing. */
export async function readDetails(given: Billing, { store }: Pick<Deps, "store">): Promise<Billing> {
  const billing = { ...given, country: readCountry(given.country), vatNumber: given.vatNumber?.trim() || null };
  const countries = await store.reference.countries();
  const faults: Fault[] = (["name", "address", "email"] as const)
    .filter((key) => billing[key].trim() === "")
    .map((key) => ({ pointer: `/${key}`, code: "required", detail: t`"${key}" is required.` }));
  if (!countries.some(({ code }) => code === billing.country))
    faults.push({ pointer: "/country", code: "enum", detail: t`Choose a country.` });
  if (faults.length) throw invalid(faults);
  return billing;
}

/**
 * Saves billing details, rechecks the VAT number and updates the price. `ipCountry` comes from a
 * proxy; `language` is what the buyer reads. Throws if details are missing.
 */
export async function setBilling(
  token: string,
  given: Billing,
  deps: Needs,
  ipCountry?: string | undefined,
  language?: string,
): Promise<Order> {
  const { store, now } = deps;
  const billing = await readDetails(given, deps);
  const typed = { billingCountry: billing.country, vatNumber: billing.vatNumber, address: billing.address };
  const buyer = await identifyBuyer(typed, deps);
  const saved = await store.change(async (tx) => {
    const order = await tx.orders.findByToken(token);
    requirePayable(order, now());
    const places: PlaceEvidence[] = [{ kind: "billing_address", country: billing.country }];
    if (ipCountry) places.push({ kind: "ip_address", country: ipCountry });
    await keepEvidence(tx, order.id, places, now());
    return reprice(
      tx,
      { ...order, language: language ?? order.language },
      await withBuyer(order.lines, buyer, tx, deps),
      billing,
      now(),
    );
  });
  deps.wakeJobs();
  return saved;
}

export type StartedPayment = { redirectUrl: string | null; instructions: string | null };

/** Completes an order that costs nothing without a provider. Safe to repeat. */
async function placeFree(
  token: string,
  { store, now, wakeJobs, ...deps }: Needs & Pick<Deps, "gateways" | "log">,
): Promise<StartedPayment> {
  await store.change(async (tx) => {
    const order = await tx.orders.findByToken(token);
    requirePayable(order, now());
    if (order.totalCents > 0) throw conflict("order_not_payable", t`The price has changed. Check it, then pay.`);
    await reserve(tx, order, new Date(now().getTime() + HOLD_MS), { ...deps, now });
    await complete(tx, order, { ...deps, now });
  });
  wakeJobs();
  return { redirectUrl: null, instructions: null };
}

/**
 * Opens a payment or returns the open one: a page to visit, or instructions. Completes an order
 * that costs nothing.
 */
export async function startPayment(
  token: string,
  provider: string,
  deps: Needs & Pick<Deps, "gateways" | "log">,
): Promise<StartedPayment> {
  const { store, settings, now, log } = deps;
  const gateways = await deps.gateways();
  if (provider !== FREE && sellingFault(settings))
    throw conflict("order_not_payable", t`Payment is not available yet. Nothing was charged.`);
  const found = await store.orders.findByToken(token);
  requirePayable(found, now());
  const gateway = gateways.get(provider);
  if (!gateway && provider !== FREE)
    throw notFound("payment method", provider, `Choose one of: ${[...gateways.keys()].join(", ")}.`);
  if (!found.billing) throw conflict("order_not_payable", t`Fill in the billing details first.`);
  // Does not fail while VIES is unavailable.
  await checkNumberAgain(found.number, deps);
  if (!gateway) return placeFree(token, deps);
  if (found.totalCents === 0)
    throw conflict("order_not_payable", t`This order costs nothing. Complete it on its page.`);
  if (!takes(gateway, found.totalCents))
    throw conflict("order_not_payable", t`${boundsWords(gateway, CURRENCY)} Choose another way to pay.`);
  // If places are gone, buyers learn it before they pay.
  const order = await store.change(async (tx) => {
    const current = await tx.orders.findByToken(token);
    requirePayable(current, now());
    if (provider === TRANSFER) await requireTransferRoom(tx, current, deps);
    await reserve(tx, current, new Date(now().getTime() + HOLD_MS), deps);
    return current;
  });
  const open = (await store.orders.payments(order.id)).find(
    (payment) => payment.provider === provider && isOpen(payment),
  );
  if (open && (open.redirectUrl !== null || open.instructions !== null)) return open;

  const page = checkoutUrl(settings, token);
  const started = await gateway
    .start({
      orderNumber: order.number,
      amountCents: order.totalCents,
      currency: CURRENCY,
      description: `${settings.SITE_NAME} order ${order.number}`,
      lines: order.lines,
      buyerEmail: order.billing?.email ?? null,
      returnUrl: returnUrl(page),
      cancelUrl: page,
      expiresAt: order.expiresAt,
    })
    .catch(async (cause: unknown) => {
      log.error({ err: cause, provider, order: order.number }, "payment could not be opened");
      await store.change(async (tx) => {
        if (!(await tx.orders.payments(order.id)).some(isOpen)) await giveBack(tx, order);
      });
      const detail = t`${gateway.label} could not be reached. Nothing was charged. Try again, or pay another way.`;
      throw new AppError("service_unavailable", detail, { cause });
    });
  await store.change(async (tx) => {
    const { paymentId, redirectUrl, instructions } = started;
    // The provider's event may have arrived first.
    const known = await tx.orders.findPayment(provider, paymentId);
    const payment = known ?? newPayment(provider, paymentId, order.id, now());
    await tx.orders.savePayment({ ...payment, redirectUrl, instructions });
    const current = await tx.orders.findById(order.id);
    if (!current) return;
    if (provider === TRANSFER && payment.instructions === null) await awaitTransfer(tx, current, deps);
    else await settle(tx, current, deps);
  });
  deps.wakeJobs();
  return started;
}

export async function cancelOrder(token: string, deps: Needs): Promise<Order> {
  return deps.store.change(async (tx) => {
    const order = await tx.orders.findByToken(token);
    requirePayable(order, deps.now());
    return settle(tx, { ...order, closed: "canceled" }, deps);
  });
}
