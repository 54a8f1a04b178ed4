import { type Week, weekAfter } from "./launch-week.ts";

export type WaitPlan = "free" | "launch";

export const OFFER_HOURS = 24;
const LAST_HOUR = 1;
/** An offer needs at least this much time before the week begins. */
const LEAST_HOURS = 3;
/** Waiting-list entries that a listing, and an account for all its listings, may have at once. */
export const MOST_LISTS = { listing: 3, account: 6 } as const;

const HOUR_MS = 3600_000;

export type Places = {
  free: number;
  paid: number;
  awaited: number;
  offered: number;
  waiting: WaitPlan[];
  own: number | null;
};

export const openIn = ({ free, paid, offered, own }: Places, defaultCapacity: number): number =>
  Math.max(0, (own ?? defaultCapacity) - free - paid - offered);

/** Unclaimed places that are not reserved for the waiting list. */
export const roomIn = (places: Places, defaultCapacity: number): number => {
  const open = openIn(places, defaultCapacity);
  return open - whoGetsAPlace({ open, awaited: places.awaited }, places.waiting).length;
};

/** Places for new free launches, after listings waiting for a badge or a place. */
export const freeRoomIn = (places: Places, defaultCapacity: number): number =>
  openIn(places, defaultCapacity) - places.awaited - places.waiting.length;

export type OpenPlaces = { open: number; awaited: number };

/**
 * Who is offered a place, in waiting order. A free place goes only to what is left after listings
 * that reserved earlier and still wait for their badge.
 */
export function whoGetsAPlace({ open, awaited }: OpenPlaces, plans: readonly WaitPlan[]): number[] {
  const lucky: number[] = [];
  for (const [index, plan] of plans.entries()) {
    const left = open - lucky.length;
    if (left <= 0) break;
    if (plan === "launch" || left > awaited) lucky.push(index);
  }
  return lucky;
}

/** When an offer ends; undefined if too little time is left to answer. */
export function offerEndsAt({ startsAt }: Pick<Week, "startsAt">, now: Date): Date | undefined {
  const last = startsAt.getTime() - LAST_HOUR * HOUR_MS;
  const endsAt = Math.min(now.getTime() + OFFER_HOURS * HOUR_MS, last);
  return endsAt - now.getTime() < LEAST_HOURS * HOUR_MS ? undefined : new Date(endsAt);
}

export const mondaysAhead = (monday: string, zone: string, first: number, last: number): string[] =>
  Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, ahead) => weekAfter({ monday }, zone, first + ahead).monday,
  );
