import { FREE, type Order } from "#domain/orders/order.ts";
import type { Tx } from "#store/store.ts";
import { applyPayment } from "./apply-payment.ts";
import type { Telling } from "./tell.ts";

/** Completes an order that costs nothing. Idempotent. */
export const complete = (tx: Tx, { number, currency }: Order, deps: Telling): Promise<unknown> =>
  applyPayment(
    tx,
    {
      provider: FREE,
      paymentId: `${FREE}-${number}`,
      eventId: `${FREE}:${number}`,
      orderNumber: number,
      state: "paid",
      ...{ amountCents: 0, currency, refundedCents: 0 },
    },
    deps.now(),
    deps,
  );
