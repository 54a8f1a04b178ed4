import { href } from "#core/text/html.ts";
import { type Xml, xml, xmlDocument } from "./xml.ts";

export const FEED_TYPES = { atom: "application/atom+xml", json: "application/feed+json" } as const;
export type FeedFormat = keyof typeof FEED_TYPES;

export type Entry = {
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
  selfUrl: string;
  pageUrl: string;
  author: string;
  language: string;
  beganAt: Date;
  entries: Entry[];
};

/** A permanent name (RFC 4151): the page may move, the name stays. */
export const tagUri = (baseUrl: string, path: string): string => `tag:${new URL(baseUrl).hostname},2026:${path}`;

export const updatedAt = ({ entries, beganAt }: Pick<Feed, "entries" | "beganAt">): Date =>
  new Date(Math.max(...(entries.length ? entries.map((entry) => entry.updatedAt.getTime()) : [beganAt.getTime()])));

/** RFC 4287. */
export const atomFeed = (feed: Feed): string =>
  xmlDocument(xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">
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

/** JSON Feed 1.1 (jsonfeed.org). */
export const jsonFeed = ({
  title,
  subtitle,
  selfUrl,
  pageUrl,
  author,
  language,
  entries,
}: Omit<Feed, "id" | "beganAt">): string =>
  JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    description: subtitle,
    home_page_url: pageUrl,
    feed_url: selfUrl,
    language,
    authors: [{ name: author }],
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.url,
      title: entry.title,
      content_text: entry.summary ?? entry.title,
      date_published: entry.publishedAt.toISOString(),
      date_modified: entry.updatedAt.toISOString(),
      ...(entry.author !== undefined && { authors: [{ name: entry.author }] }),
      tags: entry.categories,
    })),
  });
