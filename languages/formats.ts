import type { Language } from "./language.ts";

/** British English, and digits and a calendar that every reader knows. */
const localeOf = ({ tag }: Language): string => (/^en\b/.test(tag) ? "en-GB" : `${tag}-u-ca-gregory-nu-latn`);

/** Making a format takes longer than a page. They are kept by their options, so options must be constants. */
function keep<Options extends object, Format>(make: (locale: string, options: Options) => Format) {
  const kept = new WeakMap<Language, WeakMap<Options, Format>>();
  return (language: Language, options: Options): Format =>
    kept
      .getOrInsertComputed(language, () => new WeakMap())
      .getOrInsertComputed(options, () => make(localeOf(language), options));
}

export const dates = keep((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));
export const numbers = keep((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
export const lists = keep((locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options));
/** In Brazil people write "0 votos", where CLDR has the form of one. */
export const pluralRules = keep((locale, options: Intl.PluralRulesOptions) => {
  const rules = new Intl.PluralRules(locale, options);
  const isManyAtZero = /^pt\b/.test(locale);
  return { select: (count: number) => (isManyAtZero && count === 0 ? "other" : rules.select(count)) };
});
const names = keep((locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options));
const sorting = keep((locale, options: Intl.CollatorOptions) => new Intl.Collator(locale, options));

const REGION = { type: "region", fallback: "code" } as const;
export const regions = (language: Language): Intl.DisplayNames => names(language, REGION);
const LANGUAGE = { type: "language", fallback: "code", languageDisplay: "standard" } as const;
export const languageNames = (language: Language): Intl.DisplayNames => names(language, LANGUAGE);
const BY_BASE = { sensitivity: "base", numeric: true } as const;
/** Sorts lists that people read. */
export const collator = (language: Language): Intl.Collator => sorting(language, BY_BASE);

/** Where quotation marks differ from those of English. */
const QUOTES: Record<string, string> = {
  ...{ ar: "«…»", de: "„…“", el: "«…»", es: "«…»", fa: "«…»", fr: "«\u00a0…\u00a0»", it: "«…»" },
  ...{ ja: "「…」", pl: "„…”", ru: "«…»", uk: "«…»", "zh-Hant": "「…」", "zh-TW": "「…」" },
};
/** What stands before and after a quote. */
export function quotationMarks({ tag }: Language): readonly [open: string, close: string] {
  const [open = "", close = ""] = (QUOTES[tag] ?? QUOTES[tag.split("-", 1)[0] ?? ""] ?? "“…”").split("…");
  return [open, close];
}

export const CARDINAL = { type: "cardinal" } as const;
export const ORDINAL = { type: "ordinal" } as const;
