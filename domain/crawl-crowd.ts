/** How many websites are read at once: many, because they are waited for more than worked on. */
export const CRAWL_SLOTS = 12;

/** Whether websites that are being read or due take more than half of the slots. */
export const isCrowded = (open: number): boolean => open > CRAWL_SLOTS / 2;

/** What a crawl may take in a crowd; a slow website then has to do with what it said by then. */
export const CROWDED_CRAWL_MS = 6_000;

/** In a crowd each website that an account has waiting already lets so much time to those of others. */
const TURN_MS = 5_000;

/** When the website of an account that has others waiting is due. */
export const crawlTurnAt = (at: Date, open: number, own: number): Date =>
  isCrowded(open) ? new Date(at.getTime() + own * TURN_MS) : at;
