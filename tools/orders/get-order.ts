import { z } from "zod";
import { orderUrls } from "#actions/orders/order-urls.ts";
import { ownOrder } from "#actions/own.ts";
import { callerLanguage } from "../caller-language.ts";
import { defineTool, READ } from "../define.ts";
import { OrderNumber, OrderView, viewOrder } from "../schemas/order.ts";

export const getOrder = defineTool({
  name: "get_order",
  title: "Read an order",
  description: "One of your orders: status, totals with VAT, and whether each line is fulfilled.",
  access: "account:read",
  rest: "GET /orders/{number}",
  annotations: READ,
  input: z.strictObject({ number: OrderNumber }),
  output: OrderView,

  async handler({ number }, deps) {
    const order = await ownOrder(deps.store, number, deps.caller);
    return viewOrder(order, {
      ...(await orderUrls([order], deps))(order),
      language: await callerLanguage(deps.caller, deps),
    });
  },
});
