import { inEnglish, type Text, t, type Words } from "#languages/words.ts";

/** What becomes of rows of an import. Stored in English, and shown by `problemText`. */
export const IMPORT_WORDS = {
  sameWebsite: (line: Text) => t`Line ${line} is the same website.`,
  leftOutWhy: (column: Text, value: Text, why: Text) => t`${column}: “${value}” is left out. ${why}`,
  leftOut: (column: Text, value: Text) => t`${column}: “${value}” is left out.`,
  categories: (names: Text) => t`Left out of its categories: ${names}.`,
  notYaml: (why: Text) => t`This row is not YAML: ${why}`,
  noNames: (start: Text) => t`This row has no named values: ${start}`,
  listed: () => t`This website is listed already.`,
  here: () => t`This already exists.`,
  owned: () => t`This listing has an owner, who keeps it up to date.`,
  same: () => t`Nothing changed.`,
  otherKind: () => t`This field has another kind of values here.`,
  long: () => t`This row is longer than 1 MB. Is a closing quote missing?`,
  openQuote: () => t`A quote is never closed. Close it, or double it where it is part of the text.`,
  unreadable: () => t`This row cannot be read. Look for stray quotes and delimiters.`,
  notJson: () => t`This row is not JSON.`,
  edited: () => t`It was edited since.`,
  deleted: () => t`It was deleted since.`,
  used: () => t`It has an owner, votes, comments or orders.`,
} satisfies Record<string, (...parts: Text[]) => Words>;

/** The sentence as it is stored. */
export const importWords = <Name extends keyof typeof IMPORT_WORDS>(
  name: Name,
  ...parts: Parameters<(typeof IMPORT_WORDS)[Name]>
): string => inEnglish((IMPORT_WORDS[name] as (...parts: Text[]) => Words)(...parts));
