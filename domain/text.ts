// Invisible characters: C0/C1 controls except newline and tab, bidi overrides and isolates,
// zero-width, BOM.
const UNWANTED =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/**
 * What a zero-width joiner or non-joiner may join: letters with their marks, and parts of an emoji.
 */
const JOINED = String.raw`[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]`;
const LOOSE_JOINER = new RegExp(`[\\u200c\\u200d](?:(?<!${JOINED}[\\u200c\\u200d])|(?!${JOINED}))`, "gu");

/** Spaces of any kind and invisible characters. */
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * Text as it is stored: NFC, trimmed, without control, bidi-override and zero-width characters.
 * Joiners stay where Persian, Hindi and emoji need them. Blanks alone are no text.
 */
export function cleanText(text: string): string {
  const clean = text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(UNWANTED, "")
    .replace(LOOSE_JOINER, "")
    .normalize("NFC")
    .trim();
  return BLANK.test(clean) ? "" : clean;
}

/** Codes, addresses and names for lookup may not contain control characters, newlines or tabs. */
export const hasControls = (text: string): boolean => /\p{Cc}/u.test(text);

/** Whether a percent-encoded path or query has control characters, except tabs and line ends. */
export const hasEncodedControls = (url: string): boolean => /%(?:0[0-8bcef]|1[\da-f]|7f|c2%[89][\da-f])/i.test(url);

/** The first `max` characters, cut at a word if possible, with an ellipsis if cut. */
export function excerpt(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > max * 0.6 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** Equal apart from case, Unicode composition and surrounding space. */
export const foldText = (text: string): string => text.normalize("NFKC").trim().toLowerCase();
