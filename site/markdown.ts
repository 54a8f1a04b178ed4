import MarkdownIt from "markdown-it";
import { type Html, href, trusted } from "./html.ts";

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
  token.attrSet("src", href(String(token.attrGet("src") ?? "")));
  token.attrSet("alt", token.content);
  token.attrSet("loading", "lazy");
  token.attrSet("referrerpolicy", "no-referrer");
  return self.renderToken(tokens, index, options);
};
/** The page's title is the only heading of the first rank. */
rules.heading_open = (tokens, index) => `<${lower(tokens[index]!.tag)}>`;
rules.heading_close = (tokens, index) => `</${lower(tokens[index]!.tag)}>\n`;
rules.table_open = () => '<div class="table"><table>\n';
rules.table_close = () => "</table></div>\n";

const lower = (tag: string): string => (tag === "h1" ? "h2" : tag);

/** Markdown that people wrote, as HTML that is safe to show. */
export const renderMarkdown = (text: string): Html => trusted(markdown.render(text));
