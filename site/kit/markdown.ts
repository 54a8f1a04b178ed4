import MarkdownIt from "markdown-it";
import { type Html, href, trusted } from "../../core/html.ts";
import { picturePath } from "../../pictures/key.ts";

/** CommonMark with tables; raw HTML in the text is shown as text, and addresses go through `href`. */
const markdown = new MarkdownIt("default", { html: false, linkify: false, typographer: false });

const { rules } = markdown.renderer;

rules.link_open = (tokens, index, options, _env, self) => {
  const token = tokens[index]!;
  const url = href(String(token.attrGet("href") ?? ""));
  token.attrSet("href", url);
  if (!url.startsWith("/") && !url.startsWith("#")) token.attrSet("rel", "noopener");
  return self.renderToken(tokens, index, options);
};
rules.image = (tokens, index, options, _env, self) => {
  const token = tokens[index]!;
  const source = String(token.attrGet("src") ?? "");
  token.attrSet("src", href(/^https?:/i.test(source) ? picturePath(source, 1280) : source));
  token.attrSet("alt", token.content);
  token.attrSet("loading", "lazy");
  return self.renderToken(tokens, index, options);
};
/** The page's title is the only h1. */
rules.heading_open = (tokens, index) => `<${lower(tokens[index]!.tag)}>`;
rules.heading_close = (tokens, index) => `</${lower(tokens[index]!.tag)}>\n`;
rules.table_open = () => '<div class="table"><table>\n';
rules.table_close = () => "</table></div>\n";

const lower = (tag: string): string => (tag === "h1" ? "h2" : tag);

/** Our own guide: its headings have anchors, and links to other documents of the repository are text. */
export function renderGuide(text: string): Html {
  const body = text.replace(/^# .*\n/, "").replace(/\[([^\]]+)\]\((?!#|https:)[^)]*\)/g, "$1");
  // A long line of code scrolls, so it must be focusable.
  const linked = markdown
    .render(body)
    .replaceAll("<pre>", '<pre tabindex="0">')
    .replace(
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

/** Markdown that people wrote, as HTML that is safe to show. */
export const renderMarkdown = (text: string): Html => trusted(markdown.render(text));
