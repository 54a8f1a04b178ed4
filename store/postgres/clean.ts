const NUL = "\u0000";
const REPLACEMENT = "\ufffd";
/**
 * An escaped NUL or half of a surrogate pair. Escaped backslashes come first, because they start no
 * escape.
 */
const ESCAPES = /\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|\\u(0000|d[89a-f][0-9a-f]{2})|\\[\s\S]/gi;
const MAY_HAVE = /\\u(0000|d[89a-f])/i;

/**
 * Removes what PostgreSQL cannot store: NUL and halves of surrogate pairs, also escaped in JSON.
 */
export function clean(text: string): string {
  const whole = text.toWellFormed();
  const known = whole.includes(NUL) ? whole.replaceAll(NUL, REPLACEMENT) : whole;
  if (!MAY_HAVE.test(known) || !isJson(known)) return known;
  return known.replace(ESCAPES, (all, bad: string | undefined) => (bad ? REPLACEMENT : all));
}

function isJson(text: string): boolean {
  if (!/^[[{"]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
