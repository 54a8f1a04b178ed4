import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";

/** The kind of job that delivers what is due to one endpoint. */
export const CALL_ENDPOINT = "call-endpoint";
export type CallEndpoint = { endpointId: string; call: string };

/** Adds a job that delivers to an endpoint at a time. One too many finds nothing to do. */
export async function scheduleCall(
  tx: Tx,
  endpointId: string,
  runAt: Date,
  { now, uuid }: Pick<Deps, "now" | "uuid">,
): Promise<void> {
  const call = uuid();
  const payload = { endpointId, call } satisfies CallEndpoint;
  await tx.jobs.add({
    id: `${CALL_ENDPOINT}:${endpointId}:${call}`,
    kind: CALL_ENDPOINT,
    payload,
    runAt,
    createdAt: now(),
  });
}
