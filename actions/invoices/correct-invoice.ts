import { AppError } from "#core/errors/errors.ts";
import { chargedBy, type Invoice, restOf } from "#domain/invoices/invoice.ts";
import type { NumberCheck, Vat } from "#domain/invoices/vat.ts";
import { type Billing, isGood, type Order } from "#domain/orders/order.ts";
import { type Text, t } from "#languages/words.ts";
import type { Reads, Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { settle } from "../orders/apply-payment.ts";
import { dayOfSupply, identifyBuyer, type Price, withBuyer } from "../orders/price.ts";
import { sendDocuments } from "../orders/tell.ts";
import { creditDown, issueDocuments } from "./invoicing.ts";

type Needs = Pick<Deps, "store" | "settings" | "now" | "uuid" | "random" | "checkVatNumber" | "wakeJobs" | "languages">;

const refused = (why: Text): AppError => new AppError("validation_failed", why);

/** An order's newest invoice that was not fully credited. */
export const openInvoice = (documents: readonly Invoice[]): Invoice | undefined =>
  documents.findLast((one) => one.content.kind === "invoice" && restOf(one, documents).totalCents > 0);

/** A VAT number that was valid on the day of supply stays valid. */
const checkBefore = ({ numberStatus, checkedAt, reference }: Vat): NumberCheck | undefined =>
  numberStatus === "valid" ? { status: "valid", at: checkedAt ? new Date(checkedAt) : null, reference } : undefined;

export async function identifyAgain({ vat }: Order, billing: Billing, deps: Needs) {
  const { country: billingCountry, vatNumber, address } = billing;
  const asked = await identifyBuyer({ billingCountry, vatNumber, address }, deps);
  const { prefix = "", number = "" } = asked.buyer.vatNumber ?? {};
  const isSame = vat.vatNumber === prefix + number && vat.country === asked.buyer.country;
  if (asked.check?.status === "unverified" && !isSame)
    throw new AppError("service_unavailable", t`The VAT register is unavailable. Try again later.`);
  return { ...asked, check: (isSame ? checkBefore(vat) : undefined) ?? asked.check };
}

export const priceAgain = (
  tx: Pick<Reads, "orders">,
  order: Order,
  buyer: Awaited<ReturnType<typeof identifyBuyer>>,
  deps: Pick<Deps, "settings" | "now">,
): Promise<Price> => withBuyer(order.lines, buyer, tx, deps, dayOfSupply(order.paidAt ?? deps.now(), deps.settings));

/**
 * Saves a paid order at a new price. Its payments count as correct; any excess must be refunded.
 */
export async function saveRepriced(
  tx: Tx,
  order: Order,
  { lines, totals, vat }: Price,
  billing: Billing | null,
  now: Date,
): Promise<Order> {
  const next: Order = {
    ...{ ...order, ...totals, vat, billing, updatedAt: now },
    lines: order.lines.map((line, index) => ({ ...line, ...lines[index] })),
  };
  if (next.totalCents !== order.totalCents)
    for (const payment of await tx.orders.payments(order.id))
      if (isGood(payment, order)) await tx.orders.savePayment({ ...payment, isAccepted: true });
  await tx.orders.save(next);
  for (const line of next.lines) await tx.orders.saveLine(line);
  return next;
}

/**
 * Admin: credits the invoice and issues one with corrected details (Art. 219 of Directive
 * 2006/112/EC). VAT follows the details; any excess must be refunded.
 */
export async function correctInvoice(
  order: Order,
  { billing, invoice }: { billing: Billing; invoice: string },
  deps: Needs,
): Promise<void> {
  const { store, now } = deps;
  const buyer = await identifyAgain(order, billing, deps);
  await store.change(async (tx) => {
    const current = await tx.orders.findById(order.id);
    const documents = await tx.invoices.ofOrder(order.number);
    if (!current || openInvoice(documents)?.number !== invoice)
      throw refused(t`This invoice was credited or corrected in the meantime. Check the order again.`);
    const price = await priceAgain(tx, current, buyer, deps);
    if (price.totals.totalCents > current.totalCents)
      throw refused(
        t`With these details, more VAT is due than was paid. Refund the order and ask the buyer to order again.`,
      );
    if (JSON.stringify([billing, price.totals]) === JSON.stringify([current.billing, totalsOf(current)]))
      throw refused(t`The invoice already has these details. Change what is wrong.`);
    const credits = await creditDown(tx, current, documents, chargedBy(documents), deps, "correction");
    const next = await saveRepriced(tx, current, price, billing, now());
    const issued = await issueDocuments(tx, next, await tx.orders.payments(next.id), deps, invoice);
    if (issued.length === 0)
      throw refused(t`A new invoice cannot be issued yet. See the page about payments and VAT for what is missing.`);
    await settle(tx, next, deps);
    await tx.invoiceRequests.decide(order.id, { decision: "corrected", answer: null }, now());
    await sendDocuments(tx, next, [...credits, ...issued], false, deps);
  });
  deps.wakeJobs();
}

const totalsOf = ({ netCents, vatCents, totalCents }: Order) => ({ netCents, vatCents, totalCents });
