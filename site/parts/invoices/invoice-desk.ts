import type { Response } from "express";
import type { Deps } from "#actions/context.ts";
import { openInvoice } from "#actions/invoices/correct-invoice.ts";
import { mayCreditVat } from "#actions/invoices/credit-vat.ts";
import { type Html, html } from "#core/text/html.ts";
import type { Invoice } from "#domain/invoices/invoice.ts";
import type { InvoiceRequest } from "#domain/invoices/invoice-request.ts";
import { type EvidenceKind, type KeptEvidence, provenPlace } from "#domain/invoices/place-evidence.ts";
import { moneyText } from "#domain/orders/money.ts";
import { type Order, overpaidBy } from "#domain/orders/order.ts";
import { countryName, t, type Words } from "#languages/words.ts";
import type { Payment } from "#store/repos/orders/orders.ts";
import { formTo, hidden } from "../../kit/form.ts";
import { showDay } from "../../kit/show.ts";
import { billingForm } from "../orders/billing-form.ts";

const EVIDENCE: Record<EvidenceKind, Words> = {
  billing_address: t`Billing address`,
  ip_address: t`Network address`,
  card: t`Card`,
  bank: t`Bank account`,
};

function placePart(evidence: readonly KeptEvidence[], { vat }: Order): Html | false {
  if (evidence.length === 0) return false;
  const { isProven, contradicting } = provenPlace(evidence, vat.country);
  const isDoubtful = vat.treatment === "standard" && !isProven;
  return html`<h2>Buyer’s location</h2>
<dl class="facts">${evidence.map(
    ({ kind, country, seenAt }) =>
      html`<dt>${EVIDENCE[kind]}</dt><dd>${countryName(country)} <span class="muted small">${showDay(seenAt)}</span></dd>`,
  )}</dl>
${
  isDoubtful
    ? html`<p class="notice">${
        contradicting.length > 0
          ? t`These contradict each other. The law requires two that match (Art. 24b of Regulation 282/2011).`
          : t`This is one piece of evidence. The law requires two that match (Art. 24b of Regulation 282/2011).`
      }</p>`
    : isProven && html`<p class="muted small">Two pieces of evidence match.</p>`
}`;
}

export async function invoiceDesk(
  res: Response,
  order: Order,
  { documents, payments }: { documents: readonly Invoice[]; payments: readonly Payment[] },
  { store }: Pick<Deps, "store">,
): Promise<Html> {
  const path = `/admin/orders/${order.number}`;
  const request = await store.invoiceRequests.open(order.id);
  const invoice = openInvoice(documents);
  const back = overpaidBy(order, payments);
  return html`${
    back > 0 &&
    html`<p class="notice bad">The order costs ${moneyText(
      order.totalCents,
      order.currency,
    )} now, and more was paid. Refund ${moneyText(back, order.currency)} below.</p>`
  }
${request && requestPart(res, path, request)}
${invoice && (await correctPart(res, path, order, invoice, request, store))}
${
  mayCreditVat(order) &&
  html`${formTo(res, `${path}/vat`)}
<p class="hint">The VAT register was unavailable when this order was paid, so VAT was charged.
If VAT number ${order.vat.vatNumber} is valid, the VAT is credited.</p><button class="quiet">Check the VAT number again</button></form>`
}
${placePart(await store.placeEvidence.ofOrder(order.id), order)}`;
}

const requestPart = (res: Response, path: string, { invoiceNumber, note, askedAt }: InvoiceRequest): Html =>
  html`<section class="notice" aria-labelledby="asked"><h2 id="asked">Correction requested</h2>
<p>For invoice ${invoiceNumber}, on ${showDay(askedAt)}. The form below contains the requested details.</p>
${note && html`<blockquote>${note}</blockquote>`}
${formTo(res, `${path}/decline`, "row labelled")}
<label class="grow">Reason for declining, for the buyer <input name="answer" maxlength="300" required></label>
<button class="quiet">Decline</button></form></section>`;

async function correctPart(
  res: Response,
  path: string,
  order: Order,
  { number, content }: Invoice,
  request: InvoiceRequest | undefined,
  store: Deps["store"],
): Promise<Html> {
  const { buyer, buyerReference } = content;
  const { name, address, country, vatNumber, email, reference } = request?.billing ??
    order.billing ?? { ...buyer, address: buyer.addressLines.join("\n"), reference: buyerReference };
  return html`<details class="qa"${request && html` open`}><summary>Correct invoice ${number}</summary>
<p class="hint">A credit note cancels the invoice, and a new invoice gets these details. Both go to the buyer.
The details decide the VAT, but cannot raise it.</p>
${billingForm(res, {
  action: `${path}/invoice`,
  countries: await store.reference.countries(),
  faults: {},
  label: t`Correct the invoice`,
  isNext: false,
  given: {
    name,
    address,
    country: country ?? "",
    vatNumber: vatNumber ?? "",
    email: email ?? "",
    reference: reference ?? "",
  },
  more: html`${hidden("invoice", number)}`,
})}</details>`;
}
