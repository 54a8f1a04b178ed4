import type { Settings } from "../../core/config.ts";
import {
  asOneLine,
  chargedBy,
  type Invoice,
  type InvoiceContent,
  type InvoiceKind,
  type InvoiceLine,
  type InvoiceParty,
  type InvoiceTotals,
  invoicePath,
  type ProForma,
  partOf,
} from "../../domain/invoice.ts";
import { keptOf, type Order, statusOf, TRANSFER } from "../../domain/order.ts";
import { type BankAccount, transferFacts } from "../../domain/transfer.ts";
import { OUTSIDE_EU_NOTE } from "../../domain/vat.ts";
import type { Payment } from "../../store/repos/orders.ts";
import type { Reads, Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";

type Buyers = { accounts: Pick<Reads["accounts"], "find"> };
type Needs = Pick<Deps, "settings" | "now" | "random">;

/** Settings that the law requires on every invoice. Without them, none can be issued. */
export const missingSellerSettings = (settings: Settings): string[] =>
  (["SELLER_NAME", "SELLER_ADDRESS", "SELLER_COUNTRY"] as const).filter((key) => !settings[key]);

export const invoiceUrl = ({ BASE_URL }: Pick<Settings, "BASE_URL">, invoice: Pick<Invoice, "token">): string =>
  BASE_URL + invoicePath(invoice);

/**
 * Issues the invoice or credit notes that an order lacks; safe to repeat. Returns what it issued:
 * nothing while seller settings are missing, because documents can never be corrected.
 */
export async function issueDocuments(
  tx: Tx,
  order: Order,
  payments: readonly Payment[],
  deps: Needs,
): Promise<Invoice[]> {
  const { settings, now, random } = deps;
  if (missingSellerSettings(settings).length > 0) return [];
  const documents = await tx.invoices.ofOrder(order.number);
  const issued: Invoice[] = [];
  const issue = async (
    kind: InvoiceKind,
    credits: string | null,
    figures: Pick<InvoiceContent, "lines" | "totals">,
  ) => {
    const about = { kind, credits, ...(await factsOf(tx, order, settings)), ...daysOf(kind, order, now()), ...figures };
    const cause = `${order.number}/${documents.length + issued.length + 1}`;
    const document = await tx.invoices.issue(about, { cause, token: random(32).toString("base64url") }, now());
    issued.push(document);
    return document;
  };

  let refunded = (await tx.refunds.ofOrder(order.id)).filter((one) => one.doneAt && one.lineId && !one.document);
  const due = keptOf(order, payments) - chargedBy(documents);
  const isGiven = order.totalCents === 0 && documents.length === 0 && statusOf(order, payments) !== "refunded";
  if (due > 0 || isGiven) {
    // Lines that were refunded before there was an invoice are on none.
    const rest = order.lines.filter(({ refundedAt }) => refundedAt === null);
    const isRest = documents.length === 0 && totalsOf(rest).totalCents === due;
    const lines = isRest ? rest : order.lines;
    const figures = figuresOf(totalsOf(lines), linesOf({ ...order, lines }), due, "Part of the price");
    const { number } = await issue("invoice", null, figures);
    if (isRest) for (const { id } of refunded) await tx.refunds.setDocument(id, number);
  }
  let back = -due;
  for (const { number, content } of documents.filter(({ content }) => content.kind === "invoice").toReversed()) {
    const credits = documents.filter((document) => document.content.credits === number);
    let left = leftOf(content.totals, credits);
    for (const { id, lineId } of refunded) {
      const lines = linesOf({ ...order, lines: order.lines.filter((one) => one.id === lineId) });
      const totals = totalsOf(lines);
      if (totals.totalCents > back || !isWithin(totals, left)) continue;
      const { number: note } = await issue("credit_note", number, { lines, totals });
      await tx.refunds.setDocument(id, note);
      refunded = refunded.filter((one) => one.id !== id);
      left = leftOf(left, [{ content: { totals } }]);
      back -= totals.totalCents;
    }
    const cents = Math.min(back, left.totalCents);
    if (cents <= 0) continue;
    await issue("credit_note", number, figuresOf(left, notEnded(content.lines, order), cents, "Refund"));
    back -= cents;
  }
  return issued;
}

/** Lines that were not refunded by themselves. */
function notEnded(lines: InvoiceLine[], order: Order): InvoiceLine[] {
  const ended = linesOf({ ...order, lines: order.lines.filter(({ refundedAt }) => refundedAt !== null) });
  const rest = lines.filter(({ description }) => !ended.some((one) => one.description === description));
  return rest.length > 0 ? rest : lines;
}

const totalsOf = (lines: readonly InvoiceTotals[]): InvoiceTotals => {
  const sum = (key: keyof InvoiceTotals) => lines.reduce((all, line) => all + line[key], 0);
  return { netCents: sum("netCents"), vatCents: sum("vatCents"), totalCents: sum("totalCents") };
};

/** What credit notes leave of an invoice. */
function leftOf(totals: InvoiceTotals, credits: readonly { content: Pick<InvoiceContent, "totals"> }[]): InvoiceTotals {
  const back = totalsOf(credits.map(({ content }) => content.totals));
  const [netCents, vatCents] = [totals.netCents - back.netCents, totals.vatCents - back.vatCents];
  return { netCents, vatCents, totalCents: netCents + vatCents };
}

const isWithin = (part: InvoiceTotals, whole: InvoiceTotals): boolean =>
  part.netCents <= whole.netCents && part.vatCents <= whole.vatCents;

/** All lines for the full amount; one line for a part, because a refund of an amount names no lines. */
function figuresOf(
  totals: InvoiceTotals,
  lines: InvoiceLine[],
  cents: number,
  words: string,
): Pick<InvoiceContent, "lines" | "totals"> {
  const { netCents, vatCents, totalCents } = totals;
  if (cents === totalCents && totalsOf(lines).totalCents === totalCents)
    return { lines, totals: { netCents, vatCents, totalCents } };
  const part = partOf(totals, 0, cents);
  const what = lines.map(({ description }) => description).join("; ");
  return { lines: [asOneLine(`${words}: ${what}`, part, lines[0]!.vatRateBasisPoints)], totals: part };
}

const linesOf = ({ lines, vat, given }: Pick<Order, "lines" | "vat" | "given">): InvoiceLine[] =>
  lines.map(({ description, quantity, unitPriceCents, netCents, vatCents, totalCents }) => ({
    description: given === null ? description : `${description} (given free of charge)`,
    quantity,
    unitPriceCents,
    netCents,
    vatRateBasisPoints: vat.rateBp,
    vatCents,
    totalCents,
  }));

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

function daysOf(kind: InvoiceKind, { paidAt }: Order, now: Date): Pick<InvoiceContent, "issuedOn" | "paidOn"> {
  const issuedOn = dayOf(now);
  return { issuedOn, paidOn: kind === "invoice" && paidAt ? dayOf(paidAt) : issuedOn };
}

const addressLines = (text: string): string[] =>
  text
    .split(/\r?\n|\\n/)
    .map((line) => line.trim())
    .filter(Boolean);

/** What the buyer of an unpaid order by transfer is to pay. A seller without a name has that of the site. */
export async function proFormaOf(
  order: Order,
  account: BankAccount,
  { store, settings, now }: Pick<Deps, "store" | "settings" | "now">,
): Promise<ProForma> {
  const { netCents, vatCents, totalCents, currency, number: reference } = order;
  const started = (await store.orders.payments(order.id)).find(({ provider }) => provider === TRANSFER)?.startedAt;
  return {
    ...(await factsOf(store, order, settings)),
    issuedOn: dayOf(started ?? now()),
    payBy: dayOf(order.expiresAt),
    lines: linesOf(order),
    totals: { netCents, vatCents, totalCents },
    transfer: transferFacts(account, { amountCents: totalCents, currency, reference }),
  };
}

async function factsOf(tx: Buyers, order: Order, settings: Settings) {
  const { vat, number: orderNumber, currency } = order;
  const { SELLER_NAME, SELLER_ADDRESS, SELLER_COUNTRY, SELLER_VAT_NUMBER, SELLER_EMAIL, VAT_OFF_NOTE } = settings;
  const seller: InvoiceParty = {
    name: SELLER_NAME ?? settings.SITE_NAME,
    addressLines: addressLines(SELLER_ADDRESS ?? ""),
    country: SELLER_COUNTRY ?? null,
    vatNumber: SELLER_VAT_NUMBER ?? null,
    email: SELLER_EMAIL ?? null,
  };
  const notes = { outside_eu: OUTSIDE_EU_NOTE, not_charged: VAT_OFF_NOTE ?? null };
  const vatNote = vat.note ?? (vat.treatment in notes ? notes[vat.treatment as keyof typeof notes] : null);
  return { orderNumber, currency, seller, buyer: await buyerOf(tx, order), vatNote };
}

/** An admin may mark an order without billing details as paid; then the account is the buyer. */
async function buyerOf(tx: Buyers, { billing, vat, accountId }: Order): Promise<InvoiceParty> {
  const vatNumber = vat.numberStatus === "valid" ? vat.vatNumber : null;
  if (billing) {
    const { name, address, country, email } = billing;
    return { name, addressLines: addressLines(address), country, vatNumber, email };
  }
  const account = await tx.accounts.find(accountId);
  const email = account?.email ?? null;
  return { name: account?.name || email || "Unknown", addressLines: [], country: vat.country, vatNumber, email };
}
