import type { Payment } from "../../store/repos/orders.ts";
import type { Deps } from "../context.ts";
import { applyPayment } from "./apply-payment.ts";

type Needs = Pick<Deps, "store" | "gateways" | "now" | "log" | "settings" | "uuid" | "random">;

/**
 * Asks a provider about a payment once and takes what it says. Nothing is thrown when it does not answer, because it is asked
 * again later. Call `wakeJobs` after it.
 */
export async function pollPayment(
  { provider, paymentId }: Pick<Payment, "provider" | "paymentId">,
  deps: Needs,
): Promise<void> {
  const { store, gateways, now, log } = deps;
  const state = await gateways
    .get(provider)
    ?.find(paymentId)
    .catch((error: unknown) => void log.warn({ err: error, provider }, "a payment could not be looked up"));
  if (!state) return;
  // What was reported before changes nothing, so equal reports have equal ids.
  const eventId = `poll:${paymentId}:${state.state}:${state.amountCents}:${state.refundedCents}`;
  await store.change((tx) => applyPayment(tx, { ...state, provider, paymentId, eventId }, now(), deps));
}
