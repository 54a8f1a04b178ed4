import { missingSellerSettings } from "#actions/invoices/invoicing.ts";
import type { Settings } from "#core/settings/config.ts";
import { SELLING_CURE, sellingFault } from "#core/settings/selling.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { documentTitle, type Invoice, invoicePath } from "#domain/invoices/invoice.ts";
import { vatMessages } from "#domain/invoices/vat.ts";
import { couponOf, grossOf } from "#domain/orders/coupon.ts";
import { moneyText } from "#domain/orders/money.ts";
import { isSoldByMerchant, type Order, type OrderLine, type OrderStatus } from "#domain/orders/order.ts";
import { lineText } from "#domain/orders/stored-words.ts";
import { countryName, joined, listed, phraseComma, saidAgain, type Text, t, type Words } from "#languages/words.ts";
import { electronicInvoice } from "#payments/invoices/electronic/model.ts";
import { showDay } from "../../kit/show.ts";

const WORDS: Record<OrderStatus, readonly ["" | "good" | "warm" | "bad", Words]> = {
  pending: ["warm", t`waiting for payment`],
  paid: ["good", t`paid`],
  on_hold: ["warm", t`on hold`],
  expired: ["", t`expired`],
  canceled: ["", t`canceled`],
  failed: ["bad", t`payment failed`],
  partially_refunded: ["warm", t`partly refunded`],
  refunded: ["", t`refunded`],
  disputed: ["bad", t`disputed`],
};

export const orderStatusWords = (status: OrderStatus): Words => WORDS[status][1];

export const orderTag = (status: OrderStatus): Html =>
  html`<span class="tag ${WORDS[status][0]}">${orderStatusWords(status)}</span>`;

/** The status to show: an order may have expired before that was saved. */
export const statusNow = ({ status, expiresAt }: Order, now: Date): OrderStatus =>
  (status === "pending" || status === "failed") && expiresAt <= now ? "expired" : status;

function vatLabel({ vat }: Order): Words {
  const { treatment, rateBp, country, territory } = vat;
  if (treatment === "standard")
    return country ? t`VAT ${rateBp / 100}% (${countryName(country)})` : t`VAT ${rateBp / 100}%`;
  if (treatment === "reverse_charge") return t`VAT (reverse charge)`;
  if (treatment === "unknown") return t`VAT (not known yet)`;
  return treatment === "outside_eu" && country
    ? t`VAT (none in ${territory ? saidAgain(territory) : countryName(country)})`
    : t`VAT (not charged)`;
}

function lineState({ fulfilledAt, reversedAt, refundedAt }: OrderLine, isPaid: boolean): Html | false {
  if (refundedAt)
    return html`<span class="tag">refunded</span> <span class="small muted">${showDay(refundedAt)}</span>`;
  if (fulfilledAt)
    return html`<span class="tag good">done</span> <span class="small muted">${showDay(fulfilledAt)}</span>`;
  if (reversedAt) return html`<span class="tag">revoked</span>`;
  return isPaid && html`<span class="tag warm">ready within minutes</span>`;
}

/**
 * Lines with their prices, VAT and total. After payment, each line says whether it is fulfilled.
 */
export function orderTable(order: Order): Html {
  const { currency, lines, netCents, vatCents, totalCents, refundedCents, status, paidAt } = order;
  const money = (cents: number) => moneyText(cents, currency);
  const coupon = couponOf(lines);
  const isPaid = status === "paid" || status === "partially_refunded";
  const sum = (label: Text, amount: Text, isTotal = false) =>
    html`<tr><th scope="row">${label}</th><td class="end"><bdi dir="ltr">${isTotal ? html`<strong>${amount}</strong>` : amount}</bdi></td></tr>`;
  return html`<div class="table"><table>
<thead><tr><th scope="col">What you get</th><th scope="col" class="end">Price</th></tr></thead>
<tbody>${lines.map(
    (line) => html`<tr>
<td>${line.quantity > 1 && `${line.quantity} × `}<bdi>${lineText(line.description)}</bdi> ${paidAt && lineState(line, isPaid)}</td>
<td class="end"><bdi dir="ltr">${money(grossOf(line))}</bdi></td>
</tr>`,
  )}
${coupon && sum(t`Coupon ${coupon.code}`, joined(["−", money(coupon.cents)], ""))}
${sum(t`Net`, money(netCents))}
${sum(vatLabel(order), order.vat.treatment === "unknown" ? "" : money(vatCents))}
${sum(t`Total in ${currency}`, money(totalCents), true)}
${refundedCents > 0 && sum(t`Refunded`, joined(["−", money(refundedCents)], ""))}
</tbody>
</table></div>`;
}

export const vatNotes = ({ vat }: Order): Html[] => [
  ...vatMessages(vat).map(
    ({ type, content }) => html`<p class="${type === "warning" ? "notice" : "muted small"}">${content}</p>`,
  ),
  ...(vat.note === null ? [] : [html`<p class="muted small">${saidAgain(vat.note)}</p>`]),
];

export const billingFacts = (order: Order): Html | null =>
  order.billing &&
  html`<dl class="facts">
<dt>Name</dt><dd>${order.billing.name}</dd>
<dt>Address</dt><dd class="prose">${order.billing.address}</dd>
<dt>Country</dt><dd>${countryName(order.billing.country)}</dd>
${order.billing.vatNumber && html`<dt>VAT number</dt><dd>${order.billing.vatNumber}</dd>`}
<dt>Email</dt><dd>${order.billing.email}</dd>
${order.billing.reference && html`<dt>Your reference</dt><dd>${order.billing.reference}</dd>`}
</dl>`;

/** For admins: without the seller's name and address no invoice can be issued. */
export function missingSellerNotice(settings: Settings): Html | false {
  const missing = missingSellerSettings(settings);
  return (
    missing.length > 0 &&
    html`<p class="notice bad">${t`No invoice can be issued yet. Set ${listed(missing)} at /admin/settings/seller. Invoices of paid orders are then issued within an hour.`}</p>`
  );
}

export const SOLD_BY_PADDLE = t`If you pay with Paddle, Paddle.com is the seller. It adds your country’s tax to the price and emails you the invoice.`;

/** Why an order has no invoice of the site. */
export const merchantNote = (payments: Parameters<typeof isSoldByMerchant>[0]): Html | false =>
  isSoldByMerchant(payments) &&
  html`<p>Paddle.com sold this order. Its invoice, with the tax of the buyer’s country, came by email from Paddle.</p>`;

/** For admins: the law lets nothing be sold with these settings. */
export function notSellingNotice(settings: Settings): Html | false {
  const fault = sellingFault(settings);
  return fault !== undefined && html`<p class="notice bad">Selling is off: ${fault}. ${SELLING_CURE}</p>`;
}

export const documentLinks = (documents: readonly Invoice[]): Html | false =>
  documents.length > 0 &&
  html`<h2>${documents.length > 1 ? t`Invoice and credit notes` : t`Invoice`}</h2>
<ul>${documents.map((document) => {
    const { currency, totals } = document.content;
    const path = invoicePath(document);
    return html`<li><a href="${href(path)}"><bdi>${documentTitle(document)}</bdi></a> <span class="muted">${moneyText(
      totals.totalCents,
      currency,
    )}${phraseComma}${showDay(document.issuedAt)}</span> <a class="small" href="${href(`${path}/pdf`)}">PDF<span class="unseen">
of ${document.number}</span></a>${
      electronicInvoice(document) &&
      html` <a class="small" href="${href(`${path}/xml`)}" download>XML<span class="unseen"> of ${document.number}</span></a>`
    }</li>`;
  })}</ul>`;
