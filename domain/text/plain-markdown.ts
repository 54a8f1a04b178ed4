/** Markdown as one line of text, without formatting, URLs and images. */
export const plainMarkdown = (markdown: string): string =>
  markdown
    .replace(/^ {0,3}(`{3,}|~{3,}).*$/gm, "")
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<(https?:[^\s>]+)>/g, "$1")
    .replace(/^ {0,3}(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+/gm, "")
    .replace(/^ {0,3}(?:[-*_] ?){3,}$/gm, "")
    .replace(/(\*\*|__|~~|`)(.+?)\1/g, "$2")
    .replace(/(^|[^\w*])[*_]([^*_\n]+)[*_](?!\w)/g, "$1$2")
    .replace(/\\([\\`*_{}[\]()#+\-.!>])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();

export const picturesAreDescribed = (markdown: string): boolean => !/!\[\s*\]\(/.test(markdown);
