import type { Request, Response } from "express";
import { keepUpload } from "#actions/pictures/keep-upload.ts";
import { NEW_POST, savePost } from "#actions/site/save-post.ts";
import { html } from "#core/text/html.ts";
import { picturesAreDescribed } from "#domain/text/plain-markdown.ts";
import { beginningOf, lengthOf } from "#domain/text/text.ts";
import { t } from "#languages/words.ts";
import { uploadPath } from "#pictures/key.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { type Faults, formText, hasFaults } from "../../kit/form.ts";
import { formFile, unfit } from "../../kit/multipart.ts";
import { showWhen } from "../../kit/show.ts";
import { accountOf, notFound, orNotFound, seeOther } from "../../kit/site.ts";
import { pageNumber, pager, table } from "../../kit/table.ts";
import { splitEntries } from "../../parts/drafts/form-marks.ts";
import { type Editor, editorPage, momentOf, stateTag, type Words } from "./post-editor.ts";

const PER_PAGE = 50;

const typedTime = (at: Date | null | undefined): string => at?.toISOString().slice(0, 16) ?? "";

/** The blog editor: Markdown with a preview, published now or later. A slug never changes. */
export function postAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store, now } = deps;

  const show = (res: Response, editor: Editor): void => pages.render(res, editorPage(res, editor, now()));

  router.get("/admin/blog", async (req, res) => {
    const page = pageNumber(req);
    const { items, total } = await store.posts.listAll({ page, perPage: PER_PAGE });
    pages.render(res, {
      title: t`Blog`,
      body: html`<div class="section-head"><h1>Blog</h1><a class="button sun slim" href="/admin/blog/new">New post</a></div>
<p class="lead">Drafts first, then newest.</p>
${
  items.length === 0
    ? html`<p class="empty">No posts yet. <a href="/admin/blog/new">Write the first one</a>.</p>`
    : table(
        [t`Title`, t`Status`, t`Author`, t`Published`],
        items.map((post) => [
          html`<a href="/admin/blog/${post.slug}"><bdi>${post.title}</bdi></a>`,
          stateTag(post, now()),
          html`<bdi>${post.author}</bdi>`,
          post.publishedAt ? showWhen(post.publishedAt, now()) : html`<span class="muted">not yet</span>`,
        ]),
      )
}
${pager("/admin/blog", {}, { page, total_pages: Math.ceil(total / PER_PAGE) })}`,
    });
  });

  router.get("/admin/blog/new", (_req, res) =>
    show(res, {
      words: {
        ...{ title: "", excerpt: "", bodyMarkdown: "", cover: "", coverAlt: "", tags: "", publishAt: "" },
        author: accountOf(res).name ?? "",
      },
    }),
  );

  router.get("/admin/blog/:slug", async (req, res) => {
    const post = orNotFound(await store.posts.find(req.params.slug));
    show(res, {
      post,
      words: {
        ...post,
        cover: post.coverUrl ?? "",
        coverAlt: post.coverAlt ?? "",
        tags: post.tags.join(", "),
        publishAt: typedTime(post.publishedAt),
      },
    });
  });

  act("/admin/blog/:slug", "post.save", async (req, res, audited) => {
    const isNew = req.params.slug === NEW_POST;
    const post = isNew ? undefined : await store.posts.find(req.params.slug ?? "");
    if (!isNew && !post) notFound();
    const words = readForm(req);
    const what = formText(req, "do");
    if (what === "preview") return show(res, { words, post });
    const faults = faultsOf(words);
    if (hasFaults(faults)) return show(res, { words, post, faults });

    // The form has minutes only, so an unchanged date keeps its seconds.
    const isSame = words.publishAt === typedTime(post?.publishedAt);
    const date = isSame && post?.publishedAt ? post.publishedAt : (momentOf(words.publishAt) ?? now());
    const { publishAt: _, ...text } = words;
    const draft = { ...text, tags: tagsOf(words.tags), publishedAt: what === "publish" ? date : null };
    const slug = await audited.store.change((tx) => savePost(tx, { post, draft, onSlug: audited.on }, deps));
    const notice = what !== "publish" ? "post-drafted" : date > now() ? "post-scheduled" : "post-published";
    seeOther(res, `/admin/blog/${slug}`, notice);
  });

  // A picture goes into the text that is being written, which is not saved by that.
  act("/admin/blog/:slug/picture", "upload.save", async (req, res, audited) => {
    const isNew = req.params.slug === NEW_POST;
    const post = isNew ? undefined : await store.posts.find(req.params.slug ?? "");
    if (!isNew && !post) notFound();
    const words = readForm(req);
    const picture = { url: formText(req, "picture_url"), alt: formText(req, "picture_alt") };
    const refuse = (faults: Faults) => show(res, { words, post, faults, picture });
    const file = formFile(req, "picture");
    if (picture.alt === "") return refuse({ pictureAlt: t`Describe the picture for people who cannot see it.` });
    if (!file && !isWebUrl(picture.url)) return refuse({ picture: t`Choose a file, or enter an http or https URL.` });
    const given = file && { ...file, shape: "wide" as const, accountId: accountOf(res).id };
    const upload = given && (await keepUpload(given, deps).catch(unfit));
    if (upload && "fault" in upload) return refuse({ picture: upload.fault });
    if (upload) {
      audited.on(upload.id);
      await audited.store.change((tx) => upload.keep(tx));
    }
    const url = upload ? uploadPath(upload.id, 1280) : picture.url;
    const isCover = formText(req, "do") === "cover";
    show(res, {
      post,
      words: isCover
        ? { ...words, cover: url, coverAlt: picture.alt }
        : {
            ...words,
            bodyMarkdown: withPicture(words.bodyMarkdown, `![${escapeAlt(picture.alt)}](${url})`, cursorOf(req)),
          },
    });
  });
}

