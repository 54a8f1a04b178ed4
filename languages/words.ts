import { CARDINAL, dates, languageNames, lists, numbers, pluralRules, quotationMarks, regions } from "./formats.ts";
import { ENGLISH, type Feature, isWith, type Language, PSEUDO, runSteps } from "./language.ts";

abstract class OurWords {
  /** Set by tests: words that become a plain string by accident would be English for everyone. */
  static isStrict = false;
  abstract in(language: Language): string;
  toString(): string {
    if (OurWords.isStrict) throw new Error(`Words became a string without a language: "${this.in(ENGLISH)}"`);
    return this.in(ENGLISH);
  }
  /** For logs. */
  toJSON(): string {
    return this.in(ENGLISH);
  }
}

/**
 * Our own words, in no language yet: `in` writes them in one. Other people's text is a string.
 * For the compiler they are symbols too, so it refuses them in plain strings.
 */
export type Words = OurWords & symbol;
export const Words = OurWords;
const ours = (made: OurWords): Words => made as Words;

/** Text for people: ours, or somebody's. */
export type Text = Words | string;
type Said = Text | number;

const shown = (part: Said, language: Language): string => (isOurs(part) ? part.in(language) : String(part));

export const isOurs = (text: unknown): text is Words => text instanceof OurWords;

/** A text in a language, where it leaves the pages: subjects, JSON, comparisons. */
export const say = (text: Text, language: Language): string => shown(text, language);
export const inEnglish = (text: Text): string => shown(text, ENGLISH);

class Sentence extends OurWords {
  readonly literals: readonly string[];
  readonly parts: readonly Said[];
  readonly context: string | undefined;
  constructor(literals: readonly string[], parts: readonly Said[], context?: string) {
    super();
    this.literals = literals;
    this.parts = parts;
    this.context = context;
  }
  in(language: Language): string {
    const program = language.sentence?.(this.literals, this.parts, this.context);
    if (program) return runSteps(program, this.parts, (part) => shown(part as Said, language));
    let text = this.literals[0] ?? "";
    for (const [index, part] of this.parts.entries()) text += shown(part, language) + this.literals[index + 1];
    return text;
  }
}

/** A sentence of ours: `` t`Wait ${plural(minutes, "minute")}.` ``. With markup, it is in `html`, which finds its own. */
export const t = (literals: TemplateStringsArray, ...parts: Said[]): Words => ours(new Sentence(literals, parts));

/** The same for a word with several meanings: `` as("verb")`Open` ``. */
export const as =
  (context: string) =>
  (literals: TemplateStringsArray, ...parts: Said[]): Words =>
    ours(new Sentence(literals, parts, context));

/** What `t` said and was kept in English, in the reader's language again. It has no parts. */
export const saidAgain = (english: string): Text =>
  /[{}]/.test(english) ? english : t(Object.assign([english], { raw: [english] }));

/** A text of the database, in the reader's language if it is translated. */
export const stored = (kind: string, id: string, field: string, text: string): Words =>
  arranged((language) => language.stored?.find(kind, id, field, text) ?? text);

/** A number with its noun or ending, which has the forms of its language. Inside `t` or `html` it is part of the message. */
export class Counted extends OurWords {
  readonly count: number;
  readonly literals: readonly string[];
  readonly english: (count: number) => string;
  constructor(count: number, literals: readonly string[], english: (count: number) => string) {
    super();
    this.count = count;
    this.literals = literals;
    this.english = english;
  }
  in(language: Language): string {
    const program = language.sentence?.(this.literals, [this.count]);
    return program ? runSteps(program, [this.count], String) : this.english(this.count);
  }
}

/** One array for each noun, as each template has one: programs are kept by it. */
const nouns = new Map<string, readonly string[]>();

/** "3 votes". Nouns must be literals, so that they are found; without `many`, it ends in -s. */
export function plural(count: number, one: string, many = `${one}s`): Words {
  const literals = nouns.getOrInsertComputed(`${one}/${many}`, () => [`{, plural, one {# ${one}} other {# ${many}}}`]);
  return ours(new Counted(count, literals, (count) => `${countText(count, ENGLISH)} ${count === 1 ? one : many}`));
}

