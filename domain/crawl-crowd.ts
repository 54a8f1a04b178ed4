/** How many websites are crawled at once. Many, because crawling is mostly waiting. */
export const CRAWL_SLOTS = 12;

/** Whether running and due crawls take more than half of the slots. */
export const isCrowded = (open: number): boolean => open > CRAWL_SLOTS / 2;

/** The time limit of a crawl in a crowd. Pages that were read by then are used. */
export const CROWDED_CRAWL_MS = 6_000;

/** In a crowd, how much each waiting website of an account delays its next one. */
const TURN_MS = 5_000;

/** When the next website of an account with waiting websites is due. */
export const crawlTurnAt = (at: Date, open: number, own: number): Date =>
  isCrowded(open) ? new Date(at.getTime() + own * TURN_MS) : at;
