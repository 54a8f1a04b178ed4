import type { EventName } from "./event.ts";
import { THREE_DAYS_OF_RETRIES_MS } from "./retries.ts";

/** Why an endpoint is off: by its owner, after 410 Gone, or after failing for days. */
export type OffReason = "owner" | "gone" | "failing";
export type DeliveryState = "waiting" | "delivered" | "failed";

export type WebhookEndpoint = {
  id: string;
  accountId: string;
  url: string;
  types: EventName[];
  categories: string[];
  secret: string;
  /** Also signs, until `oldSecretUntil`. */
  oldSecret: string | null;
  oldSecretUntil: Date | null;
  createdAt: Date;
  offSince: Date | null;
  offReason: OffReason | null;
  failingSince: Date | null;
  /** Until then only the worker `heldBy` delivers to it. */
  heldUntil: Date | null;
  heldBy: string | null;
};

/** One event for one endpoint. Status and error are those of the last attempt. */
export type WebhookDelivery = {
  id: string;
  endpointId: string;
  eventSeq: number;
  state: DeliveryState;
  attempts: number;
  nextAt: Date;
  triedAt: Date | null;
  status: number | null;
  error: string | null;
  createdAt: Date;
};

export const MAX_ENDPOINTS = 10;
/** After a rotation the old secret also signs for this long. */
export const OLD_SECRET_MS = 24 * 3600_000;
/** Pause after a failure, so that a hanging endpoint does not hold up others. */
const REST_MS = 60_000;
/** Endpoints that fail this long are switched off. */
const GIVE_UP_MS = THREE_DAYS_OF_RETRIES_MS.reduce((sum, pause) => sum + pause, 0);

export type Answer = { status: number; error: null } | { status: null; error: string };
const GONE = 410;

type Outcome = {
  delivery: Pick<WebhookDelivery, "state" | "attempts" | "nextAt" | "triedAt" | "status" | "error">;
  endpoint: Pick<WebhookEndpoint, "failingSince" | "heldUntil" | "heldBy"> &
    Partial<Pick<WebhookEndpoint, "offSince" | "offReason">>;
};

export function afterAttempt(
  endpoint: WebhookEndpoint,
  { attempts: before }: Pick<WebhookDelivery, "attempts">,
  { status, error }: Answer,
  at: Date,
): Outcome {
  const attempts = before + 1;
  const tried = { attempts, triedAt: at, status, error };
  if (status !== null && status >= 200 && status < 300) {
    const { heldUntil, heldBy } = endpoint;
    return {
      delivery: { ...tried, state: "delivered", nextAt: at },
      endpoint: { failingSince: null, heldUntil, heldBy },
    };
  }
  const pause = THREE_DAYS_OF_RETRIES_MS[before];
  const failingSince = endpoint.failingSince ?? at;
  const off =
    status === GONE ? "gone" : at.getTime() - failingSince.getTime() >= GIVE_UP_MS ? ("failing" as const) : undefined;
  return {
    delivery: {
      ...tried,
      state: pause === undefined || off ? "failed" : "waiting",
      nextAt: new Date(at.getTime() + (pause ?? 0)),
    },
    endpoint: {
      failingSince,
      heldUntil: new Date(at.getTime() + REST_MS),
      heldBy: null,
      ...(off && { offSince: at, offReason: off }),
    },
  };
}
