import type { Store, Tx } from "#store/store.ts";

export const TELL_PLACES = "tell-places";
const ROUND_MS = 10 * 60_000;

/** End of the current round, if this process has already queued its job. */
const planned = new WeakMap<Store, number>();
const endOf = (at: Date): number => (Math.floor(at.getTime() / ROUND_MS) + 1) * ROUND_MS;

export const arePlacesPlanned = (store: Store, at: Date): boolean => planned.get(store) === endOf(at);
export const notePlannedPlaces = (store: Store, at: Date) => void planned.set(store, endOf(at));

/** Queues the job that reports changes of place, once per ten minutes. */
export function planPlaces(tx: Tx, at: Date): Promise<void> {
  const runAt = new Date(endOf(at));
  const id = `${TELL_PLACES}:${runAt.getTime()}`;
  return tx.jobs.add({ id, kind: TELL_PLACES, payload: {}, runAt, createdAt: at });
}
