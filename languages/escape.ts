const ESCAPED = /[&<>"']/;
const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escapeText = (text: string): string =>
  ESCAPED.test(text) ? text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character) : text;
