import { type Week, weekAfter } from "./launch-week.ts";

/** What somebody waits for in a full week: the place of a free launch, or of a paid one. */
export type WaitPlan = "free" | "launch";

/** An offered place is held for so long, and ends before the week begins. */
export const OFFER_HOURS = 24;
const LAST_HOUR = 1;
/** Whoever is offered a place has at least so long to say yes. */
const LEAST_HOURS = 3;
/** Weeks that a listing, and an account for all its listings, can wait for at once. */
export const MOST_LISTS = { listing: 3, account: 6 } as const;

const HOUR_MS = 3600_000;

/** Places of a week by what they rest on. */
export type Places = {
  free: number;
  /** With those that a payment holds. */
  paid: number;
  /** Listings in the free queue whose badge is not found yet. They take no place. */
  awaited: number;
  /** Held for the next of the waiting list, and what the others of it wait for, in their order. */
  offered: number;
  waiting: WaitPlan[];
  /** The week's own capacity, if it has one. */
  own: number | null;
};

/** Places that nobody has. */
export const openIn = ({ free, paid, offered, own }: Places, defaultCapacity: number): number =>
  Math.max(0, (own ?? defaultCapacity) - free - paid - offered);

/** Places that nobody has and that the waiting list does not get first. */
export const roomIn = (places: Places, defaultCapacity: number): number => {
  const open = openIn(places, defaultCapacity);
  return open - whoGetsAPlace({ open, awaited: places.awaited }, places.waiting).length;
};

/** The same for free launches: those who wait for their badge or for a place go first. */
export const freeRoomIn = (places: Places, defaultCapacity: number): number =>
  openIn(places, defaultCapacity) - places.awaited - places.waiting.length;

/** Places of a week that nobody has, and those that a free launch leaves to listings without their badge. */
export type OpenPlaces = { open: number; awaited: number };

/**
 * Who gets a place now, of those who wait in this order: the first that a place suits. A free launch lets those who
 * reserved before it show their badge first.
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

/** Until when a place of a week is offered; undefined if too little time is left to answer. */
export function offerEndsAt({ startsAt }: Pick<Week, "startsAt">, now: Date): Date | undefined {
  const last = startsAt.getTime() - LAST_HOUR * HOUR_MS;
  const endsAt = Math.min(now.getTime() + OFFER_HOURS * HOUR_MS, last);
  return endsAt - now.getTime() < LEAST_HOURS * HOUR_MS ? undefined : new Date(endsAt);
}

/** The Mondays of the weeks from `first` to `last` weeks after one. */
export const mondaysAhead = (monday: string, zone: string, first: number, last: number): string[] =>
  Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, ahead) => weekAfter({ monday }, zone, first + ahead).monday,
  );
