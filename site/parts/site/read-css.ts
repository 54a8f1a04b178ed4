import parse from "css-tree/parser";
import { tokenize, tokenTypes } from "css-tree/tokenizer";
import { type Text, t } from "#languages/words.ts";

/** The first thing in a style sheet that keeps it from being saved. */
export type CssFault = { line: number; column: number; words: Text };

/** Pictures in the text itself or on this site: the policy of pages has no others, so they would only be missing. */
const OWN_URL = /^(?:data:image\/(?:png|jpe?g|gif|webp|avif|svg\+xml)[;,]|\/(?!\/)|#)/i;
const WITH_URLS = /^(?:url|src|image|(?:-webkit-)?image-set|(?:-webkit-)?cross-fade)\($/i;
const IMPORTS = /^@(?:import|charset|namespace|document|-moz-document)$/i;

const unquoted = (text: string): string => text.replace(/^["']|["']$/g, "").trim();

function forbidden(css: string): { at: number; words: Text } | undefined {
  let found: { at: number; words: Text } | undefined;
  const open: { name: string; at: number }[] = [];
  const no = (at: number, what: string): void => {
    found ??= { at, words: t`${what} is not allowed here.` };
  };
  tokenize(css, (type: number, at: number, end: number) => {
    const text = css.slice(at, end);
    const isName = type === tokenTypes.Function || type === tokenTypes.AtKeyword || type === tokenTypes.Url;
    // A browser reads u\72l( as url(.
    if (isName && text.split(/["']/)[0]?.includes("\\")) no(at, text);
    if (type === tokenTypes.AtKeyword && IMPORTS.test(text)) no(at, text);
    if (type === tokenTypes.Url && !OWN_URL.test(text.slice(4, -1).trim())) no(at, text);
    if (type === tokenTypes.BadUrl || type === tokenTypes.BadString) no(at, text);
    if (type === tokenTypes.Function || type === tokenTypes.LeftParenthesis || type === tokenTypes.LeftCurlyBracket)
      open.push({ name: text, at });
    if (type === tokenTypes.RightParenthesis || type === tokenTypes.RightCurlyBracket) if (!open.pop()) no(at, text);
    const isUrl = type === tokenTypes.String && open.some(({ name }) => WITH_URLS.test(name));
    if (isUrl && !OWN_URL.test(unquoted(text)) && !open.some(({ name }) => /^type\($/i.test(name))) no(at, text);
  });
  const [unclosed] = open;
  return found ?? (unclosed && { at: unclosed.at, words: t`${unclosed.name} is never closed.` });
}

/** Why a style sheet cannot be used; undefined if it can. */
export function cssFault(css: string): CssFault | undefined {
  let fault: CssFault | undefined;
  parse(css, {
    positions: true,
    onParseError({ message, line, column, offset }) {
      // The parser takes a nested rule that begins with an element for a declaration.
      if (!/^[^;{}]*\{/.test(css.slice(offset))) fault ??= { line, column, words: message };
    },
  });
  if (fault) return fault;
  const found = forbidden(css);
  if (!found) return undefined;
  const lines = css.slice(0, found.at).split(/\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, words: found.words };
}
