import type { Deps } from "#actions/context.ts";
import { type CallEndpoint, scheduleCall } from "#actions/notifications/webhook-endpoints.ts";
import { signedHeaders } from "#core/credentials/webhook-signature.ts";
import { viewEvent } from "#domain/notifications/event.ts";
import { type Answer, afterAttempt, type WebhookEndpoint } from "#domain/notifications/webhook.ts";
import { messageOf } from "#domain/text/failure.ts";
import { queueMail } from "#mail/queue-mail.ts";
import { endpointOffMessage } from "#mail/team-messages.ts";
import type { DeliveryWithEvent } from "#store/repos/notifications/webhooks.ts";
import type { Tx } from "#store/store.ts";
import type { JobKind } from "./runner.ts";

const TIMEOUT_MS = 10_000;
const HOLD_MS = 3 * TIMEOUT_MS;
const ANSWER_BYTES = 4096;
/** After this long, other endpoints get a turn. */
const TURN_MS = 30_000;
const LATE_MS = 5 * 60_000;

type Due = DeliveryWithEvent & { endpoint: WebhookEndpoint };

/**
 * Delivers an endpoint's due events one by one. A crash before recording the response sends an
 * event again, with the same id.
 */
export const callEndpoint: JobKind = {
  concurrency: 8,
  retryDelaysMs: [60_000, 600_000],
  async run(payload: CallEndpoint, deps, signal) {
    const { store, now } = deps;
    const until = now().getTime() + TURN_MS;
    let due = await store.change((tx) => take(tx, payload, deps));
    while (due) {
      const { endpoint, delivery } = due;
      const answer = await send(due, deps, signal);
      due = await store.change(async (tx) => {
        await settle(tx, endpoint, delivery, answer, deps);
        return now().getTime() < until ? take(tx, payload, deps) : passOn(tx, payload, deps);
      });
    }
    deps.wakeJobs();
  },
};

export const callOverdueEndpoints: JobKind = {
  retryDelaysMs: [],
  everyMs: 10 * 60_000,
  async run(_payload, deps) {
    const at = deps.now();
    const overdue = await deps.store.webhooks.overdue(new Date(at.getTime() - LATE_MS));
    if (overdue.length === 0) return;
    await deps.store.change(async (tx) => {
      for (const endpointId of overdue) await scheduleCall(tx, endpointId, at, deps);
    });
    deps.wakeJobs();
  },
};

async function take(tx: Tx, { endpointId, call }: CallEndpoint, deps: Deps): Promise<Due | undefined> {
  const at = deps.now();
  const endpoint = await tx.webhooks.find(endpointId);
  if (!endpoint || endpoint.offSince) return undefined;
  const isHeld = endpoint.heldUntil !== null && endpoint.heldUntil > at && endpoint.heldBy !== call;
  const due = isHeld ? undefined : await tx.webhooks.nextDue(endpointId, at);
  if (due) {
    await tx.webhooks.update(endpointId, { heldUntil: new Date(at.getTime() + HOLD_MS), heldBy: call });
    return { ...due, endpoint };
  }
  const next = await tx.webhooks.nextAt(endpointId);
  if (!isHeld) await tx.webhooks.update(endpointId, { heldUntil: null, heldBy: null });
  if (next) await scheduleCall(tx, endpointId, latest(next, isHeld ? endpoint.heldUntil : null), deps);
  return undefined;
}

const latest = (one: Date, other: Date | null): Date => (other && other > one ? other : one);

async function passOn(tx: Tx, { endpointId }: CallEndpoint, deps: Deps): Promise<undefined> {
  const endpoint = await tx.webhooks.find(endpointId);
  if (!endpoint || endpoint.offSince) return;
  const restsUntil = endpoint.heldBy === null ? endpoint.heldUntil : null;
  if (!restsUntil) await tx.webhooks.update(endpointId, { heldUntil: null, heldBy: null });
  await scheduleCall(tx, endpointId, latest(deps.now(), restsUntil), deps);
}

async function send({ endpoint, event }: Due, deps: Deps, signal: AbortSignal): Promise<Answer> {
  const { fetchSite, now, settings } = deps;
  const at = now();
  const body = JSON.stringify(viewEvent(event, settings.BASE_URL));
  const isOldGood = endpoint.oldSecretUntil !== null && endpoint.oldSecretUntil > at;
  const secrets = [endpoint.secret, ...(isOldGood && endpoint.oldSecret ? [endpoint.oldSecret] : [])];
  try {
    const { status } = await fetchSite(endpoint.url, {
      method: "POST",
      headers: { "content-type": "application/json", ...signedHeaders({ id: event.id, at, body }, secrets) },
      body,
      maxRedirects: 0,
      maxBytes: ANSWER_BYTES,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    return { status, error: null };
  } catch (error) {
    signal.throwIfAborted();
    return { status: null, error: messageOf(error) };
  }
}

async function settle(
  tx: Tx,
  { id, accountId }: WebhookEndpoint,
  { id: deliveryId }: DeliveryWithEvent["delivery"],
  answer: Answer,
  deps: Deps,
): Promise<void> {
  const endpoint = await tx.webhooks.find(id);
  const delivery = await tx.webhooks.findDelivery(deliveryId);
  if (!endpoint || delivery?.state !== "waiting") return;
  const after = afterAttempt(endpoint, delivery, answer, deps.now());
  await tx.webhooks.updateDelivery(deliveryId, after.delivery);
  await tx.webhooks.update(id, after.endpoint);
  const { offReason } = after.endpoint;
  if (!offReason) return;
  await tx.webhooks.failWaiting(id, "The endpoint was switched off.");
  const owner = await tx.accounts.find(accountId);
  if (owner?.status === "active")
    await queueMail(
      tx,
      deps,
      endpointOffMessage(deps.settings, { name: owner.name, endpoint, offReason }),
      owner.email,
    );
}
