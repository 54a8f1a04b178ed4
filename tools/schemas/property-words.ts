import words from "#data/property-words.json" with { type: "json" };
import { fieldOf, isFieldName, isListField } from "#domain/listings/fields.ts";
import { PLATFORMS, STORY_FIELDS } from "#domain/listings/section-fields.ts";
import { isKeyOf } from "#domain/text/keys.ts";
import { inEnglish } from "#languages/words.ts";

/**
 * Default descriptions of properties in the OpenAPI document. A name has one meaning; `parent/name`
 * is for exceptions.
 */
const WORDS: Record<string, string> = words;

export function wordsOf(name: string, parent: string): string | undefined {
  const own = WORDS[`${parent}/${name}`] ?? (parent === "fields" ? undefined : WORDS[name]);
  if (own !== undefined) return own;
  if (isFieldName(name)) {
    const { label, hint = "" } = fieldOf(name);
    // Hints of lists are about the form.
    return isListField(name) ? `${inEnglish(label)}.` : `${inEnglish(label)}. ${inEnglish(hint)}`.trim();
  }
  if (isKeyOf(STORY_FIELDS, name)) return `${inEnglish(STORY_FIELDS[name].label)}.`;
  return PLATFORMS.some((platform) => platform === name) ? "URL." : WORDS[name];
}
