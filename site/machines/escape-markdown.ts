/** Escapes text so that Markdown shows it unchanged. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/[\\`*[\]<>|~]/g, "\\$&")
    .replace(/&(?=#?\w+;)/g, "\\&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_");
