import type { MarkdownIt, RendererRule } from "markdown-it";
import { type Html, href, trusted } from "#core/text/html.ts";
import { createCommentMarkdown, createMarkdown } from "#core/text/markdown.ts";
import { given } from "#domain/text/given.ts";
import { once } from "#domain/text/once.ts";
import { picturePath } from "#pictures/key.ts";

/** Addresses go through `href`. */
const markdown = once(() => {
  const made = createMarkdown();
  const { rules } = made.renderer;
  rules.link_open = linkWith("noopener");
  rules.image = (tokens, index, options, _env, self) => {
    const token = given(tokens[index]);
    const source = String(token.attrGet("src") ?? "");
    token.attrSet("src", href(/^https?:/i.test(source) ? picturePath(source, 1280) : source));
    token.attrSet("alt", token.content);
    token.attrSet("loading", "lazy");
    return self.renderToken(tokens, index, options);
  };
  // The page's title is the only h1.
  rules.heading_open = (tokens, index) => `<${lower(given(tokens[index]).tag)}>`;
  rules.heading_close = (tokens, index) => `</${lower(given(tokens[index]).tag)}>\n`;
  return withTables(made);
});

const comments = once(() => {
  const made = createCommentMarkdown();
  made.renderer.rules.link_open = linkWith("nofollow ugc noopener");
  return withTables(made);
});

/** Links to other sites get a `rel`. */
const linkWith =
  (rel: string): RendererRule =>
  (tokens, index, options, _env, self) => {
    const token = given(tokens[index]);
    const url = href(String(token.attrGet("href") ?? ""));
    token.attrSet("href", url);
    if (!url.startsWith("/") && !url.startsWith("#")) token.attrSet("rel", rel);
    return self.renderToken(tokens, index, options);
  };

function withTables(made: MarkdownIt): MarkdownIt {
  made.renderer.rules.table_open = () => '<div class="table"><table>\n';
  made.renderer.rules.table_close = () => "</table></div>\n";
  return made;
}

const lower = (tag: string): string => (tag === "h1" ? "h2" : tag);

export function renderGuide(text: string): Html {
  const body = text.replace(/^# .*\n/, "").replace(/\[([^\]]+)\]\((?!#|https:)[^)]*\)/g, "$1");
  const linked = focusable(markdown().render(body)).replace(
    /<(h[2-4])>(.*?)<\/\1>/g,
    (_, tag: string, title: string) => `<${tag} id="${anchorOf(title)}">${title}</${tag}>`,
  );
  return trusted(linked);
}

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

export const renderMarkdown = (text: string): Html => trusted(markdown().render(text));

export const renderComment = (text: string): Html => trusted(focusable(comments().render(text)));

/** A long line of code scrolls, so it must be focusable. */
const focusable = (body: string): string => body.replaceAll("<pre>", '<pre tabindex="0">');
