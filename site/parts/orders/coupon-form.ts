import type { Response } from "express";
import { type Html, href, html } from "../../../core/text/html.ts";
import { couponOf } from "../../../domain/orders/coupon.ts";
import { showMoney } from "../../../domain/orders/money.ts";
import type { Order } from "../../../domain/orders/order.ts";
import { csrfField } from "../../kit/form.ts";

/** The coupon of an unpaid order, or a field for its code; `typed` comes from a link or a refused try. */
export function couponForm(res: Response, order: Order, typed: string): Html {
  const path = `/checkout/${order.token}/coupon`;
  const coupon = couponOf(order.lines);
  if (coupon)
    return html`<form method="post" action="${href(path)}" class="row between" id="coupon">${csrfField(res)}<span>Coupon <b>${coupon.code}</b> takes off ${showMoney(coupon.cents, order.currency)}.</span>
<button class="quiet slim" name="remove" value="yes">Remove<span class="unseen"> the coupon</span></button></form>`;
  return html`<details class="qa" id="coupon"${typed && html` open`}><summary>Have a coupon?</summary>
<form method="post" action="${href(path)}" class="row labelled">${csrfField(res)}
<label>Coupon code <input name="code" value="${typed}" maxlength="40" size="16" autocomplete="off" autocapitalize="characters" spellcheck="false" required></label>
<button class="quiet">Apply</button></form></details>`;
}
