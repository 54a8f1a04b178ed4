/** What has texts that the team translates. A "sentence" is one of the program's own, which the team changed. */
export const TRANSLATED = ["category", "plan", "question", "site", "page", "post"] as const;
export type TranslatedKind = (typeof TRANSLATED)[number];
export type TranslationKind = TranslatedKind | "sentence";

/** The field of what only one page shows: it is not kept in memory. */
export const LONG_TEXT = "markdown";

/** The texts of the team by language, each by its `textKey`. */
export type OwnTexts = ReadonlyMap<string, ReadonlyMap<string, string>>;

export const textKey = (kind: TranslationKind, id: string, field: string): string => [kind, id, field].join("\u0000");

type Translation = { kind: TranslationKind; language: string; id: string };
/** A translation by the id that the audit log has. */
export const translationId = ({ kind, language, id }: Translation): string => `${kind} ${language} ${id}`;
export function translationOf(text: string): Translation {
  const [kind = "", language = "", ...id] = text.split(" ");
  return { kind: kind as TranslationKind, language, id: id.join(" ") };
}

export const isTranslatedKind = (kind: string): kind is TranslatedKind => TRANSLATED.some((known) => known === kind);
