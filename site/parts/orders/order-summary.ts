import type { Response } from "express";
import type { Deps } from "#actions/context.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { weekOfDay } from "#domain/launches/launch-week.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { couponOf } from "#domain/orders/coupon.ts";
import { moneyText } from "#domain/orders/money.ts";
import type { Order, OrderStatus } from "#domain/orders/order.ts";
import { type BankAccount, epcText, type Transfer, transferFacts } from "#domain/orders/transfer.ts";
import { t, type Words, wordsWith } from "#languages/words.ts";
import { logo } from "../../kit/faces.ts";
import { formTo } from "../../kit/form.ts";
import { qrCode } from "../../kit/qr.ts";
import { showTime } from "../../kit/show.ts";
import { fullDay } from "../launches/calendar.ts";
import { orderTable, vatNotes } from "./order-parts.ts";

export const launchMonday = ({ lines }: Order, { SITE_TIMEZONE: zone }: Deps["settings"]): string | undefined => {
  const week = lines.find(({ product }) => product === "launch")?.options.week;
  return week === undefined ? undefined : weekOfDay(week, zone)?.monday;
};

/** What an order buys, and what no money buys. */
export function orderSummary(order: Order, listing: Listing | undefined, settings: Deps["settings"]): Html {
  const monday = launchMonday(order, settings);
  const isLaunch = order.lines.some(({ product }) => product === "launch");
  return html`<aside class="card order-summary" aria-labelledby="order-summary">
<div class="person">${listing && logo({ slug: listing.slug, name: listing.name, logo_url: listing.logoUrl })}
<h2 id="order-summary">${listing?.name ?? t`Your order`}</h2></div>
${
  monday !== undefined &&
  html`<p class="when"><span class="small">Launches on</span><b>${fullDay(monday)}</b><span class="small muted">00:00, ${settings.SITE_TIMEZONE}</span></p>`
}
${orderTable(order)}
${vatNotes(order)}
<ul class="ticks small">${
    isLaunch && html`<li>No badge needed</li><li>Pictures, story and milestones</li>`
  }<li class="no">${wordsWith("votes", t`Does not buy votes, rank or awards`, t`Does not buy rank`)}</li></ul></aside>`;
}

type Outcome = readonly [title: Words, tone: string, text: Words];

const ENDS: Record<Exclude<OrderStatus, "pending" | "failed">, Outcome> = {
  paid: [
    t`Thank you, your order is paid`,
    "good",
    t`Your purchase takes effect within minutes. You don’t need to do anything else.`,
  ],
  on_hold: [
    t`Your payment arrived`,
    "",
    t`We are reviewing this order and will email you. You do not need to pay again.`,
  ],
  expired: [t`This order has expired`, "", t`It was not paid in time, and nothing was charged. Place a new order.`],
  canceled: [t`This order is canceled`, "", t`Nothing was charged. If you change your mind, place a new order.`],
  partially_refunded: [t`Your order is paid`, "good", t`Part of your payment was refunded.`],
  refunded: [t`Your payment was refunded`, "", t`This order was refunded, and the purchase has ended.`],
  disputed: [t`This payment is disputed`, "bad", t`The purchase is suspended until the dispute is settled.`],
};

const DONE: Outcome = [ENDS.paid[0], "good", t`Everything you bought is in place. You don’t need to do anything else.`];

/** The heading and notice of an order's page once it no longer waits for payment. */
export const outcomeOf = (status: OrderStatus, isDone: boolean): Outcome | undefined =>
  status === "pending" || status === "failed" ? undefined : isDone ? DONE : ENDS[status];

/** The coupon of an unpaid order, or a field for its code; `typed` comes from a link or a refused try. */
export function couponForm(res: Response, order: Order, typed: string): Html {
  const path = `/checkout/${order.token}/coupon`;
  const coupon = couponOf(order.lines);
  if (coupon)
    return html`${formTo(res, path, html` class="row between" id="coupon"`)}<span>Coupon <b>${coupon.code}</b>
takes off ${moneyText(coupon.cents, order.currency)}.</span>
<button class="quiet slim" name="remove" value="yes">Remove<span class="unseen"> the coupon</span></button></form>`;
  return html`<details class="qa" id="coupon"${typed && html` open`}><summary>Have a coupon?</summary>
${formTo(res, path, "row labelled")}
<label>Coupon code <input name="code" value="${typed}" maxlength="40" size="16" autocomplete="off"
autocapitalize="characters" spellcheck="false" required></label>
<button class="quiet">Apply</button></form></details>`;
}

type Card = Transfer & {
  /** When the order ends without the money; null once some of it has come. */
  until: Date | null;
  proForma: string | null;
};

export async function transferCard(account: BankAccount, { until, proForma, ...transfer }: Card): Promise<Html> {
  const code = epcText(account, transfer);
  return html`<section class="card transfer" aria-labelledby="transfer"><h3 id="transfer">Pay by bank transfer</h3>
<div class="transfer-parts"><dl class="facts">${transferFacts(account, transfer).map(
    ([label, value]) => html`<dt>${label}</dt><dd class="prose">${value}</dd>`,
  )}</dl>
${
  code &&
  html`<figure>${await qrCode(
    code,
    t`Code for banking apps with the account, the amount and the reference ${transfer.reference}`,
  )}
<figcaption class="small muted">Scan it with your banking app.</figcaption></figure>`
}</div>
<p>${t`Use exactly this reference: ${transfer.reference}.`}${
    until && [" ", html`We hold your order until <b>${showTime(until)}</b>.`]
  } ${t`We will email you when the money arrives.`}</p>
<p class="muted small">If you send too little, we wait for the rest. If you send too much, we return the difference.
Your bank’s fees are not included.</p>
${
  proForma &&
  html`<p class="row"><a href="${href(proForma)}">Pro-forma invoice</a>
<a class="small" href="${href(`${proForma}/pdf`)}">PDF<span class="unseen"> of the pro-forma invoice</span></a></p>`
}</section>`;
}
