/**
 * Drafted values are right or wrong, facts that the site states are found or missed, and what it leaves
 * open is kept blank or filled.
 */
export type Tally = { right: number; wrong: number; found: number; missed: number; blank: number; filled: number };

const OUTCOMES = ["right", "wrong", "found", "missed", "blank", "filled"] as const;

export const emptyTally = (): Tally => ({ right: 0, wrong: 0, found: 0, missed: 0, blank: 0, filled: 0 });

export const sum = (tallies: Tally[]): Tally =>
  tallies.reduce((total, tally) => {
    for (const outcome of OUTCOMES) total[outcome] += tally[outcome];
    return total;
  }, emptyTally());

const share = (part: number, rest: number): string => (part + rest === 0 ? "-" : (part / (part + rest)).toFixed(2));

export const precision = ({ right, wrong }: Tally): string => share(right, wrong);
export const recall = ({ found, missed }: Tally): string => share(found, missed);
export const blanks = ({ blank, filled }: Tally): string => share(blank, filled);

/** Whether nothing is missing, and nothing is said that should not be. */
export const isFaultless = ({ wrong, missed }: Tally): boolean => wrong + missed === 0;