/** "1st", "22nd". */
export const ordinal = (place: number): Words => ours(new Counted(place, ORDINAL, ordinalInEnglish));
export const ORDINAL_KEY = "{, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}";
const ORDINAL: readonly string[] = [ORDINAL_KEY];
function ordinalInEnglish(place: number): string {
  const isTeen = Math.floor((place % 100) / 10) === 1;
  return `${place}${(!isTeen && ["", "st", "nd", "rd"][place % 10]) || "th"}`;
}

/** What writes itself with the formats of a language: dates, numbers, lists. */
class Formatted extends OurWords {
  readonly write: (language: Language) => string;
  constructor(write: (language: Language) => string) {
    super();
    this.write = write;
  }
  in(language: Language): string {
    return this.write(language);
  }
}
const arranged = (write: (language: Language) => string): Words => ours(new Formatted(write));
/** Words that depend on the site. */
export const wordsBy = (choose: (language: Language) => Text): Words =>
  arranged((language) => shown(choose(language), language));
/** Words of a site with launches, votes or awards, and of one without. */
export const wordsWith = (feature: Feature, words: Text, otherwise: Text = ""): Words =>
  wordsBy((language) => (isWith(feature, language) ? words : otherwise));

/** What the site calls what it lists: in English a word, in translations a choice of phrases. */
export class NounWords extends OurWords {
  readonly forms: ReadonlyMap<string, string>;
  constructor(forms: ReadonlyMap<string, string>) {
    super();
    this.forms = forms;
  }
  static of = (forms: ReadonlyMap<string, string>): Words => ours(new NounWords(forms));
  /** What a choice of phrases is made by. */
  readonly key: Words = arranged(({ noun = "product" }) => noun);
  in({ noun = "product" }: Language): string {
    return this.forms.get(noun) ?? noun;
  }
}

/** What a format writes is in the language too, so the pseudo-language puts it in brackets. */
export const formatted = (write: (language: Language) => string): Words =>
  arranged((language) => (language.tag === PSEUDO ? `⟦${write(language)}⟧` : write(language)));

/** The same for what is kept and shown often: it is written once in each language. */
export function formattedOnce(write: (language: Language) => string): Words {
  const known = new WeakMap<Language, string>();
  return formatted((language) => known.getOrInsertComputed(language, write));
}

/** The noun of a count alone, where scripts keep the count right. A form without its number, like "none", gives way. */
export const noun = (count: number, one: string, many = `${one}s`): Words =>
  arranged((language) => {
    if (!language.sentence) return count === 1 ? one : many;
    const [own = many] = [count, 100].flatMap((each) => {
      const said = plural(each, one, many).in(language);
      const number = countText(each, language);
      return said.includes(number) ? [said.replace(number, "").trim()] : [];
    });
    return own;
  });

/** A number of every plural form, for any language of CLDR. */
const SAMPLES = [1.5, 1_000_000, 100, 11, 6, 3, 2, 1, 0];
/** A count in every plural form, for scripts that keep it right: {"one":"{count} vote","other":"{count} votes"}. */
export function formsOf(counted: (count: number) => Words, language: Language): Record<string, string> {
  const rules = pluralRules(language, CARDINAL);
  const form = (count: number) => counted(count).in(language).replace(countText(count, language), "{count}");
  return Object.fromEntries(SAMPLES.map((count) => [rules.select(count), form(count)]));
}

const PLAIN = {};
/** A count as sentences say it: 1,348. */
export const countText = (count: number, language: Language): string => numbers(language, PLAIN).format(count);

/** A number with separators, and if given with so many digits. `options` must be a constant. */
export const decimal = (value: number, options: Intl.NumberFormatOptions = PLAIN): Words =>
  formatted((language) => numbers(language, options).format(value));
export const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

