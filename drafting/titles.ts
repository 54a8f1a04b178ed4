import type { SitePage } from "../domain/drafts/site.ts";
import { pattern } from "../domain/text/pattern.ts";
import { cleanLine } from "../domain/text/text.ts";

const SEPARATOR = /\s+[-–—|·•»›~/]+\s+|\s*[|｜»›–—]\s*|:{1,2}\s+|\s+::\s+/;
/** Generic titles. */
export const GENERIC = pattern("i")`
    ^(home|homepage|home page|start|startseite|accueil|inicio|welcome|willkommen|index|
    untitled( document)?|new tab|dashboard|login|react app|vite app|app|website|official (web)?site|
    my site|document|about( us)?|pricing|contact( us)?|features|blog|docs|documentation|support|
    download|faq|privacy( policy)?|terms.*|imprint|impressum)$`;

/** "Acme Official Website" */
const OFFICIAL = pattern("iu")`
    \s+[–—-]?\s*(?:(?:the )?official (?:web ?site|site|home ?page|page)|offizielle (?:website|webseite|
    seite)|site (?:web )?officiel|(?:sitio|p[áa]gina)(?: web)? oficial|sito (?:web )?ufficiale|
    site oficial|officiële (?:website|site)|officiell (?:webbplats|hemsida)|officiel hjemmeside|
    offisiell nettside|oficjalna strona|oficiální (?:stránky|web)|hivatalos (?:oldal|weboldal)|
    virallinen sivusto|site(?:-ul)? oficial|resmi (?:web )?sites?i|situs resmi|
    trang (?:web )?chính thức|официальный сайт|офіційний сайт|επίσημη ιστοσελίδα|公式サイト|公式ホームページ|官方网站|官網|
    官网|공식 (?:홈페이지|사이트|웹사이트))$`;

/** The parts of a page title: "Acme | Time tracking" has two. */
export const segmentsOf = (title: string): string[] =>
  title
    .split(SEPARATOR)
    .map((part) => cleanLine(part))
    .filter((part) => part && !GENERIC.test(part));

/** "Acme ®" and "Acme™" become Acme; "Welcome to Acme" is not a name. */
export const plainName = (text: string): string =>
  cleanLine(text)
    .replace(/^(welcome to|willkommen bei|bienvenue (sur|chez))\s+/i, "")
    .replace(/\s*[®™©]+/g, "")
    .replace(/[\s.,!:;|-]+$/, "")
    .replace(/^the\s+(.+)\s+(homepage|website)$/i, "$1")
    .replace(OFFICIAL, "");

/** "© 2026 Loafwise. All rights reserved." */
const OWNER = /(?:©|\(c\)|copyright)\s*(?:\d{4}(?:\s?[-–]\s?\d{4})?,?\s*)?([^.|•·,©\d][^.|•·,©]{1,40})/iu;

export const ownersOf = ({ blocks }: SitePage): { name: string; quote: string }[] =>
  blocks.flatMap(({ region, text }) => {
    const [, name] = (region === "footer" && OWNER.exec(text)) || [];
    return name === undefined ? [] : [{ name: name.trim(), quote: text }];
  });

/** Names at the top of a page and in its copyright notice. */
export function brandsOf(page: SitePage): { name: string; quote: string }[] {
  const [first] = page.blocks;
  const top = first && first.region !== "main" ? [{ name: first.text, quote: first.text }] : [];
  return [...top, ...ownersOf(page)];
}
