import { z } from "zod";
import { lateLaunchOf } from "#actions/launches/choose-week.ts";
import { addOrder } from "#actions/orders/checkout.ts";
import { countTries, lessCoupon } from "#actions/orders/coupons.ts";
import { identifyBuyer, priceOf } from "#actions/orders/price.ts";
import { checkoutUrl } from "#actions/orders/unpaid.ts";
import { callerLanguage } from "../caller-language.ts";
import { CREATE, defineTool } from "../define.ts";
import { OrderView, orderInput, readOrder, viewOrder } from "../schemas/order.ts";

export const createCheckout = defineTool({
  name: "create_checkout",
  title: "Create an order to pay",
  description: `Make an order of the items that quote_order takes. Give the person checkout_url, where they review and pay;
    never ask for card details.`,
  access: "orders:write",
  rest: "POST /orders/checkout",
  status: 201,
  annotations: CREATE,
  app: "checkout",
  idempotent: true,
  derivedKeyMs: 10 * 60_000,
  limits: () => ["checkout"],
  input: z.strictObject(orderInput),
  output: OrderView,

  visit: ({ number, status, checkout_url: url }) =>
    status === "pending" && url
      ? {
          url,
          message: "Review the order and pay on this page. Nothing is charged before.",
          again: { tool: "get_order", input: { number } },
        }
      : undefined,

  async handler(input, deps) {
    const asked = readOrder(input);
    const { accountId } = deps.caller;
    const buyer = await identifyBuyer(asked, deps);
    const create = () =>
      deps.store.change(async (tx) => {
        const price = await priceOf(asked, accountId, buyer, tx, deps);
        const less = input.coupon ? await lessCoupon(price, input.coupon, accountId, tx, deps) : price;
        const order = await addOrder(tx, less, accountId, deps);
        const late = await lateLaunchOf(order.lines, tx, deps);
        return viewOrder(order, {
          checkoutUrl: checkoutUrl(deps.settings, order.token),
          late,
          language: await callerLanguage(deps.caller, { ...deps, store: tx }),
        });
      });
    const view = await (input.coupon ? countTries(accountId, deps, create) : create());
    deps.wakeJobs();
    return view;
  },
});
