export const escapeMarkdown = (text: string): string =>
  text
    .replace(/[\\`*[\]<>|~]/g, "\\$&")
    .replace(/&(?=#?\w+;)/g, "\\&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_");

/** The same for what begins a heading, a list or a line. */
export const escapeStart = (line: string): string =>
  line.replace(/^(\s*)(#{1,6}(?=\s|$)|[-+=](?=[-+=\s]|$)|(\d{1,9})(?=[.)](\s|$)))/, (_, space, mark, digits) =>
    digits === undefined ? `${space}\\${mark}` : `${space}${digits}\\`,
  );
