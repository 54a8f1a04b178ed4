import { cleanLine } from "../text/text.ts";

/** What visits of the site are counted by. "all" has one row a day; "miss" are searches without results. */
export type VisitAbout = "all" | "kind" | "page" | "source" | "country" | "search" | "miss";

export type Counted = { day: string; about: VisitAbout; name: string; views: number; visitors: number };

/** Names counted per day, of each kind; the rest are summed up under the empty name. */
export const MOST_NAMES = 200;
export const REST = "";

const LONGEST_PATH = 200;
/** The part of a path that tells what kind of page it is; "home" for the front page. */
export const kindOfPage = (path: string): string => path.split("/")[1]?.slice(0, 40) || "home";
export const pageOfPath = (path: string): string => path.slice(0, LONGEST_PATH);

const LONGEST_SEARCH = 80;
/** A search as it is counted; undefined for what may name a person, like an email address or a phone number. */
export function countedSearch(q: string): string | undefined {
  const text = cleanLine(q).toLowerCase().slice(0, LONGEST_SEARCH).trim();
  return text === "" || /@|\d[\d\s-]{6,}/.test(text) ? undefined : text;
}

/** Whether one search is a step in typing the other. */
export const isTyping = (before: string, after: string): boolean =>
  after.startsWith(before) || before.startsWith(after);

/** A country as proxies name it; they say XX and T1 for unknown ones and for Tor. */
export const countryOf = (header: unknown): string | undefined =>
  typeof header === "string" && /^[A-Z]{2}$/.test(header) && header !== "XX" ? header : undefined;
