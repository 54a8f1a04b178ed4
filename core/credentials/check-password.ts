import { t, type Words } from "#languages/words.ts";
import { readShippedText } from "../runtime/shipped.ts";

const MIN_LENGTH = 10;
export const PASSWORD_MAX = 128;
/** A known word with fewer characters around it is that word with a year or punctuation. */
const ENOUGH_OTHERS = 6;
/** Shorter names occur in other words. */
const SHORTEST_NAME = 4;

let common: Set<string> | undefined;

const commonPasswords = (): Set<string> =>
  (common ??= new Set(
    readShippedText("./data/common-passwords.txt")
      .split("\n")
      .filter((line) => line && !line.startsWith("#")),
  ));

const withoutSpaces = (text: string): string => text.toLowerCase().replace(/[\s._-]/g, "");
const stemOf = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");

function isMadeOf(password: string, name: string): boolean {
  const [whole, known] = [withoutSpaces(password), withoutSpaces(name)];
  if (known.length < SHORTEST_NAME || !whole.includes(known)) return false;
  const others = whole.replaceAll(known, "");
  return others.length < ENOUGH_OTHERS || stemOf(others) === "";
}

/** What is wrong with a new password; undefined if it is acceptable. */
export function checkPassword(
  password: string,
  { email, siteName }: { email: string; siteName: string },
): Words | undefined {
  const length = [...password].length;
  if (length < MIN_LENGTH) return t`Use at least ${MIN_LENGTH} characters.`;
  if (length > PASSWORD_MAX) return t`Use at most ${PASSWORD_MAX} characters.`;
  const folded = password.toLowerCase();
  if (new Set(folded).size < 4) return t`Use more different characters.`;
  const [name = "", host = ""] = email.toLowerCase().split("@");
  if ([email, name].some((known) => isMadeOf(folded, known)))
    return t`Attackers try your email address first. Choose a password without it.`;
  if ([siteName, host.split(".")[0] ?? ""].some((known) => isMadeOf(folded, known)))
    return t`The name of a site is easy to guess. Choose a password without it.`;
  const stem = stemOf(folded);
  if (commonPasswords().has(folded) || (commonPasswords().has(stem) && folded.length - stem.length < ENOUGH_OTHERS))
    return t`This password is too common. Choose another, such as a few random words.`;
  return undefined;
}
