import { textKey } from "#domain/site/translation.ts";
import { fold } from "#domain/text/text.ts";
import { contextKey } from "#languages/catalog.ts";
import { messageFaults } from "#languages/check.ts";
import type { Language } from "#languages/language.ts";
import type { Entry } from "#languages/po.ts";
import { joined, type Text, t } from "#languages/words.ts";
import type { Deps } from "../context.ts";

/** A sentence of the program in a language. */
export type OwnSentence = Pick<Entry, "id" | "context"> & {
  /** As the catalogs have it; undefined where it is shown in English. */
  ours: string | undefined;
  own: string | undefined;
};
type Needed = Pick<Deps, "store" | "languages">;

function everySentence({ tag }: Language, { store, languages }: Needed): OwnSentence[] {
  const own = store.ownTexts().get(tag);
  return languages.sentences(tag).map(({ id, context, text }) => ({
    ...{ id, context, ours: text || undefined },
    own: own?.get(textKey("sentence", id, context ?? "")),
  }));
}

/** As pages show it: without tags, and of a plural its last form. */
const shown = (text: string): string => fold(text.replace(/<[^>]*>/g, ""));

/** Sentences with every word of `q`, in English or the language, those with its very words first; without `q`, changed ones. */
export function findSentences(q: string, language: Language, deps: Needed): OwnSentence[] {
  const all = everySentence(language, deps);
  if (q === "") return all.filter(({ own }) => own !== undefined);
  const wanted = fold(q).trim();
  const words = wanted.split(" ");
  const found = all.flatMap((sentence) => {
    const texts = [sentence.id, sentence.ours, sentence.own].map((text) => shown(text ?? ""));
    const isIn = (part: string) => texts.some((text) => text.includes(part));
    const rank = texts.includes(wanted) ? 0 : isIn(wanted) ? 1 : words.every(isIn) ? 2 : undefined;
    return rank === undefined ? [] : [{ sentence, rank }];
  });
  return found.sort((a, b) => a.rank - b.rank).map(({ sentence }) => sentence);
}

export const sentenceNamed = (
  { id, context }: Pick<OwnSentence, "id" | "context">,
  language: Language,
  deps: Needed,
): OwnSentence | undefined =>
  everySentence(language, deps).find((one) => contextKey(one.context, one.id) === contextKey(context, id));

const MOST = 4000;

/** The wording as it is kept, or why it cannot be. */
export function readSentence(
  typed: string,
  { id }: OwnSentence,
  { tag }: Language,
): { text: string } | { fault: Text } {
  const text = typed.replace(/'(?=[{<])/g, "’");
  if (text === "") return { fault: t`Enter a text, or reset it.` };
  if (text.length > MOST) return { fault: t`Use at most ${MOST} characters.` };
  const faults = messageFaults(tag, { id, text });
  return faults.length > 0 ? { fault: t`Not saved: ${joined(faults, "; ")}.` } : { text };
}
