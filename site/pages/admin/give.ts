import { type Response, Router } from "express";
import { giveProduct, isAmountChosen } from "../../../actions/orders/by-admin.ts";

import { AppError } from "../../../core/errors/errors.ts";
import { html } from "../../../core/text/html.ts";
import type { Listing } from "../../../domain/listings/listing.ts";
import { adminActions } from "../../kit/admin-action.ts";
import { csrfField, field, formFault, formText } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { type Site, seeOther } from "../../kit/site.ts";
import { orderPath } from "./order-decisions.ts";

type Form = { product: string; week: string; reason: string; fault?: string };
const EMPTY: Form = { product: "launch", week: "", reason: "" };

/** Gives a product to the owner of a listing for free, as an order at zero. */
export function givePages({ deps, pages }: Site, notFound: (res: Response) => void): Router {
  const { store } = deps;
  const router = Router();
  const act = adminActions(deps);

  async function show(res: Response, { id, name }: Listing, { product: chosen, week, reason, fault }: Form) {
    const products = (await store.products.onSale()).filter((one) => one.needsListing && !isAmountChosen(one));
    pages.render(res, {
      status: fault ? 400 : 200,
      title: "Give for free",
      width: "reading",
      body: html`<p class="eyebrow"><a href="/admin/listings/${id}">${name}</a></p>
<h1>Give for free</h1>
<p class="lead">The owner of ${name} gets it immediately, with an email and an invoice over zero that says it was a gift.</p>
${formFault(fault)}
<form method="post" action="/admin/listings/${id}/give">${csrfField(res)}
<div class="field"><label for="product">What to give</label><select id="product" name="product">${products.map(
        ({ product, name: words }) =>
          html`<option value="${product}"${product === chosen && html` selected`}>${words}</option>`,
      )}</select></div>
${field({
  name: "week",
  label: "A day of its week",
  type: "date",
  value: week,
  hint: "For a launch or the featured row. A launch without a week begins immediately.",
  autocomplete: "off",
  required: false,
})}
${field({ name: "reason", label: "Reason, for the audit log", value: reason, autocomplete: "off", maxLength: 200 })}
<p><button>Give it for free</button></p></form>`,
    });
  }

  router.get("/admin/listings/:id/give", async (req, res) => {
    const listing = await store.listings.find(Number(req.params.id));
    if (!listing) return notFound(res);
    await show(res, listing, EMPTY);
  });

  router.post(
    "/admin/listings/:id/give",
    act("order.give", async (req, res, audited) => {
      const listing = await store.listings.find(Number(req.params.id));
      if (!listing) return notFound(res);
      const [product, week, reason] = [formText(req, "product"), formText(req, "week"), formText(req, "reason")];
      const item = { product, listingId: listing.id, ...(week && { week }) };
      const gift = { item, reason, onMade: audited.on };
      try {
        const number = await audited.store.change((tx) => giveProduct(tx, gift, deps));
        deps.wakeJobs();
        seeOther(res, withNotice(orderPath({ number }), "order-given"));
      } catch (error) {
        if (!(error instanceof AppError) || error.code === "internal_error") throw error;
        await show(res, listing, { product, week, reason, fault: error.message });
      }
    }),
  );

  return router;
}
