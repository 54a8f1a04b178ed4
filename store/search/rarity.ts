/** How distinctive a property is that `having` of `all` share. */
export const rarityIn = (all: number, having: number): number => Math.log(1 + (all - having + 0.5) / (having + 0.5));
