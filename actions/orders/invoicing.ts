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
import { keptOf, type Order, TRANSFER } from "../../domain/order.ts";
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
    const token = random(32).toString("base64url");
    const taxedIn = settings.VAT_MODE === "home" ? "seller" : "buyer";
    issued.push(await tx.invoices.issue(about, { cause, token, taxedIn }, now()));
  };

  const due = keptOf(order, payments) - chargedBy(documents);
  if (due > 0) await issue("invoice", null, figuresOf(order, linesOf(order), 0, due, "Part of the price"));
  let back = -due;
  for (const { number, content } of documents.filter(({ content }) => content.kind === "invoice").toReversed()) {
    const credited = -chargedBy(documents.filter((document) => document.content.credits === number));
    const cents = Math.min(back, content.totals.totalCents - credited);
    if (cents <= 0) continue;
    await issue("credit_note", number, figuresOf(content.totals, content.lines, credited, credited + cents, "Refund"));
    back -= cents;
  }
  return issued;
}

/** All lines for the full amount; one line for a part, because a refund names no lines. */
function figuresOf(
  totals: InvoiceTotals,
  lines: InvoiceLine[],
  from: number,
  to: number,
  words: string,
): Pick<InvoiceContent, "lines" | "totals"> {
  const { netCents, vatCents, totalCents } = totals;
  if (from === 0 && to === totalCents) return { lines, totals: { netCents, vatCents, totalCents } };
  const part = partOf(totals, from, to);
  const what = lines.map(({ description }) => description).join("; ");
  return { lines: [asOneLine(`${words}: ${what}`, part, lines[0]!.vatRateBasisPoints)], totals: part };
}

const linesOf = ({ lines, vat }: Order): InvoiceLine[] =>
  lines.map(({ description, quantity, unitPriceCents, netCents, vatCents, totalCents }) => ({
    description,
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
