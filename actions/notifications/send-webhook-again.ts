import { takeQuota } from "../../core/limits/limiter.ts";
import { TEST_EVENT } from "../../domain/notifications/event.ts";
import type { Deps } from "../context.ts";
import { scheduleCall } from "./schedule-webhooks.ts";

type Needs = Pick<Deps, "store" | "now" | "uuid" | "random" | "limiter" | "wakeJobs">;
export type Sent = "sent" | "nothing" | "off" | "gone";

/** Sends one delivery again, or all failed ones. Each keeps its `webhook-id`. */
export async function replayDeliveries(
  accountId: string,
  endpointId: string,
  deps: Needs,
  deliveryId?: string,
): Promise<Sent> {
  const { store, now, limiter, wakeJobs } = deps;
  await takeQuota(limiter, "webhook-send", accountId);
  const sent = await store.change(async (tx): Promise<Sent> => {
    const endpoint = await tx.webhooks.findOwn(accountId, endpointId);
    if (!endpoint) return "gone";
    if (endpoint.offSince) return "off";
    if ((await tx.webhooks.replay(endpointId, now(), deliveryId)) === 0) return "nothing";
    await scheduleCall(tx, endpointId, now(), deps);
    return "sent";
  });
  wakeJobs();
  return sent;
}

/** Sends a `webhook.test` event to one endpoint. */
export async function sendTest(accountId: string, endpointId: string, deps: Needs): Promise<Sent> {
  const { store, now, uuid, random, limiter, wakeJobs } = deps;
  await takeQuota(limiter, "webhook-send", accountId);
  const id = `evt_${random(16).toString("hex")}`;
  const sent = await store.change(async (tx): Promise<Sent> => {
    const endpoint = await tx.webhooks.findOwn(accountId, endpointId);
    if (!endpoint) return "gone";
    if (endpoint.offSince) return "off";
    const at = now();
    const { seq } = await tx.events.add({ id, type: TEST_EVENT, at, accountId, listingId: null, data: {} });
    await tx.webhooks.addDelivery({ id: uuid(), endpointId, eventSeq: seq, nextAt: at, createdAt: at });
    await scheduleCall(tx, endpointId, at, deps);
    return "sent";
  });
  wakeJobs();
  return sent;
}
