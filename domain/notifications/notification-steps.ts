/** Votes are told in tens. */
const VOTES_STEP = 10;

/** The step that so many votes have reached: 0 below the first. */
export const voteStep = (votes: number): number => Math.floor(votes / VOTES_STEP) * VOTES_STEP;

/** Each of the first ten followers is news, then every tenth. */
export const isFollowerStep = (followers: number): boolean =>
  followers > 0 && (followers <= 10 || followers % 10 === 0);

/** How long a place in the week lasts at least before another one is news. */
export const PLACE_EVERY_MS = 3600_000;
