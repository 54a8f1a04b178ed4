import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import { isLocalPath } from "#core/text/html.ts";
import { type HeadTag, isData, webUrl } from "#domain/site/head.ts";
import { beginningOf } from "#domain/text/text.ts";
import { type Text, t } from "#languages/words.ts";

/** Something that is not added to pages. A fault keeps the form from being saved. */
export type HeadIssue = { line: number; words: Text; isFault: boolean };
type Element = DefaultTreeAdapterTypes.Element;

const NAMES = ["meta", "link", "script"] as const;
const ALLOWED: Record<HeadTag["name"], RegExp> = {
  meta: /^(name|property|content|media)$/,
  link: /^(rel|href|type|title|hreflang|media|crossorigin|sizes)$/,
  script: /^(src|async|defer|type|id|crossorigin|integrity|nomodule|referrerpolicy|fetchpriority|data-[a-z0-9-]+)$/,
};
const RELS: readonly string[] = (
  "me author license publisher help search alternate preconnect dns-prefetch webmention pingback hub " +
  "authorization_endpoint token_endpoint indieauth-metadata micropub monetization"
).split(" ");
/** What our pages say themselves, or what would change how they work. */
const OURS = /^(viewport|color-scheme|referrer)$/i;
const RUN = ["", "text/javascript", "application/javascript", "module"];

const no = (what: string): Text => t`${what} is not allowed here.`;

/** Why a tag cannot be on a page; undefined if it can. */
function faultOf({ name, attributes, code = "" }: HeadTag): Text | undefined {
  const { rel = "", href = "", src, type = "" } = attributes;
  if (name === "meta") {
    const key = attributes.name ?? attributes.property;
    if (!key || attributes.content === undefined) return t`A meta tag needs a name or property, and content.`;
    return OURS.test(key) ? t`${key} is set by each page.` : undefined;
  }
  if (name === "link") {
    const rels = rel.toLowerCase().split(/\s+/).filter(Boolean);
    if (rels.length === 0 || !rels.every((each) => RELS.includes(each))) return no(`<link rel="${rel}">`);
    const isAddress = isLocalPath(href) || webUrl(href) || (rels.includes("me") && /^mailto:\S+@\S+$/.test(href));
    return isAddress ? undefined : t`${href} is not a web address with https.`;
  }
  if (!RUN.includes(type) && (src !== undefined || !isData(type))) return no(`<script type="${type}">`);
  if (src !== undefined)
    return isLocalPath(src) || webUrl(src) ? undefined : t`${src} is not a web address with https.`;
  return /<!--|<\/?script/i.test(code) ? no("<!-- <script>") : undefined;
}

function read(element: Element, name: HeadTag["name"], report: (words: Text, isFault?: boolean) => void): HeadTag {
  const attributes: Record<string, string> = {};
  for (const { name: key, value } of element.attrs) {
    if (ALLOWED[name].test(key)) attributes[key] = value;
    else if (/^on|^(http-equiv|style)$/.test(key)) report(no(key), true);
    else report(t`${key} is left out.`);
  }
  if (attributes.type !== undefined) attributes.type = attributes.type.trim().toLowerCase();
  if (name !== "script" || attributes.src !== undefined) return { name, attributes };
  const code = element.childNodes.map((node) => ("value" in node ? node.value : "")).join("");
  return { name, attributes, code };
}

/** The tags in what a vendor gives to paste, and what cannot be added, by line. */
export function readHead(html: string): { tags: HeadTag[]; issues: HeadIssue[] } {
  const issues: HeadIssue[] = [];
  const tags: HeadTag[] = [];
  const { childNodes } = parseFragment(html, { sourceCodeLocationInfo: true });
  for (const node of childNodes) {
    const line = node.sourceCodeLocation?.startLine ?? 1;
    const report = (words: Text, isFault = false) => void issues.push({ line, words, isFault });
    if (node.nodeName === "#comment") continue;
    if (!("attrs" in node)) {
      if ("value" in node && node.value.trim() !== "") report(no(`“${beginningOf(node.value.trim(), 30)}”`), true);
      continue;
    }
    const name = NAMES.find((known) => known === node.tagName);
    if (name) {
      const tag = read(node, name, report);
      const fault = faultOf(tag);
      if (fault) report(fault, true);
      else tags.push(tag);
    } else if (node.tagName === "noscript") report(t`${"<noscript>"} is left out.`);
    else report(no(`<${node.tagName}>`), true);
  }
  return { tags, issues };
}
