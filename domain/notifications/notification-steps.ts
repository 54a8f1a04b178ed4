const VOTES_STEP = 10;

/** The last announced step: 0 below the first. */
export const voteStep = (votes: number): number => Math.floor(votes / VOTES_STEP) * VOTES_STEP;

/** Each of the first ten followers is announced, then every tenth. */
export const isFollowerStep = (followers: number): boolean =>
  followers > 0 && (followers <= 10 || followers % 10 === 0);

export const PLACE_EVERY_MS = 3600_000;
