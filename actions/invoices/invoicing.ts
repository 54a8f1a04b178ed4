import { bankAccountOf } from "#core/settings/bank-account.ts";
import type { Settings } from "#core/settings/config.ts";
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
  restOf,
} from "#domain/invoices/invoice.ts";
import { OUTSIDE_EU_NOTE } from "#domain/invoices/vat.ts";
import { isSoldByMerchant, keptOf, type Order, statusOf, TRANSFER } from "#domain/orders/order.ts";
import { LINE_WORDS, listedLines } from "#domain/orders/stored-words.ts";
import { type BankAccount, transferFacts } from "#domain/orders/transfer.ts";
import { given } from "#domain/text/given.ts";
import { isKeyOf } from "#domain/text/keys.ts";
import { ENGLISH } from "#languages/language.ts";
import { inEnglish } from "#languages/words.ts";
import type { Payment } from "#store/repos/orders/orders.ts";
import type { Reads, Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { dayOfSupply } from "../orders/price.ts";
import { creditedVat, type SupplyRate, sellerVatOf, supplyRate } from "./seller-vat.ts";

type Buyers = { accounts: Pick<Reads["accounts"], "find">; orders: Pick<Reads["orders"], "payments"> };
type Needs = Pick<Deps, "settings" | "now" | "random">;

/** Seller settings that the law requires on every invoice. */
export const missingSellerSettings = (settings: Settings): string[] =>
  (["SELLER_NAME", "SELLER_ADDRESS", "SELLER_COUNTRY"] as const).filter((key) => !settings[key]);

export const invoiceUrl = ({ BASE_URL }: Pick<Settings, "BASE_URL">, invoice: Pick<Invoice, "token">): string =>
  BASE_URL + invoicePath(invoice);

/** Why an order's next invoice cannot be issued yet. */
export type InvoiceObstacle = "seller" | "vat_number" | "exchange_rate";

async function readyFor(
  tx: Tx,
  { vatCents, paidAt }: Order,
  { settings, now }: Needs,
): Promise<{ obstacle: InvoiceObstacle } | { rate: SupplyRate | null }> {
  if (missingSellerSettings(settings).length > 0) return { obstacle: "seller" };
  if (vatCents > 0 && !settings.SELLER_VAT_NUMBER) return { obstacle: "vat_number" };
  const rate = await supplyRate(tx, dayOfSupply(paidAt ?? now(), settings), settings);
  return rate === undefined ? { obstacle: "exchange_rate" } : { rate };
}

/**
 * Issues missing invoices and credit notes; safe to repeat. Nothing incomplete is issued, because
 * documents cannot be changed. Returns what it issued.
 */
export async function issueDocuments(
  tx: Tx,
  order: Order,
  payments: readonly Payment[],
  deps: Needs,
  corrects?: string,
): Promise<Invoice[]> {
  if (isSoldByMerchant(payments)) return [];
  const documents = await tx.invoices.ofOrder(order.number);
  const due = keptOf(order, payments) - chargedBy(documents);
  // Orders that cost nothing get an invoice too, showing the discount or grant.
  const isFree = order.totalCents === 0 && documents.length === 0 && statusOf(order, payments) !== "refunded";
  const ready = due > 0 || isFree ? await readyFor(tx, order, deps) : undefined;
  if (ready && "obstacle" in ready) {
    await tx.invoices.await(order.id, ready.obstacle, deps.now());
    return [];
  }
  await tx.invoices.awaitNoMore(order.id);
  if (ready) return [await issueInvoice(tx, order, due, { ...ready, documents, corrects }, deps)];
  return creditDown(tx, order, documents, -due, deps);
}

const openRefunds = async (tx: Tx, { id }: Order) =>
  (await tx.refunds.ofOrder(id)).filter(({ doneAt, lineId, document }) => doneAt && lineId && !document);

async function issueInvoice(
  tx: Tx,
  order: Order,
  cents: number,
  about: { rate: SupplyRate | null; documents: readonly Invoice[]; corrects: string | undefined },
  deps: Needs,
): Promise<Invoice> {
  const { settings, now } = deps;
  // Lines refunded before there was an invoice appear on none.
  const rest = order.lines.filter(({ refundedAt }) => refundedAt === null);
  const isRest = chargedBy(about.documents) === 0 && totalsOf(rest).totalCents === cents;
  const lines = isRest ? rest : order.lines;
  const figures = figuresOf(totalsOf(lines), linesOf({ ...order, lines }), cents, "part");
  const content: InvoiceContent = {
    ...{ kind: "invoice", credits: null, ...(await factsOf(tx, order, settings)) },
    ...daysOf("invoice", order, now(), settings),
    ...figures,
    ...sellerVatOf(about.rate, 0, figures.totals.vatCents),
    ...(about.corrects !== undefined && { corrects: about.corrects }),
  };
  const invoice = await issueNext(tx, order, about.documents, content, deps);
  if (isRest) for (const { id } of await openRefunds(tx, order)) await tx.refunds.setDocument(id, invoice.number);
  return invoice;
}

const issueNext = (tx: Tx, { number }: Order, before: readonly Invoice[], content: InvoiceContent, deps: Needs) =>
  tx.invoices.issue(
    content,
    {
      cause: `${number}/${before.length + 1}`,
      token: deps.random(32).toString("base64url"),
      taxedIn: deps.settings.VAT_MODE === "home" ? "seller" : "buyer",
    },
    deps.now(),
  );

/**
 * Credits an amount on the newest invoices: separately refunded lines first, then the rest. Uses
 * only the invoices.
 */
export async function creditDown(
  tx: Tx,
  order: Order,
  documents: readonly Invoice[],
  cents: number,
  deps: Needs,
  words: PartWords = "refund",
): Promise<Invoice[]> {
  if (missingSellerSettings(deps.settings).length > 0) return [];
  const issued: Invoice[] = [];
  let back = cents;
  for (const invoice of documents.filter(({ content }) => content.kind === "invoice").toReversed()) {
    const credit = async (figures: Figures): Promise<string> => {
      const note = await issueCredit(tx, order, invoice, figures, [...documents, ...issued], deps);
      issued.push(note);
      back -= figures.totals.totalCents;
      return note.number;
    };
    for (const { id, lineId } of await openRefunds(tx, order)) {
      const lines = linesOf({ ...order, lines: order.lines.filter((one) => one.id === lineId) });
      const totals = totalsOf(lines);
      if (totals.totalCents > back || !isWithin(totals, restOf(invoice, [...documents, ...issued]))) continue;
      await tx.refunds.setDocument(id, await credit({ lines, totals }));
    }
    const rest = restOf(invoice, [...documents, ...issued]);
    const part = Math.min(back, rest.totalCents);
    if (part > 0) await credit(figuresOf(rest, notEnded(invoice.content.lines, order), part, words));
  }
  return issued;
}

function notEnded(lines: InvoiceLine[], order: Order): InvoiceLine[] {
  const ended = linesOf({ ...order, lines: order.lines.filter(({ refundedAt }) => refundedAt !== null) });
  const rest = lines.filter(({ description }) => !ended.some((one) => one.description === description));
  return rest.length > 0 ? rest : lines;
}

const totalsOf = (lines: readonly InvoiceTotals[]): InvoiceTotals => {
  const sum = (key: keyof InvoiceTotals) => lines.reduce((all, line) => all + line[key], 0);
  return { netCents: sum("netCents"), vatCents: sum("vatCents"), totalCents: sum("totalCents") };
};

const isWithin = (part: InvoiceTotals, whole: InvoiceTotals): boolean =>
  part.netCents <= whole.netCents && part.vatCents <= whole.vatCents;

type PartWords = "part" | "refund" | "correction";
type Figures = Pick<InvoiceContent, "lines" | "totals">;

/** A credit note for part of an invoice, with the order's current parties. */
export async function issueCredit(
  tx: Tx,
  order: Order,
  invoice: Invoice,
  figures: Figures,
  documents: readonly Invoice[],
  deps: Needs,
): Promise<Invoice> {
  const { settings, now } = deps;
  const credited = invoice.content.totals.vatCents - restOf(invoice, documents).vatCents;
  const content: InvoiceContent = {
    ...{ kind: "credit_note", credits: invoice.number, ...(await factsOf(tx, order, settings)) },
    ...daysOf("credit_note", order, now(), settings),
    ...figures,
    ...creditedVat(invoice.content, credited, figures.totals.vatCents),
  };
  return issueNext(tx, order, documents, content, deps);
}

function figuresOf(totals: InvoiceTotals, lines: InvoiceLine[], cents: number, words: PartWords): Figures {
  const [all, { netCents, vatCents, totalCents }] = [totalsOf(lines), totals];
  const isWhole = cents === totalCents && all.netCents === netCents && all.vatCents === vatCents;
  if (isWhole) return { lines, totals: { netCents, vatCents, totalCents } };
  const part = partOf(totals, cents);
  const what = listedLines(lines);
  return {
    lines: [asOneLine(inEnglish(LINE_WORDS[words](what)), part, given(lines[0]).vatRateBasisPoints)],
    totals: part,
  };
}

const linesOf = ({ lines, vat, given }: Pick<Order, "lines" | "vat" | "given">): InvoiceLine[] =>
  lines.map(({ description, quantity, unitPriceCents, discountCents, couponCode, netCents, vatCents, totalCents }) => ({
    description: given === null ? description : inEnglish(LINE_WORDS.free(description)),
    quantity,
    unitPriceCents,
    ...(couponCode !== null && { discountCents, couponCode }),
    netCents,
    vatRateBasisPoints: vat.rateBp,
    vatCents,
    totalCents,
  }));

function daysOf(
  kind: InvoiceKind,
  { paidAt }: Order,
  now: Date,
  settings: Settings,
): Pick<InvoiceContent, "issuedOn" | "paidOn"> {
  const issuedOn = dayOfSupply(now, settings);
  return { issuedOn, paidOn: kind === "invoice" && paidAt ? dayOfSupply(paidAt, settings) : issuedOn };
}

const addressLines = (text: string): string[] =>
  text
    .split(/\r?\n|\\n/)
    .map((line) => line.trim())
    .filter(Boolean);

/** The amount due for an unpaid transfer order. A seller without a name uses the site's. */
export async function proFormaOf(
  order: Order,
  account: BankAccount,
  { store, settings, now }: Pick<Deps, "store" | "settings" | "now">,
): Promise<ProForma> {
  const { netCents, vatCents, totalCents, currency, number: reference } = order;
  const started = (await store.orders.payments(order.id)).find(({ provider }) => provider === TRANSFER)?.startedAt;
  return {
    ...(await factsOf(store, order, settings)),
    issuedOn: dayOfSupply(started ?? now(), settings),
    payBy: dayOfSupply(order.expiresAt, settings),
    lines: linesOf(order),
    totals: { netCents, vatCents, totalCents },
    transfer: transferFacts(account, { amountCents: totalCents, currency, reference }),
  };
}

async function factsOf(tx: Buyers, order: Order, settings: Settings) {
  const { vat, number: orderNumber, currency } = order;
  const { SELLER_NAME, SELLER_ADDRESS, SELLER_COUNTRY, SELLER_VAT_NUMBER, SELLER_EMAIL, SELLER_PHONE, VAT_OFF_NOTE } =
    settings;
  const seller: InvoiceParty = {
    name: SELLER_NAME ?? settings.SITE_NAME,
    addressLines: addressLines(SELLER_ADDRESS ?? ""),
    country: SELLER_COUNTRY ?? null,
    vatNumber: SELLER_VAT_NUMBER ?? null,
    email: SELLER_EMAIL ?? null,
    phone: SELLER_PHONE ?? null,
  };
  const notes = { outside_eu: OUTSIDE_EU_NOTE, not_charged: VAT_OFF_NOTE ?? null };
  const vatNote = vat.note ?? (isKeyOf(notes, vat.treatment) ? notes[vat.treatment] : null);
  const buyerReference = order.billing?.reference ?? null;
  const paidBy = await payeeOf(tx, order, settings);
  const buyer = await buyerOf(tx, order);
  const language = order.language ?? settings.SITE_LANGUAGE;
  return {
    ...{ orderNumber, currency, seller, buyer, buyerReference, paidBy, vatTreatment: vat.treatment, vatNote },
    ...(language !== ENGLISH.tag && { language }),
  };
}

/** The seller's account after a transfer, otherwise the provider. */
async function payeeOf(tx: Buyers, { id }: Order, settings: Settings): Promise<NonNullable<InvoiceContent["paidBy"]>> {
  const payments = await tx.orders.payments(id);
  const isTransfer = payments.some(({ provider, isPaid }) => isPaid && provider === TRANSFER);
  const { iban = null, bic = null, holder = null } = (isTransfer && bankAccountOf(settings)) || {};
  return { iban, bic, holder };
}

/** An admin may mark an order without billing details as paid; the account is then the buyer. */
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
