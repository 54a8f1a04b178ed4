/** HTML that is safe to send. Created only by `html` or `trusted`. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

/** For HTML sent often: flattens a joined string once. */
export const inOnePiece = ({ text }: Html): Html => new Html(Buffer.from(text).toString());

/** Template values: absent ones and `false` render nothing, lists are joined, text is escaped. */
export type Part = Html | string | number | boolean | null | undefined | readonly Part[];

const ESCAPED = /[&<>"']/;
const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escapeText = (text: string): string =>
  ESCAPED.test(text) ? text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character) : text;

function textOf(part: Part): string {
  if (typeof part === "string") return escapeText(part);
  if (part instanceof Html) return part.text;
  if (part === null || part === undefined || typeof part === "boolean") return "";
  if (!Array.isArray(part)) return escapeText(String(part));
  let text = "";
  for (const each of part) text += textOf(each);
  return text;
}

/** Tagged template for HTML: `` html`<p>${name}</p>` ``. Quote attributes; pass URLs through `href`. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  let text = "";
  for (let index = 0; index < literals.length; index++) text += literals[index] + textOf(parts[index]);
  return new Html(text);
}

/** Marks text as safe HTML. Only for our own markup. */
export const trusted = (text: string): Html => new Html(text);

export const isLocalPath = (url: string): boolean => /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(url);

const PLAIN_PATH = /^\/(?:[\w.@-][\w.@/?=&-]*)?$/;

/** A URL for href, src or action: http, https, mailto, otpauth or a path of this site. Others become "#". */
export function href(url: string | null | undefined): string {
  if (!url) return "#";
  if (PLAIN_PATH.test(url) || isLocalPath(url) || /^[#?](?!\p{Cc})/u.test(url)) return url;
  const parsed = URL.parse(url);
  return parsed && ["http:", "https:", "mailto:", "otpauth:"].includes(parsed.protocol) ? parsed.href : "#";
}
