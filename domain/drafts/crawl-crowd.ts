/** How many websites are crawled at once. Many, because crawling is mostly waiting. */
export const CRAWL_SLOTS = 12;

/** Visitors without an account have slots of their own, so they never delay a member. */
export const GUEST_CRAWL_SLOTS = 4;

/** Whether running and due crawls take more than half of the slots. */
export const isCrowded = (open: number, slots = CRAWL_SLOTS): boolean => open > slots / 2;

/** The time limit of a crawl in a crowd. Pages that were read by then are used. */
export const CROWDED_CRAWL_MS = 6_000;

/** In a crowd, how much each waiting website of an account delays its next one. */
const TURN_MS = 5_000;

/** When the next website of an account with waiting websites is due. */
export const crawlTurnAt = (at: Date, open: number, own: number): Date =>
  isCrowded(open) ? new Date(at.getTime() + own * TURN_MS) : at;
