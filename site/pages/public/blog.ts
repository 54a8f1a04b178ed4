import type { z } from "zod";
import { type Html, href, html } from "#core/text/html.ts";
import { escapeMarkdown } from "#domain/text/escape-markdown.ts";
import type { Language } from "#languages/language.ts";
import { say, t } from "#languages/words.ts";
import { invoke } from "#tools/invoke.ts";
import type { PostSummary, PostView } from "#tools/schemas/post.ts";
import { getBlogPost } from "#tools/site/get-blog-post.ts";
import { listBlogPosts } from "#tools/site/list-blog-posts.ts";
import { languageOf } from "../../kit/language.ts";
import { cardPath } from "../../kit/preview.ts";
import { showDay, showStored } from "../../kit/show.ts";
import { reader, type Site, visitor } from "../../kit/site.ts";
import { listQuery, pageOf, pager, queryOf } from "../../kit/table.ts";
import { postThings } from "../../machines/schema-org.ts";
import { emptyState, faqList } from "../../parts/listings/listing-parts.ts";
import { postBody } from "../../parts/site/post-body.ts";

export function blogPages({ deps, pages, router }: Site): void {
  const { settings } = deps;
  const { BASE_URL } = settings;
  /** A post in the reader's language, where it is translated, and what its body is written in if that is another. */
  async function translated(post: z.output<typeof PostView>, language: Language) {
    const { first } = deps.languages;
    const of = { kind: "post" as const, id: post.slug, language: language.tag };
    const body = language.tag === first.tag ? undefined : await deps.store.translations.long(of);
    const [title, excerpt] = (["title", "excerpt"] as const).map((name) =>
      inText(language, post.slug, name, post[name]),
    );
    const lang = language.tag === first.tag || body !== undefined ? undefined : first.tag;
    return {
      post: { ...post, title: title ?? "", excerpt: excerpt ?? "", body_markdown: body ?? post.body_markdown },
      lang,
    };
  }
  const feeds = () => [{ title: t`Blog · ${settings.SITE_NAME}`, path: "/feeds/blog.atom" }];

  router.get("/blog", async (req, res) => {
    const page = pageOf(req);
    const q = queryOf(req, "q")?.slice(0, 200);
    const { output } = await invoke(
      listBlogPosts,
      { ...(q && { q }), page },
      { deps, caller: reader(req, res), interface: "site" },
    );
    pages.render(res, {
      heading: t`Blog`,
      description: t`Posts from ${settings.SITE_NAME}.`,
      isPublic: true,
      query: listQuery({ q }, page),
      feeds: feeds(),
      width: "reading",
      body: html`<form method="get" action="/blog" role="search" aria-label="Search the blog" class="search-bar">
<label><span class="unseen">Search the blog</span><input type="search" name="q" value="${q}" maxlength="200"
placeholder="Search the blog"></label><button>Search</button></form>
${
  output.items.length > 0
    ? html`<div class="post-list">${output.items.map(
        (post) =>
          html`<article><h2><a href="${href(`/blog/${post.slug}`)}">${showStored("post", post.slug, "title", post.title)}</a></h2>
<p dir="auto">${showStored("post", post.slug, "excerpt", post.excerpt)}</p>
<p class="small muted">${byline(post)}</p></article>`,
      )}</div>`
    : emptyState(q ? t`No posts found` : t`No posts yet`, html`<a href="/search">Browse products</a>`)
}
${pager("/blog", { q }, output)}`,
    });
  });

  router.get("/blog/:slug", async (req, res) => {
    const { output } = await invoke(
      getBlogPost,
      { slug: req.params.slug },
      { deps, caller: visitor(req), interface: "site" },
    );
    const written = await deps.store.posts.find(output.slug);
    const { post, lang } = await translated(output, languageOf(res));
    pages.render(res, {
      heading: post.title,
      above: ["/blog", t`Blog`],
      description: post.excerpt,
      isPublic: true,
      things: postThings(post, { name: settings.SITE_NAME, baseUrl: BASE_URL }),
      feeds: feeds(),
      preview: cardPath("blog", post.slug, [post.title, post.excerpt, post.author]),
      previewKind: "article",
      width: "reading",
      markdown: markdownOf(post, languageOf(res)),
      body: html`${postBody({
        ...post,
        byline: byline(post),
        coverUrl: written?.coverUrl ?? null,
        coverAlt: written?.coverAlt ? inText(languageOf(res), post.slug, "cover-alt", written.coverAlt) : null,
        ...{ markdown: post.body_markdown, lang },
      })}
${faqList(post.faqs)}`,
    });
  });
}

const inText = ({ stored }: Language, slug: string, field: string, text: string): string =>
  stored?.find("post", slug, field, text) ?? text;

const byline = (post: z.output<typeof PostSummary>): Html =>
  html`${post.author}, ${showDay(new Date(post.published_at))}, ${post.reading_minutes} min read`;

/** The author's own Markdown, not a conversion from HTML. */
const markdownOf = (post: z.output<typeof PostView>, language: Language): string =>
  [
    `# ${escapeMarkdown(post.title)}`,
    `${escapeMarkdown(post.author)}, ${post.published_at.slice(0, 10)}`,
    post.body_markdown,
    ...(post.faqs.length ? [`## ${say(t`Questions and answers`, language)}`] : []),
    ...post.faqs.map(({ question, answer }) => `**${escapeMarkdown(question)}**\n\n${escapeMarkdown(answer)}`),
  ].join("\n\n");
