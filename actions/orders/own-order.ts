import { notFound } from "../../core/errors/errors.ts";
import type { Order } from "../../domain/orders/order.ts";
import type { Reads } from "../../store/store.ts";
import type { Member } from "../context.ts";

/** The caller's order. Other people's orders are `not_found`, like orders that never existed. */
export async function ownOrder(
  { orders }: { orders: Pick<Reads["orders"], "findOwned"> },
  number: string,
  { accountId }: Pick<Member, "accountId">,
): Promise<Order> {
  const order = await orders.findOwned(number, accountId);
  if (!order) throw notFound("order of yours", number, "See list_my_orders.");
  return order;
}
