import { href } from "../../core/text/html.ts";
import { type Xml, xml, xmlDocument } from "./xml.ts";

/** The formats of every feed, by the end of its path. */
export const FEED_TYPES = { atom: "application/atom+xml", json: "application/feed+json" } as const;
export type FeedFormat = keyof typeof FEED_TYPES;

export type Entry = {
  /** Never changes, and is unique across all sites. */
  id: string;
  title: string;
  url: string;
  summary: string | null;
  author?: string;
  categories: string[];
  publishedAt: Date;
  updatedAt: Date;
};

export type Feed = {
  id: string;
  title: string;
  subtitle: string;
  /** The address of the feed, and of its page. */
  selfUrl: string;
  pageUrl: string;
  author: string;
  /** For a feed without entries. */
  beganAt: Date;
  entries: Entry[];
};

/** A permanent name (RFC 4151): the page may move, the name stays. */
export const tagUri = (baseUrl: string, path: string): string => `tag:${new URL(baseUrl).hostname},2026:${path}`;

/** Time of the newest change. */
export const updatedAt = ({ entries, beganAt }: Pick<Feed, "entries" | "beganAt">): Date =>
  new Date(Math.max(...(entries.length ? entries.map((entry) => entry.updatedAt.getTime()) : [beganAt.getTime()])));

/** RFC 4287. */
export const atomFeed = (feed: Feed): string =>
  xmlDocument(xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${feed.id}</id>
<title>${feed.title}</title>
<subtitle>${feed.subtitle}</subtitle>
<updated>${updatedAt(feed).toISOString()}</updated>
<author><name>${feed.author}</name></author>
<link rel="self" type="application/atom+xml" href="${href(feed.selfUrl)}"/>
<link rel="alternate" type="text/html" href="${href(feed.pageUrl)}"/>
${feed.entries.map(entryOf)}</feed>`);

const entryOf = (entry: Entry): Xml => xml`<entry>
<id>${entry.id}</id>
<title>${entry.title}</title>
<link rel="alternate" type="text/html" href="${href(entry.url)}"/>
<published>${entry.publishedAt.toISOString()}</published>
<updated>${entry.updatedAt.toISOString()}</updated>
${entry.author === undefined ? null : xml`<author><name>${entry.author}</name></author>\n`}${entry.categories.map(
  (term) => xml`<category term="${term}"/>\n`,
)}${entry.summary === null ? null : xml`<summary>${entry.summary}</summary>\n`}</entry>
`;
