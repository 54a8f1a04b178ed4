import type { Response } from "express";
import { type Movable, movableLines } from "#actions/launches/other-weeks.ts";
import { missingOf } from "#actions/launches/places.ts";
import { isCancelable, isGivable } from "#actions/orders/by-admin.ts";
import { isByHand, isRefundable, isWaiting, refundableOf } from "#actions/orders/refunds.ts";
import { type Html, html, type Part } from "#core/text/html.ts";
import { moneyText } from "#domain/orders/money.ts";
import { isPayable, type Order, type OrderLine } from "#domain/orders/order.ts";
import { lineText } from "#domain/orders/stored-words.ts";
import { inFours, isIban } from "#domain/orders/transfer.ts";
import { dayText } from "#domain/time/date-words.ts";
import { joined, type Text, t } from "#languages/words.ts";
import type { Gateways } from "#payments/gateway.ts";
import type { Payment } from "#store/repos/orders/orders.ts";
import type { Refund } from "#store/repos/orders/refunds.ts";
import { formTo, hidden } from "../../kit/form.ts";
import { showTime } from "../../kit/show.ts";
import type { Site } from "../../kit/site.ts";

export const orderPath = ({ number }: Pick<Order, "number">): string => `/admin/orders/${number}`;

/** An IBAN in groups of four, as banks show it; other numbers as they were typed. */
export const accountWords = (account: string): string => (isIban(account) ? inFours(account) : account);

type About = {
  payments: readonly Payment[];
  refunds: readonly Refund[];
  labelOf: (provider: string) => Text;
  gateways: Gateways;
};

/** What an admin can decide about an order: only what does something now is shown. */
export async function orderDecisions(res: Response, order: Order, about: About, { deps }: Site): Promise<Html | false> {
  const { store, now } = deps;
  const { payments, refunds, gateways } = about;
  const isLeaving = refunds.some(isWaiting);
  const payment = refundableOf(order, payments);
  const lines = payment ? order.lines.filter((line) => isRefundable(line, payment, refunds)) : [];
  const decisions: Part[] = [
    ...(isLeaving ? [] : await movableLines(order, store, deps)).map((movable) => weekForm(res, order, movable)),
    payment && order.lines.length > 1 && lines.length > 0 && lineForm(res, order, lines, isByHand(payment, gateways)),
    isGivable(order, now()) && giveForm(res, order),
    isCancelable(order, now()) && cancelForm(res, order, isPayable(order, now())),
  ].filter(Boolean);
  return decisions.length > 0 && html`<h2>Actions</h2><div class="decisions">${decisions}</div>`;
}

export async function holdNotice(
  res: Response,
  order: Order,
  refunds: readonly Refund[],
  { deps }: Site,
): Promise<Html> {
  if (refunds.some(isWaiting)) return html`<p class="notice">A refund is in progress. See below.</p>`;
  const missing = order.hold === "undeliverable" ? await missingOf(order, deps.store, deps) : undefined;
  if (missing !== undefined)
    return html`<p class="notice">The payment arrived, but the order cannot continue:
${missing} We asked the buyer to choose another week or a refund. You can also choose one below.</p>`;
  const words =
    order.hold === "not_fulfilled"
      ? t`The payment arrived, but something failed. Release the order to try again, or refund it below.`
      : order.hold === "undeliverable"
        ? t`The payment arrived, and what was missing is available again. Release the order, or refund it below.`
        : t`The payment arrived, and the order needs your decision. Release it with the amount received, or refund it below.`;
  return html`<div class="notice"><p>${words}</p>
${formTo(res, `${orderPath(order)}/release`)}
<div class="row labelled"><label class="grow">Reason, for the audit log
<input name="reason" maxlength="200" required></label><button>Release order</button></div></form></div>`;
}

