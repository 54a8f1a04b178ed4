import { conflict } from "#core/errors/errors.ts";
import { type LateLaunch, lateLaunch } from "#domain/launches/late-launch.ts";
import { weekAfter } from "#domain/launches/launch-week.ts";
import { isOpen, type Order } from "#domain/orders/order.ts";
import { inWeek, type Line } from "#domain/orders/quote.ts";
import { given } from "#domain/text/given.ts";
import { t } from "#languages/words.ts";
import type { Reads, Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { type Clock, type Rooms, roomIn, thisWeek } from "../orders/price.ts";
import { settleLine } from "../orders/settle-line.ts";
import type { Telling } from "../orders/tell.ts";
import { requirePayable } from "../orders/unpaid.ts";
import { fullWeek } from "./places.ts";

export async function moveLine(tx: Tx, order: Order, lineId: string, monday: string): Promise<Order> {
  const lines = order.lines.map((line) => (line.id === lineId ? inWeek(line, monday) : line));
  for (const line of lines.filter(({ id }) => id === lineId)) {
    await tx.orders.moveLine(line);
    await tx.orders.freeSlot(line.id);
  }
  return { ...order, lines };
}

/** Moves an unpaid order from a full week to another one, at the same price. */
export async function chooseWeek(token: string, monday: string, deps: Clock & Pick<Deps, "store">): Promise<Order> {
  return deps.store.change(async (tx) => {
    const order = await tx.orders.findByToken(token);
    requirePayable(order, deps.now());
    const full = await fullWeek(order, tx, deps);
    if (!full?.others.includes(monday))
      throw conflict("order_item_invalid", t`That week is now full. Choose one of the weeks below.`);
    return moveLine(tx, order, full.lineId, monday);
  });
}

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

type Sources = Rooms & { listings: Pick<Reads["listings"], "find"> };

/** How little of the week is left if these lines launch now; undefined if waiting is no better. */
export async function lateLaunchOf(
  lines: readonly Pick<Line, "product" | "listingId" | "options">[],
  sources: Sources,
  deps: Clock,
): Promise<LateLaunch | undefined> {
  const line = lines.find(({ product }) => product === "launch");
  const week = thisWeek(deps);
  if (!line || line.listingId === null || (line.options.week ?? week.monday) > week.monday) return undefined;
  const late = lateLaunch(deps.now(), week, weekAfter(week, deps.settings.SITE_TIMEZONE));
  const listing = late && (await sources.listings.find(line.listingId));
  // A listing that was live before keeps its week.
  if (!late || !listing || listing.launchedAt !== null) return undefined;
  return (await roomIn(sources, "launch", late.monday, deps)) > 0 ? late : undefined;
}

/** Moves an unpaid launch to next Monday, at the same price. */
export async function startOnMonday(token: string, deps: Clock & Pick<Deps, "store">): Promise<Order> {
  return deps.store.change(async (tx: Tx) => {
    const order = await tx.orders.findByToken(token);
    requirePayable(order, deps.now());
    if ((await tx.orders.payments(order.id)).some(isOpen))
      throw conflict("payment_open", t`A payment has started, so the week can no longer be changed.`);
    const late = await lateLaunchOf(order.lines, tx, deps);
    if (!late)
      throw conflict(
        "order_item_invalid",
        t`This launch cannot move to Monday: that week is full, or the launch does not start now.`,
      );
    const lines = order.lines.map((line) => (line.product === "launch" ? inWeek(line, late.monday) : line));
    for (const line of lines) await tx.orders.moveLine(line);
    await tx.orders.freeHeld(order);
    return { ...order, lines };
  });
}
