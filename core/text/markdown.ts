import { createRequire } from "node:module";
import type { MarkdownIt } from "markdown-it";
import { once } from "#domain/text/once.ts";

const load = createRequire(import.meta.url);
const create = (options: object): MarkdownIt => new (load("markdown-it"))("default", { html: false, ...options });

/** CommonMark with tables, for texts of the site team; raw HTML is escaped. */
export const createMarkdown = (): MarkdownIt => create({ linkify: false });

/** For comments: URLs become links, line breaks stay, no headings and pictures. */
export function createCommentMarkdown(): MarkdownIt {
  const made = create({ linkify: true, breaks: true });
  made.disable(["image", "heading", "lheading", "hr"]);
  made.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  return made;
}

const comments = once(createCommentMarkdown);

export const hasRenderedLink = (text: string): boolean =>
  comments()
    .parse(text, {})
    .some(({ children }) => children?.some(({ type }) => type === "link_open"));
