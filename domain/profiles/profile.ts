import { t, type Words } from "#languages/words.ts";
import { cleanText, lengthOf } from "../text/text.ts";

export const PROFILE_SECTIONS = ["products", "votes", "reviews", "comments"] as const;
export type ProfileSection = (typeof PROFILE_SECTIONS)[number];

/** Visible by default. Votes are opt-in. */
export const SHOWN_AT_FIRST: readonly ProfileSection[] = ["products", "reviews", "comments"];

export const BIO_MAX = 600;
export const LINKS_MAX = { count: 6, length: 200 } as const;

/** The author of a text. The handle is set only if the profile is public. */
export type PublicPerson = { name: string | null; handle: string | null; avatarUrl: string | null };

export const NOBODY: PublicPerson = { name: null, handle: null, avatarUrl: null };

export const profilePath = (handle: string): string => `/@${handle}`;

/** Path of a founder's page. `handles` maps founder slugs to public profiles. */
export function makerPath(slug: string, handles: ReadonlyMap<string, string>): string {
  const handle = handles.get(slug);
  return handle === undefined ? `/founders/${slug}` : profilePath(handle);
}

export const shownName = ({ name, handle }: Pick<PublicPerson, "name" | "handle">): string =>
  name?.trim() || (handle === null ? "A member" : `@${handle}`);

/** The typed links, one per line, normalized, or what is wrong with them. */
export function readLinks(typed: string): { links: string[]; fault?: Words } {
  const lines = typed
    .split("\n")
    .map((line) => cleanText(line))
    .filter(Boolean);
  const links: string[] = [];
  for (const line of lines) {
    const link = linkOf(line);
    if (link === undefined)
      return {
        links: [],
        fault: t`“${line.slice(0, 80)}” is not a web address. Enter a URL like https://example.com.`,
      };
    if (lengthOf(link) > LINKS_MAX.length)
      return { links: [], fault: t`Use at most ${LINKS_MAX.length} characters per link.` };
    if (!links.includes(link)) links.push(link);
  }
  return links.length > LINKS_MAX.count ? { links: [], fault: t`Use at most ${LINKS_MAX.count} links.` } : { links };
}

function linkOf(line: string): string | undefined {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(line) && !/^[^/:]+:\d/.test(line) ? line : `https://${line}`);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  const isPublic = isWeb && /^(?=.*[a-z])[^.[\]]+(\.[^.[\]]+)+\.?$/.test(url.hostname);
  return isPublic && !/\s/.test(line) ? url.href : undefined;
}
