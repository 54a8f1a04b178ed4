/** Below this, a count says nothing yet and is not shown. The script of the site knows the same number. */
export const FEW = 5;
