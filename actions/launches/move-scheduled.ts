import type { Order } from "../../domain/orders/order.ts";
import { given } from "../../domain/text/given.ts";
import type { Tx } from "../../store/store.ts";
import { settleLine } from "../orders/settle-line.ts";
import type { Telling } from "../orders/tell.ts";
import { moveLine } from "./choose-week.ts";

/** Moves a fulfilled line with its listing and its featured place. Returns the updated order. */
export async function moveScheduled(
  tx: Tx,
  order: Order,
  lineId: string,
  monday: string,
  deps: Pick<Telling, "settings" | "now">,
): Promise<Order> {
  const own = await tx.orders.findSlot(lineId);
  const moved = await moveLine(tx, order, lineId, monday);
  const line = given(moved.lines.find(({ id }) => id === lineId));
  await tx.orders.saveLine({ ...line, fulfilledAt: null });
  if (own) await tx.orders.takeSlot({ ...own, week: monday });
  await settleLine(tx, lineId, deps);
  return moved;
}
