import { given } from "#domain/text/given.ts";
import { readShippedText } from "./shipped.ts";

/**
 * Patterns of many languages, by the bracketed name of their part in `data/phrases/`. Each line is
 * an alternative; a line that begins with two spaces continues the line before.
 */
export function phrasesIn(file: string): (part: string) => string {
  const parts = new Map(
    readShippedText(`./data/phrases/${file}.txt`)
      .trim()
      .split("\n\n")
      .map((part) => {
        const [name = "", ...alternatives] = part.replaceAll("\n  ", "").split("\n");
        return [name.slice(1, -1), alternatives.join("|")] as const;
      }),
  );
  return (part) => given(parts.get(part));
}
