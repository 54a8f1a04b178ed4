/** Smaller counts say little and are not shown. site/public has the same number. */
export const FEW = 5;
