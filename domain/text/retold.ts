import { inEnglish, joined, type Text, type Words } from "#languages/words.ts";
import { dayText } from "../time/date-words.ts";

type Template = (...parts: Text[]) => Words;

const MARK = "\u0001";
const patterns = new WeakMap<Template, RegExp>();
/** Finds the parts of a sentence that the template wrote in English. */
export const patternOf = (template: Template): RegExp =>
  patterns.getOrInsertComputed(template, () => {
    const english = inEnglish(template(...Array<string>(template.length).fill(MARK)));
    return new RegExp(`^${english.split(MARK).map(RegExp.escape).join("(.+)")}$`, "su");
  });

const DAY = /^\d{1,2} [A-Z][a-z]+ \d{4}$/;
export function partAgain(part: string): Text {
  const at = DAY.test(part) ? Date.parse(`${part} UTC`) : Number.NaN;
  return Number.isNaN(at) ? part : dayText(new Date(at));
}

/**
 * A sentence that was stored in English, in the reader's language again: `templates` are those that
 * wrote it, with their parts in the order of the text. What people wrote stays as it is.
 */
export function retold(
  english: string,
  templates: readonly Template[],
  again: (part: string) => Text = partAgain,
): Text {
  for (const template of templates) {
    const [isFound, ...parts] = patternOf(template).exec(english) ?? [];
    if (isFound !== undefined) return template(...parts.map(again));
  }
  return english;
}

/** The same for several sentences, split at `between`. */
export const retoldEach = (english: string, between: RegExp, templates: readonly Template[]): Text =>
  joined(
    english.split(between).map((sentence) => retold(sentence, templates)),
    " ",
  );
