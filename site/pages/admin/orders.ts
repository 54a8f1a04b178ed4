import { Router } from "express";
import { html } from "../../../core/text/html.ts";
import { showMoney } from "../../../domain/orders/money.ts";
import { ORDER_STATUSES } from "../../../domain/orders/order.ts";
import { pageNumber, pager, queryOf } from "../../kit/paging.ts";
import type { Site } from "../../kit/site.ts";
import { filterSelect, nothing, table } from "../../kit/table.ts";
import { showWhen } from "../../kit/when.ts";
import { orderStatusWords, orderTag } from "../../parts/orders/order-parts.ts";
import { person } from "../../parts/profiles/person.ts";

const PER_PAGE = 50;

/** All orders in any status, newest first. */
export function orderAdminPages({ deps, pages }: Site): Router {
  const { store, now } = deps;
  const router = Router();

  router.get("/admin/orders", async (req, res) => {
    const status = ORDER_STATUSES.find((known) => known === req.query.status);
    const q = (queryOf(req, "q") ?? "").slice(0, 40);
    const page = pageNumber(req);
    const asked = await store.invoiceRequests.waiting();
    const { items, total } = await store.orders.listAll({ status, q }, { page, perPage: PER_PAGE });
    const buyers = await Promise.all(items.map(({ accountId }) => store.accounts.find(accountId)));
    pages.render(res, {
      title: "Orders",
      body: html`<h1>Orders</h1>
<p class="lead">Newest first. <a href="/admin/transfers">Bank transfers</a>, <a href="/admin/products">products and prices</a> and <a href="/admin/payments">payments and VAT</a> have their own pages.
To give something for free, open its <a href="/admin/listings">listing</a>.</p>
${
  asked.length > 0 &&
  html`<section class="notice" aria-labelledby="asked"><h2 id="asked">Corrections of invoices</h2>
<p>Buyers ask for them:</p><ul>${asked.map(
    ({ number, invoiceNumber }) =>
      html`<li><a href="/admin/orders/${number}">${invoiceNumber}</a> of order ${number}</li>`,
  )}</ul></section>`
}
<form method="get" action="/admin/orders" role="search" class="row filters">
<label class="grow"><span class="unseen">Order number</span><input type="search" name="q" value="${q}" maxlength="40" placeholder="Search by order number"></label>
${filterSelect(
  "status",
  "Status",
  "Any status",
  ORDER_STATUSES.map((known) => [known, orderStatusWords(known)]),
  status,
)}
<button class="quiet">Search</button>
</form>
${
  items.length === 0
    ? nothing(q !== "" || status !== undefined, {
        path: "/admin/orders",
        none: html`No orders yet. They begin when someone buys one of the <a href="/admin/products">products</a>.`,
        noMatch: "No matching orders.",
      })
    : table(
        ["Order", "Buyer", "Placed", "Status", { label: "Total", end: true }],
        items.map((order, index) => [
          html`<a class="whole" href="/admin/orders/${order.number}">${order.number}</a>`,
          person(buyers[index]),
          showWhen(order.createdAt, now()),
          orderTag(order.status),
          showMoney(order.totalCents, order.currency),
        ]),
      )
}
${pager("/admin/orders", { q: q || undefined, status }, { page, total_pages: Math.ceil(total / PER_PAGE) })}`,
    });
  });

  return router;
}
