import type { Feed } from "./atom.ts";

/** JSON Feed 1.1 (jsonfeed.org). */
export const jsonFeed = ({
  title,
  subtitle,
  selfUrl,
  pageUrl,
  author,
  entries,
}: Omit<Feed, "id" | "beganAt">): string =>
  JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    description: subtitle,
    home_page_url: pageUrl,
    feed_url: selfUrl,
    language: "en",
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
