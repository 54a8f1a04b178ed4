import { ALL_CATEGORIES } from "#domain/search/nearest.ts";
import type { Result } from "#domain/site/import.ts";
import { IMPORT_WORDS } from "#domain/site/import-words.ts";
import { retold } from "#domain/text/retold.ts";
import { isOurs, joined, plural, saidAgain, type Text, t } from "#languages/words.ts";
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

/** What sentences of checks have parts. */
const DETAILS: ((part: Text) => Text)[] = [
  (name) => t`"${name}" is required.`,
  (names) => t`Choose from: ${names}.`,
  (name) => t`"${name}" is not a category.`,
  (names) => t`Did you mean ${names}?`,
  (values) => t`Must be one of: ${values}.`,
  (why) => t`This ZIP archive cannot be read: ${why}`,
  (why) => t`This is not JSON: ${why}`,
];
const SENTENCES = [
  ...Object.values(IMPORT_WORDS).filter(({ length }) => length > 0),
  (host: Text, status: Text) => t`${host} answers with status ${status}.`,
];
const MORE = / (?=Did you mean )/;
const BETWEEN = /(?<=[.?!]) (?=[^\s:]{1,60}: )/;

/** Advice for assistants is left out. */
const detailText = (english: string): Text =>
  joined(english.replace(` ${ALL_CATEGORIES}`, "").split(MORE).map(sentenceOfDetail), " ");

function sentenceOfDetail(english: string): Text {
  const [, most] = /^Must be (\d+) characters? or fewer\.$/.exec(english) ?? [];
  if (most) return t`Must be ${plural(Number(most), "character")} or fewer.`;
  const again = retold(english, DETAILS as never, (part) => part);
  return isOurs(again) ? again : saidAgain(english);
}

function sentenceText(english: string): Text {
  // Columns and values are of the file, but why a value is refused is ours.
  const again = retold(english, SENTENCES, (part) => (/[.?!]$/.test(part) ? detailText(part) : part));
  if (isOurs(again)) return again;
  const [, field, detail] = /^([^:]{1,60}): (.+)$/s.exec(english) ?? [];
  return field && detail ? t`${field}: ${detailText(detail)}` : detailText(english);
}

/** What an import noted in English, in the language of the reader. */
export const problemText = (english: string): Text => joined(english.split(BETWEEN).map(sentenceText), " ");
