import { createWebhookSecret } from "#core/credentials/webhook-signature.ts";
import { takeQuota } from "#core/limits/limiter.ts";
import { type EventName, TEST_EVENT } from "#domain/notifications/event.ts";
import { MAX_ENDPOINTS, OLD_SECRET_MS } from "#domain/notifications/webhook.ts";
import { type Text, t } from "#languages/words.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";

type Needs = Pick<Deps, "store" | "now" | "uuid" | "random" | "limiter" | "wakeJobs">;
export type EndpointWishes = { url: string; types: EventName[]; categories: string[] };

export function refusalOfEndpoint(url: string, { refusalOf }: Pick<Deps, "refusalOf">): Text | undefined {
  if (!/^https:/i.test(url)) return t`Must be an https URL.`;
  return refusalOf(url);
}

/** Adds an endpoint. Its secret is returned only here. Needs a confirmed email address. */
export async function addEndpoint(
  account: Account,
  wishes: EndpointWishes,
  { store, now, uuid, random, limiter }: Needs,
): Promise<{ id: string; secret: string } | "unverified" | "too-many"> {
  if (!account.emailVerifiedAt) return "unverified";
  await takeQuota(limiter, "webhook-endpoint", account.id);
  const [id, secret] = [uuid(), createWebhookSecret(random)];
  return store.change(async (tx) => {
    if ((await tx.webhooks.ofAccount(account.id)).length >= MAX_ENDPOINTS) return "too-many";
    await tx.webhooks.add({ id, accountId: account.id, ...wishes, secret, createdAt: now() });
    return { id, secret };
  });
}

export const changeEndpoint = (
  accountId: string,
  id: string,
  wishes: EndpointWishes,
  { store }: Pick<Needs, "store">,
): Promise<boolean> =>
  store.change(async (tx) => {
    if (!(await tx.webhooks.findOwn(accountId, id))) return false;
    await tx.webhooks.update(id, wishes);
    return true;
  });

/** Replaces the secret, returned only here. The previous one also signs for a day. */
export async function rotateSecret(
  accountId: string,
  id: string,
  { store, now, random, limiter }: Needs,
): Promise<string | undefined> {
  await takeQuota(limiter, "webhook-endpoint", accountId);
  const secret = createWebhookSecret(random);
  return store.change(async (tx) => {
    const endpoint = await tx.webhooks.findOwn(accountId, id);
    if (!endpoint) return undefined;
    const oldSecretUntil = new Date(now().getTime() + OLD_SECRET_MS);
    await tx.webhooks.update(id, { secret, oldSecret: endpoint.secret, oldSecretUntil });
    return secret;
  });
}

/** Pending deliveries of a disabled endpoint fail and can be replayed. */
export const switchEndpoint = (
  accountId: string,
  id: string,
  isOn: boolean,
  { store, now }: Pick<Needs, "store" | "now">,
): Promise<boolean> =>
  store.change(async (tx) => {
    if (!(await tx.webhooks.findOwn(accountId, id))) return false;
    const state = isOn
      ? ({ offSince: null, offReason: null } as const)
      : ({ offSince: now(), offReason: "owner" } as const);
    await tx.webhooks.update(id, { ...state, failingSince: null, heldUntil: null, heldBy: null });
    if (!isOn) await tx.webhooks.failWaiting(id, "You disabled the endpoint.");
    return true;
  });

export const removeEndpoint = (accountId: string, id: string, { store }: Pick<Needs, "store">): Promise<boolean> =>
  store.change(async (tx) => {
    if (!(await tx.webhooks.findOwn(accountId, id))) return false;
    await tx.webhooks.remove(id);
    return true;
  });

export const CALL_ENDPOINT = "call-endpoint";
export type CallEndpoint = { endpointId: string; call: string };

/** Queues a delivery to an endpoint. Duplicates are harmless. */
export async function scheduleCall(
  tx: Tx,
  endpointId: string,
  runAt: Date,
  { now, uuid }: Pick<Deps, "now" | "uuid">,
): Promise<void> {
  const [createdAt, call] = [now(), uuid()];
  const id = `${CALL_ENDPOINT}:${endpointId}:${runAt > createdAt ? runAt.toISOString() : call}`;
  await tx.jobs.add({
    id,
    kind: CALL_ENDPOINT,
    payload: { endpointId, call } satisfies CallEndpoint,
    runAt,
    createdAt,
  });
}

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
