import { type Html, href, html, type Part } from "#core/text/html.ts";
import { plainMarkdown } from "#domain/text/plain-markdown.ts";
import { picturePath } from "#pictures/key.ts";
import { renderMarkdown } from "../../kit/markdown.ts";

type PostText = {
  excerpt: string;
  byline: Part;
  coverUrl: string | null;
  coverAlt: string | null;
  markdown: string;
  /** What the text is written in, if that is not the language of the page. */
  lang?: string | undefined;
};

/** A remote cover as our copy of it, an uploaded one as it is. */
const coverPath = (url: string): string => (url.startsWith("/") ? url : picturePath(url, 1280));

export function postBody({ excerpt, byline, coverUrl, coverAlt, markdown, lang }: PostText): Html {
  const lead = plainMarkdown(excerpt);
  // A summary made from the beginning of the text would say it twice.
  const isSaidBelow = plainMarkdown(markdown).startsWith(lead.replace(/…$/, ""));
  return html`${!isSaidBelow && html`<p class="lead"${lang && html` lang="${lang}"`} dir="auto">${lead}</p>`}
<p class="small muted">${byline}</p>
${coverUrl && html`<p class="post-cover"><img src="${href(coverPath(coverUrl))}" alt="${coverAlt}"></p>`}
<div class="post"${lang && html` lang="${lang}"`} dir="auto">${renderMarkdown(markdown)}</div>`;
}
