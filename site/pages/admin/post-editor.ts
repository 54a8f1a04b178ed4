import type { Response } from "express";
import { NEW_POST } from "#actions/site/save-post.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { readingMinutes } from "#domain/site/post.ts";
import { t } from "#languages/words.ts";
import type { PostRow } from "#store/repos/site/posts.ts";
import { type Faults, field, formTo, hasFaults, hidden } from "../../kit/form.ts";
import type { Page } from "../../kit/respond.ts";
import { showDay } from "../../kit/show.ts";
import { postBody } from "../../parts/site/post-body.ts";

export type Words = Pick<PostRow, "title" | "excerpt" | "bodyMarkdown" | "author"> & {
  cover: string;
  coverAlt: string;
  tags: string;
  /** A time as forms have it: YYYY-MM-DDTHH:MM, in UTC. */
  publishAt: string;
};

export type PictureWords = { url: string; alt: string };
const NO_PICTURE: PictureWords = { url: "", alt: "" };

/** The time of a form; undefined if it is none. */
export function momentOf(typed: string): Date | undefined {
  const at = new Date(`${typed}Z`);
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(typed) && !Number.isNaN(at.getTime()) ? at : undefined;
}

export const stateTag = ({ publishedAt }: Pick<PostRow, "publishedAt">, now: Date): Html =>
  publishedAt === null
    ? html`<span class="tag">draft</span>`
    : publishedAt > now
      ? html`<span class="tag warm">scheduled</span>`
      : html`<span class="tag good">published</span>`;

export type Editor = { words: Words; post?: PostRow | undefined; faults?: Faults; picture?: PictureWords };

export function editorPage(res: Response, { words, post, faults = {}, picture = NO_PICTURE }: Editor, now: Date): Page {
  const isPublic = post?.publishedAt != null && post.publishedAt <= now;
  const action = `/admin/blog/${post?.slug ?? NEW_POST}`;
  return {
    status: hasFaults(faults) ? 400 : 200,
    heading: post ? post.title : t`New post`,
    above: ["/admin/blog", t`Blog`],
    body: html`${
      post &&
      html`<p class="row">${stateTag(post, now)} <span class="mono small">/blog/${post.slug}</span> ${
        isPublic && html`<a href="/blog/${post.slug}">View post</a>`
      }</p>`
    }
<div class="writing">
${formTo(res, action, html` enctype="multipart/form-data" data-preview="post-preview"`)}
${field({
  name: "title",
  label: t`Title`,
  value: words.title,
  hint: !post && t`The URL is made from the first title.`,
  fault: faults.title,
  autocomplete: "off",
  maxLength: 200,
})}
${field({
  name: "body",
  label: t`Text`,
  type: "textarea",
  value: words.bodyMarkdown,
  hint: t`Markdown: ## for a heading, **bold**, [a link](https://…), - for a list.`,
  fault: faults.body,
  autocomplete: "off",
  maxLength: 100_000,
  rows: 18,
})}
${pictureFields(action, picture, faults)}
${field({
  name: "excerpt",
  label: t`Summary`,
  type: "textarea",
  value: words.excerpt,
  hint: t`One or two sentences for lists and search engines. Default: the beginning of the text.`,
  fault: faults.excerpt,
  autocomplete: "off",
  required: false,
  maxLength: 400,
  rows: 2,
})}
<div class="row fields">
<label class="grow">Author <input name="author" value="${words.author}" maxlength="80" autocomplete="off"></label>
<label class="grow">Tags <input name="tags" value="${words.tags}" maxlength="300" autocomplete="off"
placeholder="launches, pricing"></label>
</div>
<div class="fields-grid">
${field({
  name: "cover",
  label: t`Cover picture`,
  value: words.cover,
  hint: t`A URL, or a picture you added with “Use as cover”.`,
  fault: faults.cover,
  autocomplete: "off",
  required: false,
  maxLength: 2000,
})}
${field({
  name: "cover_alt",
  label: t`Cover description`,
  value: words.coverAlt,
  hint: t`For people who cannot see the picture.`,
  fault: faults.coverAlt,
  autocomplete: "off",
  required: false,
  maxLength: 300,
})}
</div>
<div class="field"><label for="publish_at">Publish at</label><p class="hint" id="publish_at-hint">In UTC. Default: now.</p>
<input id="publish_at" name="publish_at" type="datetime-local" value="${words.publishAt}"
aria-describedby="publish_at-hint${faults.publishAt && " publish_at-fault"}">${
      faults.publishAt && html`<p class="fault" id="publish_at-fault">${faults.publishAt}</p>`
    }</div>
<p class="row sticky-actions"><button class="sun" name="do" value="publish">${isPublic ? t`Save` : t`Publish`}</button>
<button name="do" value="preview" class="quiet" formnovalidate>Preview</button>
<button name="do" value="draft" class="quiet">${post?.publishedAt ? t`Unpublish` : t`Save draft`}</button></p>
</form>
${preview(words)}
</div>`,
  };
}

const pictureFields = (
  action: string,
  { url, alt }: PictureWords,
  faults: Faults,
): Html => html`<details class="card add-picture"${(faults.picture || faults.pictureAlt) && html` open`}><summary>Add a picture</summary>
${hidden("cursor", "")}
<div class="field"><label for="picture">From your computer</label>
<p class="hint" id="picture-hint">PNG, JPEG, WebP, GIF or SVG, at most 5 MB. Metadata is removed.</p>
<input id="picture" name="picture" type="file" accept="image/*" aria-describedby="picture-hint${
  faults.picture && " picture-fault"
}">${faults.picture && html`<p class="fault" id="picture-fault">${faults.picture}</p>`}</div>
${field({ name: "picture_url", label: t`Or a URL`, type: "url", value: url, autocomplete: "off", required: false, maxLength: 2000 })}
${field({
  name: "picture_alt",
  label: t`Description`,
  value: alt,
  hint: t`For people who cannot see the picture.`,
  fault: faults.pictureAlt,
  autocomplete: "off",
  required: false,
  maxLength: 300,
})}
<p class="row"><button class="quiet" formaction="${href(`${action}/picture`)}" formnovalidate name="do"
value="text">Add to text</button>
<button class="quiet" formaction="${href(`${action}/picture`)}" formnovalidate name="do" value="cover">Use as cover</button></p>
</details>`;

const preview = (words: Words): Html => {
  const at = momentOf(words.publishAt);
  const byline = html`${words.author}${at && html`, ${showDay(at)}`}, ${readingMinutes(words.bodyMarkdown)} min read`;
  return html`<section class="card preview" aria-labelledby="preview" tabindex="0">
<h2 class="eyebrow" id="preview">Preview</h2>
<div id="post-preview" aria-busy="false"><p class="preview-title">${words.title || t`No title`}</p>
${
  words.bodyMarkdown === ""
    ? html`<p class="muted">Start writing to see a preview here.</p>`
    : postBody({
        ...{ excerpt: words.excerpt, byline, markdown: words.bodyMarkdown },
        ...{ coverUrl: words.cover || null, coverAlt: words.coverAlt },
      })
}</div>
</section>`;
};
