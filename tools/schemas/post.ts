import { z } from "zod";
import { type Post, readingMinutes } from "#domain/site/post.ts";
import { plainMarkdown } from "#domain/text/plain-markdown.ts";
import { Faq, viewAs } from "./common.ts";
import type { Site } from "./listing.ts";

export const PostSummary = z.object({
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  author: z.string(),
  cover_url: z.string().nullable(),
  tags: z.array(z.string()),
  post_url: z.string(),
  published_at: z.string(),
  updated_at: z.string(),
  reading_minutes: z.int(),
});

export const PostView = PostSummary.extend({ body_markdown: z.string(), faqs: z.array(Faq) });

export const viewPostSummary = (post: Post, { baseUrl }: Site): z.input<typeof PostSummary> => ({
  ...viewAs(post),
  excerpt: plainMarkdown(post.excerpt),
  cover_url: post.coverUrl?.startsWith("/") ? baseUrl + post.coverUrl : post.coverUrl,
  post_url: `${baseUrl}/blog/${post.slug}`,
  reading_minutes: readingMinutes(post.bodyMarkdown),
});

export const viewPost = (post: Post, site: Site): z.input<typeof PostView> => ({
  ...viewPostSummary(post, site),
  body_markdown: post.bodyMarkdown,
  faqs: post.faqs,
});
