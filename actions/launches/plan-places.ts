import type { Tx } from "../../store/store.ts";

export const TELL_PLACES = "tell-places";
const ROUND_MS = 10 * 60_000;

/** Adds the job that compares the places of the week with what their teams know: one for every ten minutes. */
export function planPlaces(tx: Tx, at: Date): Promise<void> {
  const runAt = new Date((Math.floor(at.getTime() / ROUND_MS) + 1) * ROUND_MS);
  const id = `${TELL_PLACES}:${runAt.getTime()}`;
  return tx.jobs.add({ id, kind: TELL_PLACES, payload: {}, runAt, createdAt: at });
}
