import { z } from "zod";
import { checkoutUrl } from "../../orders/checkout.ts";
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

  async handler(input, { store, caller, settings }) {
    const request = pageRequest(input);
    return viewList(await store.orders.listOwned(caller.accountId, request), request, (order) =>
      viewOrder(order, checkoutUrl(settings, order.token)),
    );
  },
});
