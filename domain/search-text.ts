/** Words of a text as the search index sees them: no accents, lower case, letters and digits only. */
export const searchWords = (text: string): string[] =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * The FTS5 expression for what a person typed: every word must occur, the last one may be a beginning.
 * Words are quoted, so nothing typed is ever an operator. Undefined when there is no word in the text.
 */
export function matchExpression(text: string): string | undefined {
  const words = searchWords(text).slice(0, 8);
  return words.length
    ? words.map((word, index) => `"${word}"${index === words.length - 1 ? "*" : ""}`).join(" ")
    : undefined;
}
