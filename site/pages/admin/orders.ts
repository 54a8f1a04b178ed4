import type { Response } from "express";
import { giveProduct, isAmountChosen } from "#actions/orders/by-admin.ts";
import { AppError } from "#core/errors/errors.ts";
import { html } from "#core/text/html.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { moneyText } from "#domain/orders/money.ts";
import { ORDER_STATUSES } from "#domain/orders/order.ts";
import { stored, type Text, t } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { field, formFault, formText, formTo } from "../../kit/form.ts";
import { showWhen } from "../../kit/show.ts";
import { orNotFound, type Site, seeOther } from "../../kit/site.ts";
import { filterSelect, nothing, pageNumber, pager, queryOf, table } from "../../kit/table.ts";
import { orderStatusWords, orderTag } from "../../parts/orders/order-parts.ts";
import { person } from "../../parts/profiles/profile-parts.ts";
import { orderPath } from "./order-decisions.ts";

const PER_PAGE = 50;

export function orderAdminPages({ deps, pages, router }: Site): void {
  const { store, now } = deps;

  router.get("/admin/orders", async (req, res) => {
    const status = ORDER_STATUSES.find((known) => known === req.query.status);
    const q = (queryOf(req, "q") ?? "").slice(0, 40);
    const page = pageNumber(req);
    const asked = await store.invoiceRequests.waiting();
    const { items, total } = await store.orders.listAll({ status, q }, { page, perPage: PER_PAGE });
    const buyers = await Promise.all(items.map(({ accountId }) => store.accounts.find(accountId)));
    pages.render(res, {
      heading: t`Orders`,
      body: html`<p class="lead">Newest first. See also <a href="/admin/transfers">bank transfers</a>,
<a href="/admin/products">products and prices</a> and <a href="/admin/payments">payments and VAT</a>.
To give something for free, open its <a href="/admin/listings">listing</a>.</p>
${
  asked.length > 0 &&
  html`<section class="notice" aria-labelledby="asked"><h2 id="asked">Invoice corrections</h2>
<p>Requested by buyers:</p><ul>${asked.map(
    ({ number, invoiceNumber }) =>
      html`<li><a href="/admin/orders/${number}">${invoiceNumber}</a> of order ${number}</li>`,
  )}</ul></section>`
}
<form method="get" action="/admin/orders" role="search" class="row filters">
<label class="grow"><span class="unseen">Order number</span><input type="search" name="q" value="${q}" maxlength="40"
placeholder="Search by order number"></label>
${filterSelect(
  "status",
  t`Status`,
  t`Any status`,
  ORDER_STATUSES.map((known) => [known, orderStatusWords(known)]),
  status,
)}
<button class="quiet">Search</button>
</form>
${
  items.length === 0
    ? nothing(q !== "" || status !== undefined, {
        path: "/admin/orders",
        none: html`No orders yet. They appear when someone buys one of the <a href="/admin/products">products</a>.`,
        noMatch: t`No matching orders.`,
      })
    : table(
        [t`Order`, t`Buyer`, t`Placed`, t`Status`, { label: t`Total`, end: true }],
        items.map((order, index) => [
          html`<a class="whole" href="/admin/orders/${order.number}">${order.number}</a>`,
          person(buyers[index]),
          showWhen(order.createdAt, now()),
          orderTag(order.status),
          moneyText(order.totalCents, order.currency),
        ]),
      )
}
${pager("/admin/orders", { q: q || undefined, status }, { page, total_pages: Math.ceil(total / PER_PAGE) })}`,
    });
  });
}

type Form = { product: string; week: string; reason: string; fault?: Text };
const EMPTY: Form = { product: "launch", week: "", reason: "" };

export function givePages({ deps, pages, router, act }: AdminSite): void {
  const { store } = deps;

  async function show(res: Response, { id, name }: Listing, { product: chosen, week, reason, fault }: Form) {
    const products = (await store.products.onSale()).filter((one) => one.needsListing && !isAmountChosen(one));
    pages.render(res, {
      status: fault ? 400 : 200,
      heading: t`Give for free`,
      above: [`/admin/listings/${id}`, name],
      width: "reading",
      body: html`<p class="lead">The owner of ${name} gets it immediately, with an email and an invoice for zero that says it was a gift.</p>
${formFault(fault)}
${formTo(res, `/admin/listings/${id}/give`)}
<div class="field"><label for="product">Product</label><select id="product" name="product">${products.map(
        ({ product, name: words }) =>
          html`<option value="${product}"${product === chosen && html` selected`}>${stored("plan", words, "name", words)}</option>`,
      )}</select></div>
${field({
  name: "week",
  label: t`Week`,
  type: "date",
  value: week,
  hint: t`Any day of the week, for a launch or the featured row. Without a week, a launch starts immediately.`,
  autocomplete: "off",
  required: false,
})}
${field({ name: "reason", label: t`Reason, for the audit log`, value: reason, autocomplete: "off", maxLength: 200 })}
<p><button>Give for free</button></p></form>`,
    });
  }

  router.get("/admin/listings/:id/give", async (req, res) => {
    const listing = orNotFound(await store.listings.find(Number(req.params.id)));
    await show(res, listing, EMPTY);
  });

  act("/admin/listings/:id/give", "order.give", async (req, res, audited) => {
    const listing = orNotFound(await store.listings.find(Number(req.params.id)));
    const [product, week, reason] = [formText(req, "product"), formText(req, "week"), formText(req, "reason")];
    const item = { product, listingId: listing.id, ...(week && { week }) };
    const gift = { item, reason, onMade: audited.on };
    try {
      const number = await audited.store.change((tx) => giveProduct(tx, gift, deps));
      deps.wakeJobs();
      seeOther(res, orderPath({ number }), "order-given");
    } catch (error) {
      if (!(error instanceof AppError) || error.code === "internal_error") throw error;
      await show(res, listing, { product, week, reason, fault: error.detail });
    }
  });
}
