import { asOneLine, type Invoice, restOf } from "#domain/invoices/invoice.ts";
import { moneyText } from "#domain/orders/money.ts";
import type { Order } from "#domain/orders/order.ts";
import { LINE_WORDS, listedLines } from "#domain/orders/stored-words.ts";
import { given } from "#domain/text/given.ts";
import { inEnglish, t } from "#languages/words.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { settle } from "../orders/apply-payment.ts";
import { identifyBuyer, type Price } from "../orders/price.ts";
import { sendDocuments, tellAdmins } from "../orders/tell.ts";
import { openInvoice, priceAgain, saveRepriced } from "./correct-invoice.ts";
import { issueCredit } from "./invoicing.ts";

type Needs = Pick<Deps, "store" | "settings" | "now" | "uuid" | "random" | "checkVatNumber" | "wakeJobs" | "languages">;

/** Charged with VAT because VIES was unavailable; the number may still prove valid. */
export const mayCreditVat = ({ paidAt, vat, vatCents, status }: Order): boolean =>
  paidAt !== null && vat.numberStatus === "unverified" && vatCents > 0 && status !== "refunded";

/**
 * Checks the VAT number of a paid order again. If valid, credits the VAT and asks an admin to
 * refund it. False while VIES is unavailable.
 */
export async function checkPaidNumber(number: string, deps: Needs): Promise<boolean> {
  const { store } = deps;
  const order = await store.orders.find(number);
  if (!order || !mayCreditVat(order)) return true;
  const { country: billingCountry, vatNumber } = order.vat;
  const buyer = await identifyBuyer({ billingCountry, vatNumber, address: order.billing?.address ?? null }, deps);
  if (buyer.check?.status === "unverified") return false;
  await store.change(async (tx) => {
    const current = await tx.orders.find(number);
    if (!current || !mayCreditVat(current) || current.vat.vatNumber !== vatNumber) return;
    await applyAnswer(tx, current, await priceAgain(tx, current, buyer, deps), deps);
  });
  deps.wakeJobs();
  return true;
}

async function applyAnswer(tx: Tx, order: Order, price: Price, deps: Needs): Promise<void> {
  const now = deps.now();
  if (price.totals.totalCents >= order.totalCents)
    return tx.orders.save({ ...order, vat: { ...order.vat, ...price.vat }, updatedAt: now });
  const documents = await tx.invoices.ofOrder(order.number);
  const invoice = openInvoice(documents);
  const isPartly = documents.length > 1 || (documents.length === 1 && !invoice);
  if (isPartly) {
    const facts = [
      t`The VAT number of ${order.number} is valid, but part of the order was refunded. Correct its invoice.`,
    ];
    return tellAdmins(tx, t`Order ${order.number} needs a corrected invoice`, facts, deps);
  }
  const next = await saveRepriced(tx, order, price, order.billing, now);
  const note = invoice && (await creditOf(tx, next, invoice, documents, deps));
  await settle(tx, next, deps);
  if (note) await sendDocuments(tx, next, [note], false, deps);
  const back = moneyText(order.totalCents - next.totalCents, order.currency);
  const facts = [
    t`The VAT number ${price.vat.vatNumber ?? ""} was confirmed as valid, so no VAT is due for ${order.number}.`,
    t`Refund ${back} of VAT on the order’s page.`,
  ];
  await tellAdmins(tx, t`Order ${order.number}: refund ${back} of VAT`, facts, deps);
}

/** A credit note for the VAT only, with the number and the required note. */
async function creditOf(tx: Tx, order: Order, invoice: Invoice, documents: readonly Invoice[], deps: Needs) {
  const { vatCents } = restOf(invoice, documents);
  const totals = { netCents: 0, vatCents, totalCents: vatCents };
  const { lines } = invoice.content;
  const what = inEnglish(LINE_WORDS.vat(listedLines(lines)));
  const figures = { lines: [asOneLine(what, totals, given(lines[0]).vatRateBasisPoints)], totals };
  return issueCredit(tx, order, invoice, figures, documents, deps);
}
