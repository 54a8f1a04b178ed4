import type { Block, PageKind, SitePage } from "#domain/drafts/site.ts";
import { cleanLine } from "#domain/text/text.ts";

const MAX_BLOCKS = 2_000;
const MAX_BLOCK = 5_000;
const MAX_TEXT = 200_000;

/** Plain text or Markdown as blocks: headings, list items and paragraphs. */
export function plainPage(text: string, url: string, { id, kind }: { id: string; kind: PageKind }): SitePage {
  const blocks: Block[] = [];
  for (const paragraph of text
    .slice(0, MAX_TEXT)
    .split(/\n\s*\n|\n(?=\s*(?:[-*+>]|#{1,6}|\d+[.)])\s)|(?<=^#[^\n]*)\n/m)) {
    const [, mark = "", content = ""] = /^\s*([-*+]|#{1,6}|\d+[.)]|>)?\s*([\s\S]*)$/.exec(paragraph) ?? [];
    const line = cleanLine(withoutLinks(content)).slice(0, MAX_BLOCK);
    if (!line) continue;
    const tag = mark.startsWith("#") ? `h${mark.length}` : mark && mark !== ">" ? "li" : "p";
    blocks.push({ text: line, tag, region: "main" });
    if (blocks.length === MAX_BLOCKS) break;
  }
  const title = blocks.find((block) => block.tag === "h1")?.text ?? null;
  return { id, url, kind, title, language: null, blocks, meta: {}, jsonLd: [], links: [], images: [], scripts: 0 };
}

/** [Pricing](https://…) becomes Pricing. */
const withoutLinks = (text: string): string => text.replace(/!?\[([^[\]\n]{0,300})\]\([^()[\]\s]{0,2000}\)/g, "$1");
