import { type Html, href, html } from "#core/text/html.ts";
import { isOpen, type OrderStatus } from "#domain/orders/order.ts";
import type { Gateways } from "#payments/gateway.ts";
import type { Payment } from "#store/repos/orders/orders.ts";

/** Notices about payments that have started and are not confirmed. `path` is that of the checkout. */
export function openPaymentNotice(
  path: string,
  state: OrderStatus,
  payments: readonly Payment[],
  gateways: Gateways,
): Html | undefined {
  const open = payments.find((payment) => isOpen(payment) && payment.redirectUrl !== null);
  if (open)
    return html`<div class="notice" role="status">
<p>Your payment with ${gateways.get(open.provider)?.label ?? open.provider} is not confirmed yet.
If you have paid, wait a moment and <a href="${href(`${path}?returned=1`)}">check again</a>.
Do not pay twice. If you have not paid, continue below.</p></div>`;
  return state === "failed"
    ? html`<p class="notice bad" role="status">Your last payment failed and nothing was charged. Try again or choose another way to pay.</p>`
    : undefined;
}
