/** Invisible characters except newline and tab. Some number signs are format characters too. */
const HIDDEN =
  /[[\p{Cc}\p{Cf}\p{DI}\p{NChar}\u2028\u2029]--[\n\t\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]]/v;

/** One emoji sequence. Flags made of tags only if they are known. */
const EMOJI = String.raw`(?:\p{RGI_Emoji_Tag_Sequence}|[0-9#*]\ufe0f?\u20e3|\p{ExtPict}(?:\p{EMod}|\ufe0f\u20e3?|\ufe0e)?)`;
const LETTER = String.raw`[\p{L}--\p{Default_Ignorable_Code_Point}]`;
const MARK = String.raw`[\p{M}--\p{Default_Ignorable_Code_Point}]`;
/** Where invisible characters matter: emoji, and joiners between letters as in Persian or Hindi. */
const SHOWN = String.raw`${EMOJI}(?:\u200d${EMOJI})*|(?<=${LETTER}${MARK}*)[\u200c\u200d](?=${LETTER}|${MARK})`;
const SHOWN_OR_HIDDEN = new RegExp(`(${SHOWN})|${HIDDEN.source}`, "gv");
const ALL_HIDDEN = new RegExp(HIDDEN.source, "gv");

/** Text for comparison: without any invisible characters, including those of letters and emoji. */
export const withoutHidden = (text: string): string => text.replace(ALL_HIDDEN, "");

const seen = (text: string): string => text.replace(SHOWN_OR_HIDDEN, "$1").normalize("NFC");

const BLANK = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * Normalizes text for storage: NFC, trimmed, no invisible characters except joiners, variation
 * selectors and tags that Persian, Hindi and emoji need. Blank text becomes empty.
 */
export function cleanText(text: string): string {
  const lines = text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[\v\f\u2028\u2029]/g, " ");
  // Twice, because NFC may compose a character that ends an emoji.
  const clean = seen(seen(lines)).trim();
  return BLANK.test(clean) ? "" : clean;
}

export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, " ");

/** Codes, addresses and names for lookup may not contain control characters. */
export const hasControls = (text: string): boolean => /\p{Cc}/u.test(text);

/** Tabs and line ends are allowed. */
export const hasEncodedControls = (url: string): boolean => /%(?:0[0-8bcef]|1[\da-f]|7f|c2%[89][\da-f])/i.test(url);

/** Text length in Unicode code points, as all limits and zod count it. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

export const beginningOf = (text: string, max: number): string =>
  text.length <= max ? text : Array.from(text).slice(0, max).join("");

/** The first `max` characters, cut at a word if possible, with an ellipsis if cut. */
export function excerpt(text: string, max: number): string {
  if (lengthOf(text) <= max) return text;
  const cut = beginningOf(text, max - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > max * 0.6 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** For comparison: ignores case, Unicode composition and surrounding space. */
export const foldText = (text: string): string => text.normalize("NFKC").trim().toLowerCase();

/** For finding quotes: NFKC, no invisible characters, uniform quotes and dashes, lower case. */
export const fold = (text: string): string =>
  withoutHidden(text.normalize("NFKC"))
    .replace(/[‘’‚‛′`´]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐‑‒–—―−]/g, "-")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();

/** Strips common English endings: "tools" matches "tool". */
export const stem = (word: string): string =>
  word.length > 4 ? word.replace(/(ies)$/, "y").replace(/(?<!s)(s|ing|ed)$/, "") : word;
