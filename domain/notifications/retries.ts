const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const THREE_DAYS_OF_RETRIES_MS: readonly number[] = [
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  ...Array<number>(3).fill(4 * HOUR),
  ...Array<number>(9).fill(6 * HOUR),
];
