import { t } from "#languages/words.ts";
import { keysOf as namesOf } from "../text/keys.ts";
import { withoutHidden } from "../text/text.ts";

export const HELD_REASONS = {
  "new-account-link": t`a link from a new account`,
  "same-text": t`text that was sent before`,
  "listed-word": t`a watched word`,
  "was-hidden": t`changed after it was hidden`,
} as const;
export type HeldReason = keyof typeof HELD_REASONS;

const DAY_MS = 24 * 3600_000;
/** An account counts as new for this long, or until one of its held texts is approved. */
export const NEW_ACCOUNT_DAYS = 7;
/** How long a text is recognized when repeated. */
export const SEEN_DAYS = 30;

type Writer = { createdAt: Date; isAdmin: boolean; hasPassed: boolean };
export const isNewWriter = ({ createdAt, isAdmin, hasPassed }: Writer, now: Date): boolean =>
  !isAdmin && !hasPassed && now.getTime() - createdAt.getTime() < NEW_ACCOUNT_DAYS * DAY_MS;

/** Lookalikes of Latin letters, and digits used as letters. */
const LOOKALIKES: Record<string, string> = {
  ...{ а: "a", с: "c", е: "e", һ: "h", і: "i", ј: "j", о: "o", р: "p", ѕ: "s", х: "x", у: "y", к: "k", м: "m", т: "t" },
  ...{ α: "a", β: "b", ε: "e", ι: "i", κ: "k", ν: "v", ο: "o", ρ: "p", τ: "t", υ: "u", χ: "x", ı: "i", ł: "l", ø: "o" },
};
const DIGITS: Record<string, string> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s" };

const flat = (text: string): string => withoutHidden(text.normalize("NFKC").toLowerCase()).replaceAll("。", ".");
const plain = (text: string): string =>
  flat(text)
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{ASCII}]/gu, (letter) => LOOKALIKES[letter] ?? letter);

/** Replaces lookalikes in tokens with letters: pr1ze is prize, 1055 stays a number. */
const unmasked = (token: string): string =>
  /\p{L}/u.test(token) ? token.replace(/[013457@$]/g, (digit) => DIGITS[digit] ?? digit) : token;

/** Words of a text. Spaced-out letters count as the word they spell. */
function tokensOf(text: string): string[] {
  const tokens = plain(text).match(/[\p{L}\p{N}@$]+\*?/gu) ?? [];
  const spelled = tokens
    .map((token) => (token.length === 1 && /\p{L}/u.test(token) ? token : " "))
    .join("")
    .split(/ +/)
    .filter((word) => word.length > 2);
  return [...tokens.map(unmasked), ...spelled];
}

/** Scripts that do not separate words by spaces. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** Blocked words or phrases, one per line. A star matches any ending. */
export const LISTED_WORDS_MAX = 1000;
export const LISTED_WORD_LENGTH_MAX = 80;
export const typedWords = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/\r?\n/)
      .map((line) => line.trim().replace(/\s+/g, " ").toLowerCase())
      .filter((line) => /[\p{L}\p{N}]/u.test(line)),
  ),
];

export function listedIn(text: string, words: readonly string[]): string[] {
  const tokens = tokensOf(text);
  const known = [...new Set(tokens)];
  const places = Map.groupBy(tokens.keys(), (at) => tokens[at] ?? "");
  const run = plain(text).replace(/\s+/g, "");
  return words.filter((word) => {
    const wanted = tokensOf(word);
    const [first = ""] = wanted;
    if (UNSPACED.test(word)) return run.includes(plain(word).replace(/[\s*]+/g, ""));
    const found = first.endsWith("*")
      ? known.filter((token) => isSame(token, first))
      : places.has(first)
        ? [first]
        : [];
    const [, ...rest] = wanted;
    if (rest.length === 0) return found.length > 0;
    const starts = found.flatMap((token) => places.get(token) ?? []);
    return starts.some((at) => rest.every((part, offset) => isSame(tokens[at + 1 + offset], part)));
  });
}

const isSame = (token: string | undefined, wanted: string): boolean =>
  token !== undefined && (wanted.endsWith("*") ? token.startsWith(wanted.slice(0, -1)) : token === wanted);

