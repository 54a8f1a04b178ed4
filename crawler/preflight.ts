import { OutboundError } from "./outbound-error.ts";

const MAX_DEPTH = 512;
/** Elements with optional end tags are ignored when measuring depth. */
const NO_END_TAG = new Set(
  (
    "area base br col embed hr img input link meta param source track wbr p li dt dd tr td th tbody " +
    "thead tfoot option optgroup colgroup rp rt html head body"
  ).split(" "),
);
const TAG = /<!--|<(\/?)([a-z][a-z0-9:-]*)([^<>]*)>?/gi;

/**
 * A linear pass before parsing: cuts off an unterminated comment, as browsers do, and refuses
 * nesting beyond 512 elements (real pages stay below 70).
 */
export function preflight(html: string): string {
  let depth = 0;
  const tag = new RegExp(TAG);
  for (let match = tag.exec(html); match; match = tag.exec(html)) {
    if (match[0] === "<!--") {
      const end = html.indexOf("-->", match.index + 2);
      if (end < 0) return html.slice(0, match.index);
      tag.lastIndex = end + 3;
      continue;
    }
    const [, slash, tagName = "", rest = ""] = match;
    const name = tagName.toLowerCase();
    if (NO_END_TAG.has(name) || rest.endsWith("/")) continue;
    if (slash === "/") depth = Math.max(0, depth - 1);
    else if (name === "script" || name === "style" || name === "textarea" || name === "title") {
      const close = new RegExp(`</${name}`, "gi");
      close.lastIndex = tag.lastIndex;
      const end = close.exec(html);
      if (!end) return html;
      tag.lastIndex = html.indexOf(">", end.index) + 1 || html.length;
    } else if (++depth > MAX_DEPTH) {
      throw new OutboundError("too_large", `The page nests more than ${MAX_DEPTH} elements.`);
    }
  }
  return html;
}
