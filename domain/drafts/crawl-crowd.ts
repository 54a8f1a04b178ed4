export const CRAWL_SLOTS = 12;

/** Visitors without an account have separate slots, so they never delay a member. */
export const GUEST_CRAWL_SLOTS = 4;

export const isCrowded = (open: number, slots = CRAWL_SLOTS): boolean => open > slots / 2;

/** The time limit of a crawl while crowded. Pages read by then are used. */
export const CROWDED_CRAWL_MS = 6_000;

/** While crowded, each waiting website of an account delays its next one by this much. */
const TURN_MS = 5_000;

/** When an account's next website is due, given how many of its websites wait. */
export const crawlTurnAt = (at: Date, open: number, own: number): Date =>
  isCrowded(open) ? new Date(at.getTime() + own * TURN_MS) : at;
