import type { Response } from "express";
import { isAmountChosen, setPrice } from "#actions/orders/by-admin.ts";
import { type Html, html } from "#core/text/html.ts";
import { moneyText, readMoney, typedMoney } from "#domain/orders/money.ts";
import { type Bounded, boundsWords, takes } from "#domain/orders/payment-bounds.ts";
import { as, joined, type Text, t } from "#languages/words.ts";
import type { ProductRow } from "#store/repos/orders/products.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { formText, formTo } from "../../kit/form.ts";
import { orNotFound, seeOther } from "../../kit/site.ts";

type Form = { product: string; price: string; fault: Text };

const MOST_CENTS = 100_000_000;
const WRONG = t`Enter an amount like 49.00, at most 1000000.`;
const WRONG_OR_FREE = joined([WRONG, t`0.00 is free.`], " ");

export function productAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store } = deps;

  async function show(res: Response, form?: Form): Promise<void> {
    const [products, gateways] = await Promise.all([store.products.all(), deps.gateways()]);
    pages.render(res, {
      status: form ? 400 : 200,
      title: as("for sale")`Products`,
      body: html`<p class="eyebrow"><a href="/admin/orders">Orders</a></p>
<h1>Products and prices</h1>
<p class="lead">In US dollars, excluding VAT. Changes apply to new orders; existing orders keep their price.</p>
<div class="products">${products.map((product) =>
        productForm(res, product, form?.product === product.product ? form : undefined, gateways),
      )}</div>`,
    });
  }

  router.get("/admin/products", (_req, res) => show(res));

  act("/admin/products/:product", "product.save", async (req, res, audited) => {
    const row = orNotFound((await store.products.all()).find(({ product }) => product === req.params.product));
    const price = formText(req, "price");
    const cents = readMoney(price);
    const least = isAmountChosen(row) ? 1 : 0;
    if (cents === undefined || cents < least || cents > MOST_CENTS)
      return show(res, { product: row.product, price, fault: least === 0 ? WRONG_OR_FREE : WRONG });
    await audited.store.change((tx) =>
      setPrice(tx, row, { priceCents: cents, active: formText(req, "active") === "yes" }),
    );
    seeOther(res, "/admin/products", "product-saved");
  });
}

function productForm(
  res: Response,
  row: ProductRow,
  form: Form | undefined,
  gateways: ReadonlyMap<string, Bounded>,
): Html {
  const { product, name, description, priceCents, active } = row;
  const id = `price-${product}`;
  return html`<article class="card">
<div class="section-head"><h2><bdi>${name}</bdi></h2>${
    active ? html`<span class="tag good">on sale</span>` : html`<span class="tag">not on sale</span>`
  }</div>
<p class="price">${isAmountChosen(row) && html`<span class="small muted">from </span>`}${moneyText(priceCents, "USD")}</p>
<p class="small muted"><bdi>${description}</bdi></p>
${active && priceCents > 0 && refusals(gateways, priceCents)}
${formTo(res, `/admin/products/${product}`)}
<div class="field">
<label for="${id}">${isAmountChosen(row) ? t`Minimum amount` : t`Price`}</label>
<input id="${id}" name="price" value="${form?.price ?? typedMoney(priceCents)}" inputmode="decimal" maxlength="12"
required${form && html` aria-invalid="true" aria-describedby="${id}-fault"`}>
${form && html`<p class="fault" id="${id}-fault">${form.fault}</p>`}
</div>
<div class="row between"><label class="check"><input type="checkbox" name="active" value="yes"${
    active && html` checked`
  }><span>On sale</span></label>
<button class="quiet">Save<span class="unseen"> ${name}</span></button></div>
</form>
</article>`;
}

/** Providers that take no payment of this price, which buyers of this alone cannot choose. */
const refusals = (gateways: ReadonlyMap<string, Bounded>, cents: number): Html[] =>
  [...gateways.values()]
    .filter((gateway) => !takes(gateway, cents))
    .map(
      (gateway) =>
        html`<p class="notice bad" role="status">${boundsWords(gateway, "USD")} Buyers cannot use it at this price for this product alone.</p>`,
    );
