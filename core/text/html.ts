import { escapeText } from "#languages/escape.ts";
import { type Feature, isWith, type Language } from "#languages/language.ts";
import { Words } from "#languages/words.ts";

/** HTML in no language yet: `in` writes it in one. Created only by `html` or `trusted`. */
class Written {
  readonly literals: readonly string[];
  readonly parts: readonly Part[];
  /** What was written, for what is sent often. */
  written: WeakMap<Language, string> | undefined;
  /** What is other markup in each language. */
  choose: ((language: Language) => Html) | undefined;
  constructor(literals: readonly string[], parts: readonly Part[]) {
    this.literals = literals;
    this.parts = parts;
  }
  toString(): string {
    throw new Error(`HTML became a string without a language: ${this.literals.join("…").slice(0, 100)}`);
  }
  in(language: Language): string {
    if (this.choose) return this.choose(language).in(language);
    return this.written
      ? this.written.getOrInsertComputed(language, () => flat(write(this, language)))
      : write(this, language);
  }
}

/** Typed as a symbol too, so that the compiler refuses it in plain strings. */
export type Html = Written & symbol;

/** Flattens a joined string, which else is walked piece by piece each time. */
const flat = (text: string): string => Buffer.from(text).toString();

/** For HTML sent often: writes it once in each language. */
export function inOnePiece(given: Html): Html {
  given.written = new WeakMap();
  return given;
}

/** Template values: absent ones and `false` render nothing, lists are joined, text is escaped. */
export type Part = Html | Words | string | number | boolean | null | undefined | readonly Part[];

function textOf(part: Part, language: Language): string {
  if (typeof part === "string") return escapeText(part);
  if (part instanceof Written) return part.in(language);
  if (part === null || part === undefined || typeof part === "boolean") return "";
  if (part instanceof Words) return escapeText(part.in(language));
  if (!Array.isArray(part)) return escapeText(String(part));
  let text = "";
  for (const each of part) text += textOf(each, language);
  return text;
}

function write({ literals, parts }: Written, language: Language): string {
  // Our own markup has no sentences.
  const { program } = language;
  let text = "";
  if (program === undefined || parts === AS_IT_IS) {
    for (let index = 0; index < literals.length; index++) text += literals[index] + textOf(parts[index], language);
    return text;
  }
  for (const step of program(literals, parts)) {
    if (typeof step === "string") text += step;
    else if (typeof step === "number") text += textOf(parts[step], language);
    else text += step.write(parts, (part) => textOf(part as Part, language));
  }
  return text;
}

/** Tagged template for HTML: `` html`<p>${name}</p>` ``. Quote attributes; pass URLs through `href`. */
export const html = (literals: TemplateStringsArray, ...parts: Part[]): Html => new Written(literals, parts) as Html;

/** Markup that depends on the language of the page. */
export function byLanguage(choose: (language: Language) => Html): Html {
  const made = new Written([], []);
  made.choose = choose;
  return made as Html;
}

/** What stands on a site with launches, votes or awards, and on one without. */
export function partWith(feature: Feature, part: Part, otherwise?: Part): Html {
  const [found, instead] = [html`${part}`, html`${otherwise}`];
  return byLanguage((language) => (isWith(feature, language) ? found : instead));
}

const AS_IT_IS: readonly Part[] = [];
/** Marks text as safe HTML. Only for our own markup. */
export const trusted = (text: string): Html => new Written([text], AS_IT_IS) as Html;

export const isLocalPath = (url: string): boolean => /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(url);

const PLAIN_PATH = /^\/(?:[\w.@-][\w.@/?=&-]*)?$/;

/** A URL for href, src or action: http, https, mailto, otpauth or a path of this site. Others become "#". */
export function href(url: string | null | undefined): string {
  if (!url) return "#";
  if (PLAIN_PATH.test(url) || isLocalPath(url) || /^[#?](?!\p{Cc})/u.test(url)) return url;
  const parsed = URL.parse(url);
  return parsed && ["http:", "https:", "mailto:", "otpauth:"].includes(parsed.protocol) ? parsed.href : "#";
}