const isWebUrl = (url: string): boolean => /^https?:\/\/[^\s()<>]+$/i.test(url);
const escapeAlt = (alt: string): string => alt.replace(/[[\]\\]/g, " ").trim();

/** Where the author was writing, if the browser says so. */
const cursorOf = (req: Request): number | undefined => {
  const at = formText(req, "cursor");
  return /^\d{1,6}$/.test(at) ? Number(at) : undefined;
};

function withPicture(text: string, picture: string, cursor = text.length): string {
  const end = text.indexOf("\n\n", cursor);
  const [before, after] = end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end)];
  return `${before.trimEnd()}${before.trim() && "\n\n"}${picture}${after || "\n"}`;
}

const tagsOf = (text: string): string[] => [
  ...new Set(
    splitEntries(text)
      .map((tag) => beginningOf(tag.toLowerCase(), 40))
      .filter(Boolean),
  ),
];

const readForm = (req: Request): Words => ({
  title: formText(req, "title"),
  excerpt: formText(req, "excerpt"),
  bodyMarkdown: formText(req, "body"),
  author: beginningOf(formText(req, "author"), 80),
  cover: formText(req, "cover"),
  coverAlt: formText(req, "cover_alt"),
  tags: formText(req, "tags"),
  publishAt: formText(req, "publish_at"),
});

const faultsOf = ({ title, excerpt: short, bodyMarkdown, cover, coverAlt, publishAt }: Words): Faults => ({
  title: title === "" || lengthOf(title) > 200 ? t`Enter a title of at most 200 characters.` : undefined,
  body:
    bodyMarkdown === ""
      ? t`Enter a text.`
      : picturesAreDescribed(bodyMarkdown)
        ? undefined
        : t`Describe each picture between its brackets: ![description](…).`,
  excerpt: short.length > 400 ? t`Use at most 400 characters.` : undefined,
  cover: cover === "" || isWebUrl(cover) || UPLOADED.test(cover) ? undefined : t`Enter an http or https URL.`,
  coverAlt: cover !== "" && coverAlt === "" ? t`Describe the cover for people who cannot see it.` : undefined,
  publishAt: publishAt === "" || momentOf(publishAt) ? undefined : t`Enter a date and time.`,
});

const UPLOADED = /^\/uploads\/[\w-]{27}\/1280$/;
