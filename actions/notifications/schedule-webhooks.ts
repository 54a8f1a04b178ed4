import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";

/** The kind of job that delivers what is due to one endpoint. */
export const CALL_ENDPOINT = "call-endpoint";
export type CallEndpoint = { endpointId: string; call: string };

/**
 * Adds a job that delivers to an endpoint at a time. One too many finds nothing to do. Several for
 * the same later time are one.
 */
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
