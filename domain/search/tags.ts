/** Tags that differ in the case of ASCII letters are the same, as in the index. */
export const foldTag = (tag: string): string => tag.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
