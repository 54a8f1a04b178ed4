import { once } from "../../domain/text/once.ts";

export type Words = (count: number, span: string) => string;

const ORDINALS = { one: "st", two: "nd", few: "rd", other: "th", zero: "th", many: "th" } as const;
const rules = once(() => new Intl.PluralRules("en", { type: "ordinal" }));
const ordinal = (count: number): string => `${count}${ORDINALS[rules().select(count)]}`;

export const countOf = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
export const yours =
  (what: string): Words =>
  (count, span) =>
    `That was your ${ordinal(count)} ${what} ${span}.`;
export const fromNetwork =
  (one: string, many?: string): Words =>
  (count, span) =>
    `Your network sent ${countOf(count, one, many)} ${span}.`;
export const fromVisitors =
  (one: string): Words =>
  (count, span) =>
    `Visitors sent ${countOf(count, one)} ${span}, as many as we read for them.`;
export const checked =
  (what: string): Words =>
  (count, span) =>
    `We checked ${what} ${countOf(count, "time")} ${span}.`;

/** Shown where the page must not reveal whom an email would have gone to. */
export const NETWORK_LIMIT = "Your network requested too many links. Try again in 15 minutes.";

const SPANS: Record<number, string> = { 60: "this minute", 3600: "this hour", 86400: "today" };

/** A waiting time in words, rounded up: seconds up to 90, then minutes, then hours. */
export function waitWords(seconds: number): string {
  if (seconds <= 90) return countOf(seconds, "second");
  return seconds <= 90 * 60 ? countOf(Math.ceil(seconds / 60), "minute") : countOf(Math.ceil(seconds / 3600), "hour");
}

type UsedUp = { limit: number; windowSeconds: number; resetSeconds: number };

export function refusalWords(said: Words, { limit, windowSeconds, resetSeconds }: UsedUp): string {
  const span = SPANS[windowSeconds] ?? `in ${waitWords(windowSeconds)}`;
  return `${said(limit, span)} Try again in ${waitWords(resetSeconds)}.`;
}
