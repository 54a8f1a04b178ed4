/** How much it tells that somebody has what `having` of so many have. */
export const rarityIn = (all: number, having: number): number => Math.log(1 + (all - having + 0.5) / (having + 0.5));
