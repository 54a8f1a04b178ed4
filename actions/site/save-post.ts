import { plainMarkdown } from "#domain/text/plain-markdown.ts";
import { freeSlug, slugify } from "#domain/text/slug.ts";
import { excerpt } from "#domain/text/text.ts";
import type { PostRow } from "#store/repos/site/posts.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";

/** Reserved for the form of a new post. */
export const NEW_POST = "new";

type Draft = Pick<PostRow, "title" | "excerpt" | "bodyMarkdown" | "author" | "tags" | "publishedAt"> & {
  cover: string;
  coverAlt: string;
};
type Save = {
  post: PostRow | undefined;
  draft: Draft;
  /** Called with the slug before the post is saved. */
  onSlug: (slug: string) => void;
};

/**
 * Saves a blog post; missing texts derive from the others. Returns its slug, which never changes.
 */
export async function savePost(
  tx: Tx,
  { post, draft: { cover, coverAlt, ...draft }, onSlug }: Save,
  { settings, now }: Pick<Deps, "settings" | "now">,
): Promise<string> {
  const isTaken = async (candidate: string) => candidate === NEW_POST || (await tx.posts.find(candidate)) !== undefined;
  const slug = post?.slug ?? (await freeSlug(slugify(draft.title, "post"), isTaken));
  onSlug(slug);
  await tx.posts.save({
    ...draft,
    slug,
    excerpt: draft.excerpt || excerpt(plainMarkdown(draft.bodyMarkdown), 200),
    author: draft.author || settings.SITE_NAME,
    coverUrl: cover || null,
    coverAlt: (cover && coverAlt) || null,
    faqs: post?.faqs ?? [],
    isDemo: post?.isDemo ?? false,
    updatedAt: now(),
  });
  return slug;
}
