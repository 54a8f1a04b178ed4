import { given } from "#domain/text/given.ts";
import { readShippedText } from "./shipped.ts";

/**
 * Parts of a file in `data/phrases/` by their bracketed names: words, names or patterns, one a line.
 * A line that begins with two spaces continues the line before.
 */
export const partsIn = (file: string): Map<string, string[]> =>
  new Map(
    readShippedText(`./data/phrases/${file}.txt`)
      .trim()
      .split("\n\n")
      .map((part) => {
        const [name = "", ...lines] = part.replaceAll("\n  ", "").split("\n");
        return [name.slice(1, -1), lines] as const;
      }),
  );

/** Each line is an alternative of a pattern, usually in many languages. */
export function phrasesIn(file: string): (part: string) => string {
  const parts = partsIn(file);
  return (part) => given(parts.get(part)).join("|");
}
