import { z } from "zod";
import { onSale } from "#actions/orders/on-sale.ts";
import { dayOfSupply, sellerOf } from "#actions/orders/price.ts";
import { vatRatesOf } from "#domain/invoices/vat.ts";
import { defineTool, READ } from "../define.ts";
import { ProductView, viewProduct } from "../schemas/product.ts";

export const listProducts = defineTool({
  name: "list_products",
  title: "List products",
  description: `What can be bought here, with current prices in USD cents without VAT and the options of each.
    vat_rates_percent says what is added for people in each country; quote_order prices an order, also without a listing.`,
  access: "public",
  isOwnText: true,
  rest: "GET /products",
  annotations: READ,
  input: z.strictObject({}),
  output: z.object({
    items: z.array(ProductView),
    vat_rates_percent: z
      .record(z.string(), z.number())
      .describe("by country; elsewhere, and for businesses with reverse charge, none is added"),
  }),

  async handler(_input, { store, settings, now }) {
    const rates = vatRatesOf(sellerOf(settings), await store.orders.vatRates(), dayOfSupply(now(), settings));
    return { items: (await onSale(store)).map(viewProduct), vat_rates_percent: rates };
  },
});
