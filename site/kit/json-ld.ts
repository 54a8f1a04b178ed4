import { type Html, trusted } from "../../core/text/html.ts";
import type { Language } from "../../languages/language.ts";
import { isOurs } from "../../languages/words.ts";

export type JsonLd = { readonly [key: string]: unknown };

/** Characters that could end the block, start a comment, or end a line in a JavaScript parser. */
const UNSAFE = /[<>&\u2028\u2029]/g;

/** JSON without characters that matter to an HTML parser; it parses to the same value. */
const safeJson = (value: unknown, language: Language): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key, shown) {
    // What is read as `shown` are our words in English.
    const given = this[key];
    return isOurs(given) ? given.in(language) : shown;
  }).replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A data block for search engines. Browsers do not run it, so the page's policy need not allow it. */
export const jsonLdBlock = (things: readonly JsonLd[], language: Language): Html | false =>
  things.length > 0 &&
  trusted(
    `<script type="application/ld+json">${safeJson({ "@context": "https://schema.org", "@graph": things }, language)}</script>`,
  );
