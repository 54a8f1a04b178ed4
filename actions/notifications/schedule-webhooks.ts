import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";

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
