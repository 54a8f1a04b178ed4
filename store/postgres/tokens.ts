const TOKEN =
  /'(?:[^']|'')*'|\/\*.*?\*\/|"(?:[^"]|"")*"|--[^\n]*|[A-Za-z_][\w$]*|\d+(?:\.\d+)?|\$\d+|->>|->|<>|!=|<=|>=|\|\||::|\s+|[^\s]/g;

/** The words and signs of a text of SQL, without comments. */
export const tokensOf = (text: string): string[] =>
  (text.match(TOKEN) ?? []).filter((token) => token.trim() && !token.startsWith("--"));

/** The place of the bracket that closes the one at `open`. */
export function closing(tokens: readonly string[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    if (tokens[at] === "(") depth++;
    else if (tokens[at] === ")" && --depth === 0) return at;
  }
  throw new Error(`No bracket closes the one of ${tokens.slice(open, open + 8).join(" ")}.`);
}
