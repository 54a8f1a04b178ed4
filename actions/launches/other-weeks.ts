import type { Listing } from "#domain/listings/listing.ts";
import { type Order, type OrderLine, type OrderStatus, wantedOf } from "#domain/orders/order.ts";
import { WEEKS_AHEAD } from "#domain/orders/quote.ts";
import { given } from "#domain/text/given.ts";
import { type Clock, thisWeek } from "../orders/price.ts";
import { type Ends, endOf, hasRoom, neededOf, weeksWithRoom } from "./places.ts";

export type Movable = { line: OrderLine; weeks: string[] };
type Weekly = { line: OrderLine; listing: Listing };

const WEEKS_OFFERED = 3;
const MOVABLE: ReadonlySet<OrderStatus> = new Set(["pending", "failed", "on_hold", "paid", "partially_refunded"]);

async function weeksFrom({ line, listing }: Weekly, from: string, sources: Ends, deps: Clock): Promise<string[]> {
  const slot = { kind: line.product === "launch" ? "launch" : "featured", monday: from } as const;
  const isOwn = from > thisWeek(deps).monday && (await hasRoom(sources, line, listing, slot, deps));
  return [...(isOwn ? [from] : []), ...(await weeksWithRoom(sources, slot, deps, WEEKS_AHEAD))];
}

async function weeklyLines({ lines }: Order, { listings }: Ends): Promise<Weekly[]> {
  const weekly = lines.filter(
    ({ product, options, refundedAt }) =>
      (product === "launch" || product === "featured-week") && options.week !== undefined && refundedAt === null,
  );
  const found = weekly.map(async (line) => {
    const listing = line.listingId === null ? undefined : await listings.find(line.listingId);
    return listing ? [{ line, listing }] : [];
  });
  return (await Promise.all(found)).flat();
}

export async function movableLines(order: Order, sources: Ends, deps: Clock): Promise<Movable[]> {
  const { monday } = thisWeek(deps);
  const movable: Movable[] = [];
  if (!MOVABLE.has(order.status)) return movable;
  for (const { line, listing } of await weeklyLines(order, sources)) {
    const { week } = line.options;
    const isOver = line.fulfilledAt !== null && week !== undefined && week <= monday;
    const isEnding = line.fulfilledAt !== null && wantedOf(order) !== "fulfilled";
    const isElsewhere = line.product === "launch" && line.fulfilledAt !== null && listing.status !== "scheduled";
    if (isOver || isEnding || isElsewhere || (await endOf(line, listing, sources))) continue;
    const weeks = (await weeksFrom({ line, listing }, monday, sources, deps)).filter((one) => one !== week);
    if (weeks.length > 0) movable.push({ line, weeks });
  }
  return movable;
}

/**
 * For the buyer of an undeliverable order: the line without a place and the next available weeks.
 */
export async function weeksInstead(order: Order, sources: Ends, deps: Clock): Promise<Movable | undefined> {
  const waiting = (await weeklyLines(order, sources)).filter(({ line }) => line.fulfilledAt === null);
  for (const { line, listing } of waiting) if (await endOf(line, listing, sources)) return undefined;
  const needed = await neededOf(order, sources, deps);
  let [chosen] = waiting;
  for (const one of typeof needed === "string" ? [] : needed)
    if (!(await hasRoom(sources, one.line, one.listing, one.slot, deps))) {
      chosen = one;
      break;
    }
  if (!chosen) return undefined;
  const weeks = await weeksFrom(chosen, given(chosen.line.options.week), sources, deps);
  return { line: chosen.line, weeks: weeks.slice(0, WEEKS_OFFERED) };
}
