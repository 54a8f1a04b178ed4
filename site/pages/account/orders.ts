import { type Response, Router } from "express";
import { orderUrls } from "../../../actions/orders/order-urls.ts";
import { href, html } from "../../../core/html.ts";
import { showMoney } from "../../../domain/money.ts";
import { isPayable } from "../../../domain/order.ts";
import { pageNumber, pager } from "../../kit/paging.ts";
import { showDay, showTime } from "../../kit/show.ts";
import { accountOf, accountOnly, type Site } from "../../kit/site.ts";
import {
  billingFacts,
  documentLinks,
  merchantNote,
  orderTable,
  orderTag,
  statusNow,
  vatNotes,
} from "../../parts/order-parts.ts";

const PER_PAGE = 20;

/** A person's own orders. */
export function orderPages({ deps, pages }: Site, notFound: (res: Response) => void): Router {
  const { store, now } = deps;
  const router = Router();
  router.use("/account/orders", accountOnly);

  router.get("/account/orders", async (req, res) => {
    const page = pageNumber(req);
    const { items, total } = await store.orders.listOwned(accountOf(res).id, { page, perPage: PER_PAGE });
    pages.render(res, {
      title: "Your orders",
      width: "reading",
      body: html`<p class="eyebrow"><a href="/account">Your account</a></p>
<h1>Your orders</h1>
${
  items.length === 0
    ? html`<p class="lead">${page > 1 ? "There are no older orders." : "You have no orders yet."}</p>`
    : html`<div class="table folds"><table>
<thead><tr><th scope="col">Order</th><th scope="col">Made</th><th scope="col">Status</th><th scope="col" class="end">Total</th></tr></thead>
<tbody>${items.map(
        (order) => html`<tr>
<td><a class="whole" href="/account/orders/${order.number}">${order.number}</a><br><span class="small muted">${order.lines.map(({ description }) => description).join(", ")}</span></td>
<td data-label="Made" class="small">${showDay(order.createdAt)}</td>
<td data-label="Status">${orderTag(statusNow(order, now()))}</td>
<td data-label="Total" class="end">${showMoney(order.totalCents, order.currency)}</td>
</tr>`,
      )}</tbody>
</table></div>`
}
${pager("/account/orders", {}, { page, total_pages: Math.ceil(total / PER_PAGE) })}`,
    });
  });

  router.get("/account/orders/:number", async (req, res) => {
    const order = await store.orders.findOwned(req.params.number, accountOf(res).id);
    if (!order) return notFound(res);
    const documents = await store.invoices.ofOrder(order.number);
    const { heldUntil: held, news } = (await orderUrls([order], deps))(order);
    pages.render(res, {
      title: `Order ${order.number}`,
      width: "reading",
      body: html`<p class="eyebrow"><a href="/account/orders">Your orders</a></p>
<h1>Order <span class="whole">${order.number}</span></h1>
<dl class="facts">
<dt>Status</dt><dd>${orderTag(statusNow(order, now()))}</dd>
<dt>Made</dt><dd>${showTime(order.createdAt)}</dd>
${order.paidAt && html`<dt>Paid</dt><dd>${showTime(order.paidAt)}</dd>`}
</dl>
${
  isPayable(order, now()) &&
  html`<p class="row"><a class="button" href="${href(`/checkout/${order.token}`)}">Review and pay</a> <span class="muted small">until ${showTime(order.expiresAt)}</span></p>${held && html`<p class="muted">Your places in the calendar are held until ${showTime(held)}.</p>`}`
}
${news && html`<p class="notice" role="status">${news}</p>`}
${orderTable(order)}
${vatNotes(order)}
${documentLinks(documents)}
${merchantNote(await store.orders.payments(order.id))}
${order.billing && html`<h2>Billing details</h2>${billingFacts(order)}`}`,
    });
  });

  return router;
}
