import { type Html, trusted } from "#core/text/html.ts";
import type { Language } from "#languages/language.ts";
import { prefixed } from "#languages/links.ts";
import { isOurs } from "#languages/words.ts";

export type JsonLd = { readonly [key: string]: unknown };

/** Characters that could end the block, start a comment, or end a line in a JavaScript parser. */
const UNSAFE = /[<>&\u2028\u2029]/g;

const ADDRESSES = new Set(["url", "item", "urlTemplate"]);

/** Says in which language a page is. What a page is about may be in another. */
function withLanguage(thing: JsonLd, page: string, { tag: inLanguage }: Language): JsonLd {
  const type = String(thing["@type"]);
  if (type === "BreadcrumbList") return thing;
  return /(?:Page|WebSite)$/.test(type)
    ? { ...thing, inLanguage }
    : { ...thing, mainEntityOfPage: { "@type": "WebPage", "@id": page, inLanguage } };
}

/**
 * JSON without characters that matter to an HTML parser; it parses to the same value. Our words and
 * the addresses of our pages are in the language of the page.
 */
const safeJson = (value: unknown, { origin }: URL, language: Language): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key, shown) {
    // What is read as `shown` are our words in English.
    const given = this[key];
    if (isOurs(given)) return given.in(language);
    const isOurPage = typeof shown === "string" && ADDRESSES.has(key) && shown.startsWith(`${origin}/`);
    return isOurPage ? origin + prefixed(language.prefix, shown.slice(origin.length)) : shown;
  }).replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A data block for search engines. Browsers do not run it, so the page's policy need not allow it. */
export function jsonLdBlock(things: readonly JsonLd[], page: string, language: Language): Html | false {
  const graph = things.map((thing) => withLanguage(thing, page, language));
  const json = safeJson({ "@context": "https://schema.org", "@graph": graph }, new URL(page), language);
  return things.length > 0 && trusted(`<script type="application/ld+json">${json}</script>`);
}
