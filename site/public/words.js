// What scripts say. It comes with the page, in its language: each script has its sentences beside it.

const { lang, dataset } = document.documentElement;
/** Before the path of every page; empty in the site's first language. */
export const prefix = dataset.prefix ?? "";
const own = Intl.DateTimeFormat().resolvedOptions().locale;
/** The language of the page, as its reader's country writes it: "en-US" has another clock than "en-GB". */
export const locale = `${own.split("-")[0] === lang.split("-")[0] ? own : lang}-u-ca-gregory-nu-latn`;
const rules = new Intl.PluralRules(lang);
/** In Brazil people write "0 votos", where CLDR has the form of one. */
const formOf = (count) => (count === 0 && /^pt\b/.test(lang) ? "other" : rules.select(count));
const numbers = new Intl.NumberFormat(locale);

const words = Object.assign(
  {},
  ...Array.from(document.querySelectorAll("script[data-words]"), (script) => JSON.parse(script.dataset.words)),
);

const shown = (part) => (typeof part === "number" ? numbers.format(part) : part);

/** A sentence with its parts. One that counts has a form for each kind of `count`. */
export function said(name, parts = {}) {
  const known = words[name];
  const sentence = typeof known === "string" ? known : (known[formOf(parts.count)] ?? known.other);
  return sentence.replace(/\{(\w+)\}/g, (found, part) => shown(parts[part] ?? found));
}
