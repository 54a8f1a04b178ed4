import type { OrderStatus } from "../../../domain/orders/order.ts";

type Outcome = readonly [title: string, tone: string, text: string];

const ENDS: Record<Exclude<OrderStatus, "pending" | "failed">, Outcome> = {
  paid: [
    "Thank you, your order is paid",
    "good",
    "Your purchase takes effect within minutes. You don't need to do anything else.",
  ],
  on_hold: [
    "Your payment arrived",
    "",
    "We are reviewing this order and will email you. You do not need to pay again.",
  ],
  expired: ["This order has expired", "", "It was not paid in time, and nothing was charged. Place a new order."],
  canceled: ["This order is canceled", "", "Nothing was charged. If you change your mind, place a new order."],
  partially_refunded: ["Your order is paid", "good", "Part of your payment was refunded."],
  refunded: ["Your payment was refunded", "", "This order was refunded, and the purchase has ended."],
  disputed: ["This payment is disputed", "bad", "The purchase is suspended until the dispute is settled."],
};

const DONE: Outcome = [ENDS.paid[0], "good", "Everything you bought is in place. You don't need to do anything else."];

/** The heading and notice of an order's page once it no longer waits for payment. */
export const outcomeOf = (status: OrderStatus, isDone: boolean): Outcome | undefined =>
  status === "pending" || status === "failed" ? undefined : isDone ? DONE : ENDS[status];