export const refundCards = (res: Response, order: Order, about: About): Html[] =>
  about.refunds.filter(isWaiting).map((refund) => {
    const byHand = isByHand(refund, about.gateways);
    const line = order.lines.find(({ id }) => id === refund.lineId);
    return html`<article class="card" id="refund"><h2>Refunds to send</h2>
<dl class="facts">
<dt>Amount</dt><dd>${
      line
        ? html`<b>${moneyText(refund.amountCents, order.currency)}</b> for ${lineText(line.description)}`
        : html`<b>${moneyText(refund.amountCents, order.currency)}</b>`
    }</dd>
<dt>Payment method</dt><dd>${about.labelOf(refund.provider)}</dd>
${refund.holder && html`<dt>Account holder</dt><dd><bdi>${refund.holder}</bdi></dd>`}
${refund.account && html`<dt>Account</dt><dd class="mono"><bdi>${accountWords(refund.account)}</bdi></dd>`}
<dt>Requested</dt><dd>${
      refund.askedBy === order.accountId
        ? html`${showTime(refund.askedAt)}, by the buyer`
        : html`${showTime(refund.askedAt)}, by an admin`
    }</dd>
</dl>
<p class="hint">${
      byHand
        ? t`Send the money, then mark it as sent. The buyer and the books are updated then.`
        : t`Debut asks the provider to refund this. If the provider refused, send it again, or refund it there and mark it as sent.`
    }</p>
${formTo(res, `${orderPath(order)}/refunds`, "row")}${hidden("refund", refund.id)}
${
  !byHand &&
  html`<button name="how" value="again">Send it
again</button>`
}<button name="how" value="sent" class="${byHand ? "" : "quiet"}">Mark as sent</button></form></article>`;
  });

const reason = html`<label class="grow">Reason, for the buyer and the audit log <input name="reason" maxlength="200" required></label>`;

const decision = (res: Response, order: Order, path: string, summary: Text, body: Part): Html =>
  html`<details class="card"><summary>${summary}</summary>
${formTo(res, `${orderPath(order)}/${path}`)}${body}</form></details>`;

const weekForm = (res: Response, order: Order, { line, weeks }: Movable): Html =>
  decision(
    res,
    order,
    "week",
    t`Change week`,
    html`${hidden("line", line.id)}
<p class="hint">${lineText(line.description)}. The price stays the same. The buyer gets an email.</p>
<div class="row labelled"><label>Week of <select name="week">${weeks.map(
      (monday) => html`<option value="${monday}">${dayText(monday)}</option>`,
    )}</select></label>${reason}<button>Change week</button></div>`,
  );

const lineForm = (res: Response, order: Order, lines: readonly OrderLine[], byHand: boolean): Html =>
  decision(
    res,
    order,
    "refund-line",
    t`Refund a line`,
    html`<p class="hint">${joined(
      [
        t`Cancels this line with its own credit note. The rest of the order stays.`,
        byHand && t`Send the money at your bank first.`,
      ],
      " ",
    )}</p>
<div class="row labelled"><label class="grow">Line <select name="line">${lines.map(
      ({ id, description, totalCents }) =>
        html`<option value="${id}">${moneyText(totalCents, order.currency)}: ${description}</option>`,
    )}</select></label>${reason}
<button class="danger" name="how" value="${byHand ? "hand" : "provider"}">${
      byHand ? t`Record refund` : t`Refund line`
    }</button></div>`,
  );

const giveForm = (res: Response, order: Order): Html =>
  decision(
    res,
    order,
    "give",
    t`Give for free`,
    html`<p class="hint">Sets the price to zero and fulfills the order immediately. The invoice says it was a gift.</p>
<div class="row labelled">${reason}<button>Give for free</button></div>`,
  );

const cancelForm = (res: Response, order: Order, isUnpaid: boolean): Html =>
  decision(
    res,
    order,
    "cancel",
    t`Cancel order`,
    html`<p class="hint">${
      isUnpaid
        ? t`Frees its places. If a payment still arrives, the order reopens.`
        : t`Removes the purchase. Nothing was paid, so nothing is refunded.`
    }</p>
<div class="row labelled">${reason}<button class="danger">Cancel order</button></div>`,
  );
