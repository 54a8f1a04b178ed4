const isLong = process.env.TEST_ROUNDS === "long";

/** How many rounds a random test plays in this run: each run has another seed, and TEST_ROUNDS=long plays them all. */
export const rounds = ({ short, long }: { short: number; long: number }): number => (isLong ? long : short);