/** Where dates are not as `Intl` writes them: "Monday 7 December 2026", "lunes 7 de diciembre", "1er décembre". */
const DATES: Record<string, readonly [as: RegExp, written: string]> = {
  en: [/^(\p{L}+), /u, "$1 "],
  es: [/^(\p{L}+), /u, "$1 "],
  fr: [/(?<!\d)1 (?=\p{L})/u, "1er "],
};
/** A date. `options` must be a constant, because formats are kept by it. */
export const date = (at: Date, options: Intl.DateTimeFormatOptions): Words =>
  formatted((language) => {
    const text = dates(language, options).format(at);
    const other = DATES[language.tag];
    return other ? text.replace(...other) : text;
  });

/** The name of a two-letter country code; anything else unchanged. */
export const countryName = (code: string): Text =>
  /^[A-Z]{2}$/.test(code) ? formatted((language) => regions(language).of(code) ?? code) : code;

/** The name of a language by its tag, in the reader's language; anything else unchanged. */
export const languageName = (tag: string): Text =>
  /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag) ? formatted((language) => languageNames(language).of(tag) ?? tag) : tag;

const LISTS = { conjunction: { type: "conjunction" }, disjunction: { type: "disjunction" } } as const;
/** "a, b and c", or "a, b or c". */
export const listed = (items: readonly Text[], type: keyof typeof LISTS = "conjunction"): Words =>
  arranged((language) => {
    const words = items.map((item) => shown(item, language));
    if (language.tag !== PSEUDO) return lists(language, LISTS[type]).format(words);
    const parts = lists(language, LISTS[type]).formatToParts(words);
    return parts.map((part) => (part.type === "literal" ? `⟦${part.value}⟧` : part.value)).join("");
  });
/** What stands between the items of a list, for items with markup. */
export const betweenOf = (index: number, count: number): Words =>
  arranged((language) => {
    const parts = lists(language, LISTS.conjunction).formatToParts(Array.from({ length: count }, (_, nth) => `${nth}`));
    return parts.filter(({ type }) => type === "literal")[index]?.value ?? ", ";
  });

const WITHOUT_SPACES = /^(?:ja|zh)\b/;
/** Between phrases, for `joined`: Chinese has another comma for the items of a list. */
export const PHRASES = "phrases";
/** Where punctuation between parts differs from that of English. */
const BETWEEN: Record<string, Record<string, string>> = {
  ...{ ar: { ", ": "، ", "; ": "؛ " }, fa: { ", ": "، ", "; ": "؛ " }, ur: { ", ": "، " } },
  ...{ fr: { ": ": "\u00a0: ", "; ": "\u202f; " }, ja: { ", ": "、", ": ": "：", "; ": "；", " – ": "〜" } },
  zh: { ", ": "、", ": ": "：", "; ": "；", " – ": "至", [PHRASES]: "，" },
};
export function betweenIn(between: string, { tag }: Language): string {
  const marks = BETWEEN[tag.split("-", 1)[0] ?? ""];
  return marks?.[between] ?? (between === PHRASES ? (marks?.[", "] ?? ", ") : between);
}
/** A comma between items with markup, and between phrases. */
export const comma: Words = arranged((language) => betweenIn(", ", language));
export const phraseComma: Words = arranged((language) => betweenIn(PHRASES, language));

/** In the quotation marks of the reader's language. */
export const quoted = (text: Text): Words =>
  arranged((language) => quotationMarks(language).join(shown(text, language)));

/** A name inside a sentence: between words of Arabic or Hebrew it keeps its own direction. */
export const isolated = (text: string): Words =>
  arranged(({ isRightToLeft }) => (isRightToLeft ? `\u2068${text}\u2069` : text));

/** Parts of a line that stand by themselves: "a · b". Absent ones are left out. */
export const joined = (items: readonly (Text | number | false | null | undefined)[], between = " · "): Words =>
  arranged((language) => {
    const shownItems = items
      .flatMap((item) => (item || item === 0 ? [shown(item, language)] : []))
      .filter((text) => text !== "");
    const text = shownItems.join(betweenIn(between, language));
    // Sentences beside each other.
    return between === " " && WITHOUT_SPACES.test(language.tag) ? text.replace(/(?<=[。？！）]) /g, "") : text;
  });
