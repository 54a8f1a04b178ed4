import { z } from "zod";
import { cancelOrder as cancel } from "#actions/orders/checkout.ts";
import { orderUrls } from "#actions/orders/order-urls.ts";
import { ownOrder } from "#actions/own.ts";
import { callerLanguage } from "../caller-language.ts";
import { defineTool, REPLACE } from "../define.ts";
import { OrderNumber, OrderView, viewOrder } from "../schemas/order.ts";

export const cancelOrder = defineTool({
  name: "cancel_order",
  title: "Cancel an order",
  description: `Cancel one of your unpaid orders, so that it can no longer be paid and holds no week. An order
    that is never paid also expires by itself.
    A paid order is refunded by the site team only.`,
  access: "orders:write",
  rest: "POST /orders/{number}/cancel",
  annotations: REPLACE,
  isAddition: true,
  input: z.strictObject({ number: OrderNumber }),
  output: OrderView,

  async handler({ number }, deps) {
    const order = await ownOrder(deps.store, number, deps.caller);
    const canceled = order.status === "canceled" ? order : await cancel(order.token, deps);
    return viewOrder(canceled, {
      ...(await orderUrls([canceled], deps))(canceled),
      language: await callerLanguage(deps.caller, deps),
    });
  },
});