const ENDINGS =
  "com|net|org|io|co|app|dev|ai|info|biz|xyz|site|online|shop|store|top|club|live|me|page|link|click|work|cloud|tech|" +
  "space|fun|win|pro|gg|ly|to|tv|cc|eu|de|uk|us|ru|cn|in|fr|nl|es|it|pl|br|jp|example|test";
const LINKS = [
  /\b(?:https?|hxxps?|ftp)\s*:\s*\/\//u,
  /\bwww\s?\.\s?[\p{L}\p{N}]/u,
  /\]\(\s*\/\//u,
  /[\p{L}\p{N}._+-]@[\p{L}\p{N}-]{1,63}\.[\p{L}\p{N}]/u,
  new RegExp(String.raw`[\p{L}\p{N}]\.(?:${ENDINGS})(?![\p{L}\p{N}-])`, "u"),
  /[\p{L}\p{N}]\.\p{L}{2,24}\/[\p{L}\p{N}]/u,
  /[\p{L}\p{N}]\s{0,3}[([{]?\s{0,3}\bdot\b\s{0,3}[)\]}]?\s{0,3}(?:com|net|org|io|co|ai|app)\b/u,
];

/** Whether a text contains a link, an email address or a disguised one. */
export const hasLink = (text: string): boolean => {
  const seen = flat(text);
  return LINKS.some((link) => link.test(seen));
};

/** Shorter texts are often equal by chance: "Congratulations!" */
const SHORTEST_TEXT = 20;
const SHORTEST_SENTENCE = 40;
const MOST_KEYS = 8;

const keyOf = (text: string): string =>
  plain(text)
    .replace(/\S*(?:\/\/|www\.)\S*/g, " ")
    .replace(/[^\p{L}]+/gu, " ")
    .trim();

/** Fingerprints of a text: the whole and its long sentences. Links and digits are ignored. */
export function keysOf(text: string): string[] {
  const sentences = text.split(/[.!?。\n]+/).map(keyOf);
  const long = sentences.filter((sentence) => sentence.length >= SHORTEST_SENTENCE);
  const whole = [keyOf(text)].filter((key) => key.length >= SHORTEST_TEXT);
  return [...new Set([...whole, ...long])].slice(0, MOST_KEYS);
}

export type Written = {
  text: string;
  leadsElsewhere: boolean;
  isNew: boolean;
  isSeen: boolean;
  wasHidden?: boolean;
  words: readonly string[];
};

/** Reasons to hold a text; empty if it is published at once. */
export function reasonsToHold({
  text,
  leadsElsewhere,
  isNew,
  isSeen,
  wasHidden = false,
  words,
}: Written): HeldReason[] {
  const found: Record<HeldReason, boolean> = {
    "new-account-link": isNew && leadsElsewhere,
    "same-text": isSeen,
    "listed-word": listedIn(text, words).length > 0,
    "was-hidden": wasHidden,
  };
  return namesOf(found).filter((reason) => found[reason]);
}

type Pace = { count: number; seconds: number };
/** Limits on texts of all kinds per person, given the hourly limit of an established account. */
const pacesOf = (perHour: number, isNew: boolean): Pace[] => {
  const hour = isNew ? perHour / 4 : perHour;
  return [
    { count: Math.ceil(isNew ? perHour / 14 : perHour / 7), seconds: 60 },
    { count: Math.ceil(hour), seconds: 3600 },
    { count: Math.ceil(isNew ? hour * 3 : hour * 4), seconds: 86_400 },
  ];
};
export const TEXTS_PER_HOUR = 40;
export const FLOOD_MS = DAY_MS;

/**
 * The limit that one more text would exceed, and when it is possible. `times` are those of the last
 * day.
 */
export function floodOf(
  times: readonly Date[],
  isNew: boolean,
  now: Date,
  perHour = TEXTS_PER_HOUR,
): (Pace & { waitSeconds: number }) | undefined {
  const waits = pacesOf(perHour, isNew).flatMap((pace) => {
    const left = times
      .map((at) => at.getTime() + pace.seconds * 1000 - now.getTime())
      .filter((ms) => ms > 0)
      .toSorted((a, b) => a - b);
    const wait = left.at(-pace.count);
    return wait === undefined ? [] : [{ ...pace, waitSeconds: Math.ceil(wait / 1000) }];
  });
  return waits.toSorted((a, b) => b.waitSeconds - a.waitSeconds)[0];
}
