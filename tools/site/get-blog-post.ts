import { z } from "zod";
import { notFound } from "#core/errors/errors.ts";
import { defineTool, READ } from "../define.ts";
import { Slug } from "../schemas/common.ts";
import { PostView, viewPost } from "../schemas/post.ts";

export const getBlogPost = defineTool({
  name: "get_blog_post",
  title: "Get a blog post",
  description: "One published post with its full Markdown text and FAQs.",
  access: "public",
  rest: "GET /blog/{slug}",
  annotations: READ,
  input: z.strictObject({ slug: Slug.describe("from list_blog_posts") }),
  output: PostView,

  async handler({ slug }, { store, settings, now }) {
    const post = await store.posts.findPublished(slug, now());
    if (!post) throw notFound("published post", slug, "Find slugs with list_blog_posts.", await near(slug));
    return viewPost(post, { baseUrl: settings.BASE_URL });

    async function near(typed: string): Promise<string[]> {
      for (const word of typed.split("-").filter((part) => part.length > 3)) {
        const { items } = await store.posts.published({ q: word, now: now() }, { page: 1, perPage: 3 });
        if (items.length) return items.map((item) => item.slug);
      }
      return [];
    }
  },
});
