import { cleanLine, excerpt } from "../text/text.ts";

type Piece = { text: string; url?: string; isStrong?: true };
export type Line = readonly Piece[];
export type PostItem = { name: string; text: string | null; url: string };

/** One message, in no network's markup yet. */
export type Post = {
  heading: string;
  items: readonly PostItem[];
  /** A page with all items. */
  allUrl: string;
  andMore: (count: number) => string;
};

const MOST_ITEMS = 20;
const LONGEST_TEXT = 200;

/** People's text as one line that pings nobody: no network reads a mention across an invisible space. */
export const quiet = (text: string): string => cleanLine(text).replaceAll("@", "@\u200b");

/** What a post shows of its items: as many as there is room for, and of so many, what they say. */
export function linesOf(post: Post, most: number, length: (lines: readonly Line[]) => number): Line[] {
  for (let count = Math.min(post.items.length, MOST_ITEMS); count > 0; count--)
    for (const hasTexts of [true, false]) {
      const lines = someOf(post, count, hasTexts);
      if (length(lines) <= most) return lines;
    }
  return someOf(post, 0, false);
}

function someOf({ heading, items, allUrl, andMore }: Post, count: number, hasTexts: boolean): Line[] {
  const left = items.length - count;
  return [
    [{ text: heading, isStrong: true }],
    ...items.slice(0, count).map(({ name, text, url }): Line => {
      const said = hasTexts && text ? [{ text: `: ${excerpt(quiet(text), LONGEST_TEXT)}` }] : [];
      return [{ text: quiet(name), url }, ...said];
    }),
    ...(left > 0 ? [[{ text: andMore(left), url: allUrl }]] : []),
  ];
}
