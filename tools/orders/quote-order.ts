import { z } from "zod";
import { lateLaunchOf } from "#actions/launches/choose-week.ts";
import { countTries, lessCoupon } from "#actions/orders/coupons.ts";
import { CURRENCY, identifyBuyer, priceOf } from "#actions/orders/price.ts";
import { callerLanguage } from "../caller-language.ts";
import { ASK, defineTool } from "../define.ts";
import { orderInput, QuoteView, readOrder, viewQuote } from "../schemas/order.ts";

export const quoteOrder = defineTool({
  name: "quote_order",
  title: "Price an order",
  description: `Price items with a VAT preview, also without a listing_id or with a coupon; nothing is saved, held or charged.
    Products and their options are in list_products, category slugs in list_categories.`,
  access: "orders:write",
  rest: "POST /orders/quote",
  annotations: ASK,
  app: "checkout",
  limits: () => ["quote"],
  input: z.strictObject(orderInput),
  output: QuoteView,

  async handler(input, deps) {
    const asked = { ...readOrder(input), mayLackListing: true };
    const { coupon } = input;
    const { store, caller } = deps;
    const price = await priceOf(asked, caller.accountId, await identifyBuyer(asked, deps), store, deps);
    const less = coupon
      ? await countTries(caller.accountId, deps, () => lessCoupon(price, coupon, caller.accountId, store, deps))
      : price;
    const needing = new Set((await store.products.onSale()).flatMap((one) => (one.needsListing ? [one.product] : [])));
    return viewQuote(less, CURRENCY, {
      late: await lateLaunchOf(less.lines, store, deps),
      lacksListing: less.lines.some(({ product, listingId }) => listingId === null && needing.has(product)),
      language: await callerLanguage(deps.caller, deps),
    });
  },
});
