/** What shows nothing where it stands, except newline and tab. Some number signs are format characters too. */
const HIDDEN =
  /[[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2028\u2029]--[\n\t\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]]/v;

/** One emoji as Unicode's grammar for sequences has it. Of flags made of tags, only those that are known. */
const EMOJI = String.raw`(?:\p{RGI_Emoji_Tag_Sequence}|[0-9#*]\ufe0f?\u20e3|\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f\u20e3?|\ufe0e)?)`;
const LETTER = String.raw`[\p{L}--\p{Default_Ignorable_Code_Point}]`;
const MARK = String.raw`[\p{M}--\p{Default_Ignorable_Code_Point}]`;
/** Where hidden characters belong to what is seen: emoji, and joiners between letters as in Persian or Hindi. */
const SHOWN = String.raw`${EMOJI}(?:\u200d${EMOJI})*|(?<=${LETTER}${MARK}*)[\u200c\u200d](?=${LETTER}|${MARK})`;
const SHOWN_OR_HIDDEN = new RegExp(`(${SHOWN})|${HIDDEN.source}`, "gv");
const ALL_HIDDEN = new RegExp(HIDDEN.source, "gv");

/** A text for comparing: without anything hidden, joiners of letters and emoji too. */
export const withoutHidden = (text: string): string => text.replace(ALL_HIDDEN, "");

const seen = (text: string): string => text.replace(SHOWN_OR_HIDDEN, "$1").normalize("NFC");

/** Spaces of any kind and invisible characters. */
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * Text as it is stored, whoever wrote it: NFC, trimmed, without what shows nothing. Joiners, variation
 * selectors and tags stay where Persian, Hindi and emoji need them. Blanks alone are no text.
 */
export function cleanText(text: string): string {
  const lines = text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[\v\f\u2028\u2029]/g, " ");
  // Twice, because a sign that NFC puts together may end an emoji.
  const clean = seen(seen(lines)).trim();
  return BLANK.test(clean) ? "" : clean;
}

/** The same on one line. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, " ");

/** Codes, addresses and names for lookup may not contain control characters, newlines or tabs. */
export const hasControls = (text: string): boolean => /\p{Cc}/u.test(text);

/** Whether a percent-encoded path or query has control characters, except tabs and line ends. */
export const hasEncodedControls = (url: string): boolean => /%(?:0[0-8bcef]|1[\da-f]|7f|c2%[89][\da-f])/i.test(url);

/** The length of a text as every limit counts it, here and in zod: Unicode code points. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** The first `max` characters; none is halved. */
export const beginningOf = (text: string, max: number): string =>
  text.length <= max ? text : Array.from(text).slice(0, max).join("");

/** The first `max` characters, cut at a word if possible, with an ellipsis if cut. */
export function excerpt(text: string, max: number): string {
  if (lengthOf(text) <= max) return text;
  const cut = beginningOf(text, max - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > max * 0.6 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** Equal apart from case, Unicode composition and surrounding space. */
export const foldText = (text: string): string => text.normalize("NFKC").trim().toLowerCase();

/** The normal form for finding quotes: NFKC, no invisible characters, one kind of quote and dash, lower case. */
export const fold = (text: string): string =>
  withoutHidden(text.normalize("NFKC"))
    .replace(/[‘’‚‛′`´]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐‑‒–—―−]/g, "-")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
