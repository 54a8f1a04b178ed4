import type { Language } from "#languages/language.ts";
import { prefixed } from "#languages/links.ts";
import { isOurs, type Text, type Words } from "#languages/words.ts";

/** News of one kind: each with a link, a line about it, and small print. `more` leads to the rest. */
export type Section = {
  title: Text;
  rows: readonly { name: Text; url: string; text?: Text | undefined; note?: Text | undefined }[];
  more?: { label: Text; url: string } | undefined;
};

export type Letter = {
  subject: Text;
  /** On the sky; the subject when absent. */
  heading?: Text;
  before: readonly Text[];
  items?: readonly { title: Text; text: Text }[];
  sections?: readonly Section[];
  figures?: readonly { label: Text; value: Text }[];
  /** `expiresAt` for a link that expires sooner than an email may be retried. */
  action?: { label: Text; url: string; expiresAt?: Date };
  /** What to do next, in order. A quote is text to copy. */
  steps?: readonly { title: Text; text: Text; quote?: Text }[];
  picture?: { url: string; alt: Text; caption: Text };
  after?: readonly Text[];
  /** Why the reader got this email, as a sentence; there is a default that is always true. */
  why?: Text;
  unsubscribeUrl?: string;
  site: { name: string; url: string };
};

/** A letter in one language. */
export type Spoken<Value> = Value extends Words
  ? string
  : Value extends Date
    ? Value
    : Value extends readonly (infer One)[]
      ? readonly Spoken<One>[]
      : Value extends object
        ? { [Key in keyof Value]: Spoken<Value[Key]> }
        : Value;

/** Writes a letter in a language. Links to pages of the site lead to their version in it. */
export function speak(letter: Letter, language: Language): Spoken<Letter> {
  const { site, ...rest } = letter;
  const links = new RegExp(`(?<![\\w.-])${RegExp.escape(site.url)}(/[^\\s"“”]*|(?![^\\s"“”]))`, "g");
  const localized = (text: string): string =>
    language.prefix === ""
      ? text
      : text.replace(links, (_, path: string) => site.url + prefixed(language.prefix, path || "/"));
  const write = (value: unknown): unknown => {
    if (isOurs(value)) return localized(value.in(language));
    if (typeof value === "string") return localized(value);
    if (Array.isArray(value)) return value.map(write);
    if (value === null || typeof value !== "object" || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, write(one)]));
  };
  return { ...(write(rest) as Spoken<typeof rest>), site };
}
