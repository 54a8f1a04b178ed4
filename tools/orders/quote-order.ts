import { z } from "zod";
import { lateLaunchOf } from "../../actions/orders/late-launch.ts";
import { CURRENCY, identifyBuyer, priceOf } from "../../actions/orders/price.ts";
import { ASK, defineTool } from "../define.ts";
import { orderInput, QuoteView, readOrder, viewQuote } from "../schemas/order.ts";

export const quoteOrder = defineTool({
  name: "quote_order",
  title: "Price an order",
  description: `Price items with a VAT preview; nothing is saved or charged. Products and their options are in list_products,
    category slugs in list_categories.`,
  access: "orders:write",
  rest: "POST /orders/quote",
  annotations: ASK,
  app: "checkout",
  limits: () => ["quote"],
  input: z.strictObject(orderInput),
  output: QuoteView,

  async handler(input, deps) {
    const asked = readOrder(input);
    const buyer = await identifyBuyer(asked, deps);
    const price = await priceOf(asked, deps.caller.accountId, buyer, deps.store, deps);
    return viewQuote(price, CURRENCY, await lateLaunchOf(price.lines, deps.store, deps));
  },
});
