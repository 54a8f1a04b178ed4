import { type Html, trusted } from "../../core/html.ts";

/** A thing of schema.org, or any other JSON. */
export type JsonLd = { readonly [key: string]: unknown };

/** What could end the block, begin a comment in it, or end a line in a reader that takes it for JavaScript. */
const UNSAFE = /[<>&\u2028\u2029]/g;

/** JSON with no character that means something to an HTML parser; it parses to the same value. */
const safeJson = (value: unknown): string =>
  JSON.stringify(value).replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A data block that search engines read. Browsers do not run it, so the page's policy need not allow it. */
export const jsonLdBlock = (things: readonly JsonLd[]): Html | false =>
  things.length > 0 &&
  trusted(
    `<script type="application/ld+json">${safeJson({ "@context": "https://schema.org", "@graph": things })}</script>`,
  );
