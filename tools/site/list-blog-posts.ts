import { z } from "zod";
import { defineTool, READ } from "../define.ts";
import { listOf, pageRequest, paging, term, viewList } from "../schemas/common.ts";
import { PostSummary, viewPostSummary } from "../schemas/post.ts";

export const listBlogPosts = defineTool({
  name: "list_blog_posts",
  title: "List blog posts",
  description: "Published posts, newest first, or with q the best matches first. Read one with get_blog_post.",
  access: "public",
  rest: "GET /blog",
  annotations: READ,
  concise: ["slug", "title", "excerpt", "author", "published_at", "post_url"],
  anonymousLimits: { q: "search-anonymous" },
  input: z.strictObject({ q: term(200).optional().describe("words in title, tags or text"), ...paging }),
  output: listOf(PostSummary),

  async handler({ q, ...input }, { store, settings, now }) {
    const request = pageRequest(input);
    const filter = { now: now(), ...(q === undefined ? {} : { q }) };
    return viewList(await store.posts.published(filter, request), request, (post) =>
      viewPostSummary(post, { baseUrl: settings.BASE_URL }),
    );
  },
});
