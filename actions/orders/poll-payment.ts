import type { Payment } from "#store/repos/orders/orders.ts";
import type { Deps } from "../context.ts";
import { applyPayment } from "./apply-payment.ts";

type Needs = Pick<Deps, "store" | "gateways" | "now" | "log" | "settings" | "uuid" | "random" | "languages">;

export async function pollOpenPayments(orderId: number, deps: Needs & Pick<Deps, "wakeJobs">): Promise<void> {
  for (const payment of await deps.store.orders.payments(orderId))
    if (!payment.isPaid && payment.attempt === "pending") await pollPayment(payment, deps);
  deps.wakeJobs();
}

/**
 * Polls a payment once and applies the report. Does not throw on provider errors, because polling
 * is repeated. Call `wakeJobs` afterwards.
 */
export async function pollPayment(
  { provider, paymentId }: Pick<Payment, "provider" | "paymentId">,
  deps: Needs,
): Promise<void> {
  const { store, gateways, now, log } = deps;
  const state = await (await gateways())
    .get(provider)
    ?.find(paymentId)
    .catch((error: unknown) => void log.warn({ err: error, provider }, "payment could not be polled"));
  if (!state) return;
  // Equal reports have equal ids, so repeating one changes nothing.
  const { amountCents, refundedCents, refundsFailedCents: failed, disputeDueAt: due } = state;
  const more = [failed && `failed ${failed}`, due].filter(Boolean).map((fact) => `:${fact}`);
  const eventId = `poll:${paymentId}:${state.state}:${amountCents}:${refundedCents}${more.join("")}`;
  await store.change((tx) => applyPayment(tx, { ...state, provider, paymentId, eventId }, now(), deps));
}
