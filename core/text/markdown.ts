import { createRequire } from "node:module";
import type { MarkdownIt } from "markdown-it";
import { once } from "../../domain/text/once.ts";

// Loaded with the first text, as most starts need none of it.
const load = createRequire(import.meta.url);
const create = (options: object): MarkdownIt => new (load("markdown-it"))("default", { html: false, ...options });

/** CommonMark with tables, as the site team writes it; raw HTML is shown as text. */
export const createMarkdown = (): MarkdownIt => create({ linkify: false });

/** The same for visitors' comments: addresses are links, lines end where they end, and nothing is a heading or a picture. */
export function createCommentMarkdown(): MarkdownIt {
  const made = create({ linkify: true, breaks: true });
  made.disable(["image", "heading", "lheading", "hr"]);
  made.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  return made;
}

const comments = once(createCommentMarkdown);

/** Whether a page shows a link where somebody wrote this. */
export const hasRenderedLink = (text: string): boolean =>
  comments()
    .parse(text, {})
    .some(({ children }) => children?.some(({ type }) => type === "link_open"));
