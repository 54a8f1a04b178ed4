import { z } from "zod";
import { orderUrls } from "#actions/orders/order-urls.ts";
import { callerLanguage } from "../caller-language.ts";
import { defineTool, READ } from "../define.ts";
import { listOf, pageRequest, paging, viewList } from "../schemas/common.ts";
import { OrderView, viewOrder } from "../schemas/order.ts";

export const listMyOrders = defineTool({
  name: "list_my_orders",
  title: "My orders",
  description: "Your orders with status and totals, newest first.",
  access: "account:read",
  rest: "GET /orders",
  annotations: READ,
  input: z.strictObject(paging),
  output: listOf(OrderView),

  async handler(input, deps) {
    const request = pageRequest(input);
    const orders = await deps.store.orders.listOwned(deps.caller.accountId, request);
    const language = await callerLanguage(deps.caller, deps);
    const urlsOf = await orderUrls(orders.items, deps);
    return viewList(orders, request, (order) => viewOrder(order, { ...urlsOf(order), language }));
  },
});
