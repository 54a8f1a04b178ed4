import { joined, plural, type Text, t, type Words } from "#languages/words.ts";

/** What a refusal says was used up: `count` of it, in a span like "this hour". */
export type LimitWords = (count: number, span: Text) => Words;

/** Shown where the page must not reveal whom an email would have gone to. */
export const NETWORK_LIMIT = t`Your network requested too many links. Try again in 15 minutes.`;

const SPANS: Record<number, Words> = { 60: t`this minute`, 3600: t`this hour`, 86400: t`today` };

/** A waiting time in words, rounded up: seconds up to 90, then minutes, then hours. */
export function waitWords(seconds: number): Words {
  if (seconds <= 90) return plural(seconds, "second");
  return seconds <= 90 * 60 ? plural(Math.ceil(seconds / 60), "minute") : plural(Math.ceil(seconds / 3600), "hour");
}

type UsedUp = { limit: number; windowSeconds: number; resetSeconds: number };

export function refusalWords(said: LimitWords, { limit, windowSeconds, resetSeconds }: UsedUp): Words {
  const span = SPANS[windowSeconds] ?? t`in ${waitWords(windowSeconds)}`;
  return joined([said(limit, span), t`Try again in ${waitWords(resetSeconds)}.`], " ");
}
