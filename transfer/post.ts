import { z } from "zod";
import type { PostRow } from "#store/repos/site/posts.ts";
import { line, Slug, text, WebUrl } from "#tools/schemas/common.ts";
import { type RowFault, rowFaults } from "./row-fault.ts";

const Post = z.object({
  slug: Slug,
  title: line(200).min(1),
  excerpt: line(500),
  author: line(120),
  cover_url: WebUrl.nullable(),
  tags: z.array(line(60)).max(20),
  published_at: z.iso.datetime({ offset: true }),
  updated_at: z.iso.datetime({ offset: true }),
  body_markdown: text(200_000),
  faqs: z.array(z.object({ question: line(300), answer: text(4000) })).max(50),
});

export function readPost(given: unknown, isDemo: boolean): Omit<PostRow, "coverAlt"> | RowFault[] {
  const parsed = Post.safeParse(given, { reportInput: true });
  if (!parsed.success) return rowFaults(parsed.error, Post);
  const { cover_url: coverUrl, published_at, updated_at, body_markdown: bodyMarkdown, ...words } = parsed.data;
  const times = { publishedAt: new Date(published_at), updatedAt: new Date(updated_at) };
  return { ...words, ...times, coverUrl, bodyMarkdown, isDemo };
}
