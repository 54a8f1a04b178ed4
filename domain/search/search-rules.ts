import { cleanLine } from "../text/text.ts";

/** What a search of a site means: other words, or a page to which it leads. */
export type SearchRule = { phrase: string; means: string | null; path: string | null };

export const RULE_LIMITS = { words: 80, path: 200, rules: 500 };

export const rulePhrase = (typed: string): string => cleanLine(typed).toLowerCase();

/** The path of an address of this site; undefined for any other, and for searches, which could lead in circles. */
export function rulePath(typed: string, baseUrl: string): string | undefined {
  const url = URL.parse(typed.trim(), baseUrl);
  if (!/^(?:\/|https?:)/.test(typed.trim()) || url?.origin !== new URL(baseUrl).origin || url.searchParams.has("q"))
    return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
