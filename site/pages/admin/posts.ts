import { type Request, type Response, Router } from "express";
import { NEW_POST, savePost } from "../../../actions/blog/save-post.ts";
import { type Html, html } from "../../../core/html.ts";
import { readingMinutes } from "../../../domain/reading.ts";
import type { PostRow } from "../../../store/repos/posts.ts";
import { adminActions } from "../../kit/admin-action.ts";
import { csrfField, type Faults, field, formText, hasFaults } from "../../kit/form.ts";
import { renderMarkdown } from "../../kit/markdown.ts";
import { withNotice } from "../../kit/notices.ts";
import { pageNumber, pager } from "../../kit/paging.ts";
import { showDay, showTime } from "../../kit/show.ts";
import { accountOf, type Site, seeOther } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";

const PER_PAGE = 50;

type Words = Pick<PostRow, "title" | "excerpt" | "bodyMarkdown" | "author"> & {
  cover: string;
  tags: string;
  /** A time as forms have it: YYYY-MM-DDTHH:MM, in UTC. */
  publishAt: string;
};

const typedTime = (at: Date | null | undefined): string => at?.toISOString().slice(0, 16) ?? "";

function momentOf(typed: string): Date | undefined {
  const at = new Date(`${typed}Z`);
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(typed) && !Number.isNaN(at.getTime()) ? at : undefined;
}

/** The blog editor: Markdown with a preview, published now or later. A slug never changes. */
export function postAdminPages({ deps, pages }: Site, notFound: (res: Response) => void): Router {
  const { store, now } = deps;
  const router = Router();
  const act = adminActions(deps);

  const stateTag = ({ publishedAt }: Pick<PostRow, "publishedAt">): Html =>
    publishedAt === null
      ? html`<span class="tag">draft</span>`
      : publishedAt > now()
        ? html`<span class="tag warm">scheduled</span>`
        : html`<span class="tag good">published</span>`;

  router.get("/admin/blog", async (req, res) => {
    const page = pageNumber(req);
    const { items, total } = await store.posts.listAll({ page, perPage: PER_PAGE });
    pages.render(res, {
      title: "Blog",
      body: html`<h1>Blog</h1>
<p class="row between"><span class="muted">Drafts first, then the newest.</span><a class="button slim" href="/admin/blog/new">Write a post</a></p>
${
  items.length === 0
    ? html`<p class="empty">No posts yet.</p>`
    : table(
        ["Title", "Status", "Author", "Published"],
        items.map((post) => [
          html`<a href="/admin/blog/${post.slug}">${post.title}</a>`,
          stateTag(post),
          post.author,
          html`<span class="small">${post.publishedAt ? showTime(post.publishedAt) : html`not yet`}</span>`,
        ]),
      )
}
${pager("/admin/blog", {}, { page, total_pages: Math.ceil(total / PER_PAGE) })}`,
    });
  });

  type Editor = { words: Words; post?: PostRow | undefined; faults?: Faults; isPreview?: boolean };
  function show(res: Response, { words, post, faults = {}, isPreview = false }: Editor): void {
    const isPublic = post?.publishedAt != null && post.publishedAt <= now();
    pages.render(res, {
      status: hasFaults(faults) ? 400 : 200,
      title: post ? post.title : "New post",
      width: "reading",
      body: html`<p class="eyebrow"><a href="/admin/blog">Blog</a></p>
<h1>${post ? post.title : "New post"}</h1>
${post && html`<p class="row">${stateTag(post)} <span class="mono small">/blog/${post.slug}</span> ${isPublic && html`<a href="/blog/${post.slug}">See the post</a>`}</p>`}
${isPreview && preview(words)}
<form method="post" action="/admin/blog/${post?.slug ?? NEW_POST}">
${csrfField(res)}
${field({ name: "title", label: "Title", value: words.title, hint: !post && "The post's address is made from the first title.", fault: faults.title, autocomplete: "off", maxLength: 200 })}
${field({ name: "body", label: "Text", type: "textarea", value: words.bodyMarkdown, hint: "Markdown: ## for a heading, **bold**, [a link](https://…), - for a list.", fault: faults.body, autocomplete: "off", maxLength: 100_000, rows: 18 })}
${field({ name: "excerpt", label: "Summary", type: "textarea", value: words.excerpt, hint: "One or two sentences for lists and search engines. Default: the beginning of the text.", fault: faults.excerpt, autocomplete: "off", required: false, maxLength: 400, rows: 2 })}
<div class="row fields">
<label class="grow">Author <input name="author" value="${words.author}" maxlength="80" autocomplete="off"></label>
<label class="grow">Tags <input name="tags" value="${words.tags}" maxlength="300" autocomplete="off" placeholder="like launches, pricing"></label>
</div>
${field({ name: "cover", label: "URL of a cover picture", type: "url", value: words.cover, fault: faults.cover, autocomplete: "off", required: false, maxLength: 2000 })}
<div class="field"><label for="publish_at">Publish at</label><p class="hint" id="publish_at-hint">In UTC. Default: when you publish.</p>
<input id="publish_at" name="publish_at" type="datetime-local" value="${words.publishAt}" aria-describedby="publish_at-hint${faults.publishAt && " publish_at-fault"}">${faults.publishAt && html`<p class="fault" id="publish_at-fault">${faults.publishAt}</p>`}</div>
<p class="row"><button name="do" value="publish">${isPublic ? "Save" : "Publish"}</button>
<button name="do" value="preview" class="quiet" formnovalidate>Preview</button>
<button name="do" value="draft" class="quiet">${post?.publishedAt ? "Unpublish" : "Save as a draft"}</button></p>
</form>`,
    });
  }

  router.get("/admin/blog/new", (_req, res) =>
    show(res, {
      words: {
        ...{ title: "", excerpt: "", bodyMarkdown: "", cover: "", tags: "", publishAt: "" },
        author: accountOf(res).name ?? "",
      },
    }),
  );

  router.get("/admin/blog/:slug", async (req, res) => {
    const post = await store.posts.find(req.params.slug);
    if (!post) return notFound(res);
    show(res, {
      post,
      words: {
        ...post,
        cover: post.coverUrl ?? "",
        tags: post.tags.join(", "),
        publishAt: typedTime(post.publishedAt),
      },
    });
  });

  router.post(
    "/admin/blog/:slug",
    act("post.save", async (req, res, audited) => {
      const isNew = req.params.slug === NEW_POST;
      const post = isNew ? undefined : await store.posts.find(req.params.slug ?? "");
      if (!isNew && !post) return notFound(res);
      const words = readForm(req);
      const what = formText(req, "do");
      if (what === "preview") return show(res, { words, post, isPreview: true });
      const faults = faultsOf(words);
      if (hasFaults(faults)) return show(res, { words, post, faults });

      // The form has minutes only, so an unchanged date keeps its seconds.
      const isSame = words.publishAt === typedTime(post?.publishedAt);
      const date = isSame && post?.publishedAt ? post.publishedAt : (momentOf(words.publishAt) ?? now());
      const { publishAt: _, ...text } = words;
      const draft = { ...text, tags: tagsOf(words.tags), publishedAt: what === "publish" ? date : null };
      const slug = await audited.store.change((tx) => savePost(tx, { post, draft, onSlug: audited.on }, deps));
      const notice = what !== "publish" ? "post-drafted" : date > now() ? "post-scheduled" : "post-published";
      seeOther(res, withNotice(`/admin/blog/${slug}`, notice));
    }),
  );

  return router;
}

