import type { Tx } from "../../store/store.ts";

export const TELL_PLACES = "tell-places";
const QUARTER_MS = 15 * 60_000;

/** Adds the job that compares the places of the week with what their teams know: one for each quarter of an hour. */
export function planPlaces(tx: Tx, at: Date): Promise<void> {
  const runAt = new Date((Math.floor(at.getTime() / QUARTER_MS) + 1) * QUARTER_MS);
  const id = `${TELL_PLACES}:${runAt.getTime()}`;
  return tx.jobs.add({ id, kind: TELL_PLACES, payload: {}, runAt, createdAt: at });
}
