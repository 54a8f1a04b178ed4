import type { Result } from "#domain/site/import.ts";
import type { ListedLine } from "#store/repos/site/imports.ts";

/** What several rows have in common that are not taken as they are, with the first of them. */
export type Problem = { result: Result | "note"; sentence: string; count: number; line: number; name: string | null };

const MOST = 50;

/** Values and numbers differ from row to row: a problem is the sentence around them. */
const kindOf = (sentence: string): string => sentence.replace(/"[^"]*"|“[^”]*”|\d+/g, "…").slice(0, 200);

export function problemsOf(
  lines: Iterable<Pick<ListedLine, "line" | "result" | "name" | "reason" | "notes">>,
): Problem[] {
  const found = new Map<string, Problem>();
  for (const { line, name, ...row } of lines) {
    const sentences = [
      ...(row.reason ? [{ result: row.result, sentence: row.reason }] : []),
      ...row.notes.map((sentence) => ({ result: "note" as const, sentence })),
    ];
    for (const { result, sentence } of sentences) {
      const key = `${result} ${kindOf(sentence)}`;
      const known = found.get(key);
      if (known) known.count++;
      else found.set(key, { result, sentence, count: 1, line, name });
    }
  }
  const isError = ({ result }: Problem): number => Number(result === "refused");
  return [...found.values()].sort((a, b) => isError(b) - isError(a) || b.count - a.count).slice(0, MOST);
}