const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((tag) => tag.trim().toLowerCase().slice(0, 40))
      .filter(Boolean),
  ),
];

const readForm = (req: Request): Words => ({
  title: formText(req, "title"),
  excerpt: formText(req, "excerpt"),
  bodyMarkdown: formText(req, "body"),
  author: formText(req, "author").slice(0, 80),
  cover: formText(req, "cover"),
  tags: formText(req, "tags"),
  publishAt: formText(req, "publish_at"),
});

const faultsOf = ({ title, excerpt: short, bodyMarkdown, cover, publishAt }: Words): Faults => ({
  title: title === "" || title.length > 200 ? "Enter a title of at most 200 characters." : undefined,
  body: bodyMarkdown === "" ? "Enter a text." : undefined,
  excerpt: short.length > 400 ? "Use at most 400 characters." : undefined,
  cover: cover === "" || /^https?:\/\/\S+$/i.test(cover) ? undefined : "Enter an http or https URL.",
  publishAt: publishAt === "" || momentOf(publishAt) ? undefined : "Enter a date and a time.",
});

const preview = (words: Words): Html => html`<section class="card preview" aria-labelledby="preview">
<p class="eyebrow" id="preview">Preview, not saved yet</p>
<h2 class="preview-title">${words.title || "No title"}</h2>
${words.excerpt && html`<p class="lead">${words.excerpt}</p>`}
<p class="small muted">${words.author}${momentOf(words.publishAt) && html`, ${showDay(momentOf(words.publishAt)!)}`}, ${readingMinutes(words.bodyMarkdown)} min to read</p>
<div class="post">${renderMarkdown(words.bodyMarkdown)}</div>
</section>`;
