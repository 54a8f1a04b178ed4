import { z } from "zod";
import { orderUrls } from "../../actions/orders/order-urls.ts";
import { notFound } from "../../core/errors.ts";
import { defineTool, READ } from "../define.ts";
import { term } from "../schemas/common.ts";
import { OrderView, viewOrder } from "../schemas/order.ts";

export const getOrder = defineTool({
  name: "get_order",
  title: "Read an order",
  description: "One of your orders: status, totals with VAT, and whether each line is fulfilled.",
  access: "account:read",
  rest: "GET /orders/{number}",
  annotations: READ,
  input: z.strictObject({ number: term(40).min(1).describe("from list_my_orders") }),
  output: OrderView,

  async handler({ number }, deps) {
    const order = await deps.store.orders.findOwned(number, deps.caller.accountId);
    if (!order) throw notFound("order of yours", number, "See list_my_orders.");
    return viewOrder(order, (await orderUrls([order], deps))(order));
  },
});
