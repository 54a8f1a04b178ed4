import type { Response } from "express";
import type { HeldChoice } from "#actions/orders/held-order.ts";
import { type Html, html } from "#core/text/html.ts";
import { moneyText } from "#domain/orders/money.ts";
import type { Order } from "#domain/orders/order.ts";
import { reasonText } from "#domain/orders/stored-words.ts";
import { given } from "#domain/text/given.ts";
import { t } from "#languages/words.ts";
import { type Faults, field, formTo } from "../../kit/form.ts";
import { showDay } from "../../kit/show.ts";
import { dayInWords } from "../launches/calendar.ts";

export type MoneyBackForm = { given?: { holder: string; account: string }; faults?: Faults };

/** What the buyer of an order that cannot be delivered decides: another week, or the money back. */
export function heldOrderPart(res: Response, order: Order, choice: HeldChoice, form: MoneyBackForm): Html {
  const { instead, waiting } = choice;
  if (waiting.length > 0) return underWay(order, choice);
  const weeks = instead?.weeks ?? [];
  return html`<section class="card held-order" aria-labelledby="choose">
<h2 id="choose">${weeks.length > 0 ? t`Choose another week or a refund` : t`Get a refund`}</h2>
<p>${html`We received ${moneyText(order.totalCents, order.currency)}, but could not deliver this order.`} ${reasonText(order.statusReason)}</p>
${
  weeks.length > 0 &&
  html`${formTo(res, `/account/orders/${order.number}/week`)}
<p>These weeks have a place at the price you paid:</p>
<div class="row">${weeks.map(
    (monday) =>
      html`<button name="week" value="${monday}" class="sun">${dayInWords(monday, { weekday: true })}</button>`,
  )}</div></form>`
}
${order.totalCents > 0 && moneyBack(res, order, choice, form, weeks.length > 0)}</section>`;
}

const underWay = (order: Order, { waiting, needsAccount }: HeldChoice): Html => {
  const cents = waiting.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return html`<p class="notice" role="status">${html`<b>Your refund of ${moneyText(
    cents,
    order.currency,
  )} is on its way.</b> You requested it on ${showDay(given(waiting[0]).askedAt)}.`}
${
  needsAccount
    ? t`We send it to your bank account within a few days. We email you when it is done.`
    : t`We refund the payment method you used within a few days. We email you when it is done.`
}</p>`;
};

function moneyBack(
  res: Response,
  order: Order,
  { needsAccount }: HeldChoice,
  { given, faults = {} }: MoneyBackForm,
  isSecond: boolean,
): Html {
  const body = html`${formTo(res, `/account/orders/${order.number}/money-back`)}
${
  needsAccount
    ? html`<p>You paid by bank transfer. Where should we send the money?</p>
${field({
  name: "holder",
  label: t`Account holder`,
  value: given?.holder ?? order.billing?.name,
  fault: faults.holder,
  autocomplete: "name",
  maxLength: 70,
})}
${field({
  name: "account",
  label: "IBAN",
  value: given?.account,
  fault: faults.account,
  hint: t`If you have no IBAN, enter the account number and the routing details of your bank.`,
  autocomplete: "off",
  maxLength: 100,
})}`
    : html`<p>We refund the payment method you used, which takes a few days. This closes the order.</p>`
}
<button class="${isSecond ? "quiet" : ""}">Request a refund</button></form>`;
  return isSecond
    ? html`<details class="qa"${
        (given || Object.keys(faults).length > 0) && html` open`
      }><summary>Get a refund instead</summary>${body}</details>`
    : body;
}
