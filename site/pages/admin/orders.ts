import { Router } from "express";
import { html } from "../../../core/html.ts";
import { showMoney } from "../../../domain/money.ts";
import { ORDER_STATUSES } from "../../../domain/order.ts";
import { pageNumber, pager, queryOf } from "../../kit/paging.ts";
import { showTime } from "../../kit/show.ts";
import type { Site } from "../../kit/site.ts";
import { orderStatusWords, orderTag } from "../../parts/order-parts.ts";

const PER_PAGE = 50;

/** All orders in any status, newest first. */
export function orderAdminPages({ deps, pages }: Site): Router {
  const { store } = deps;
  const router = Router();

  router.get("/admin/orders", async (req, res) => {
    const status = ORDER_STATUSES.find((known) => known === req.query.status);
    const q = (queryOf(req, "q") ?? "").slice(0, 40);
    const page = pageNumber(req);
    const { items, total } = await store.orders.listAll({ status, q }, { page, perPage: PER_PAGE });
    const buyers = await Promise.all(items.map(({ accountId }) => store.accounts.find(accountId)));
    pages.render(res, {
      title: "Orders",
      body: html`<h1>Orders</h1>
<p class="lead">Newest first. <a href="/admin/products">Products and prices</a> and <a href="/admin/payments">payments and VAT</a> have their own pages.</p>
<form method="get" action="/admin/orders" role="search" class="row filters">
<label class="grow"><span class="unseen">Order number</span><input type="search" name="q" value="${q}" maxlength="40" placeholder="Search by order number"></label>
<label><span class="unseen">Status</span><select name="status"><option value="">Any status</option>${ORDER_STATUSES.map(
        (known) =>
          html`<option value="${known}"${known === status && html` selected`}>${orderStatusWords(known)}</option>`,
      )}</select></label>
<button class="quiet">Search</button>
</form>
${
  items.length === 0
    ? html`<p class="empty">No matching orders.</p>`
    : html`<div class="table folds"><table>
<thead><tr><th scope="col">Order</th><th scope="col">Buyer</th><th scope="col">Made</th><th scope="col">Status</th><th scope="col" class="end">Total</th></tr></thead>
<tbody>${items.map(
        (order, index) => html`<tr>
<td><a class="whole" href="/admin/orders/${order.number}">${order.number}</a></td>
<td data-label="Buyer">${buyers[index]?.email ?? "gone"}</td>
<td data-label="Made" class="small">${showTime(order.createdAt)}</td>
<td data-label="Status">${orderTag(order.status)}</td>
<td data-label="Total" class="end">${showMoney(order.totalCents, order.currency)}</td>
</tr>`,
      )}</tbody>
</table></div>`
}
${pager("/admin/orders", { q: q || undefined, status }, { page, total_pages: Math.ceil(total / PER_PAGE) })}`,
    });
  });

  return router;
}
