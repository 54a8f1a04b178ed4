import type { PageKind, PageLink } from "../domain/drafts/site.ts";
import { KINDS_IN_ORDER, pageKind } from "./page-kind.ts";
import { registrableDomain } from "./site-key.ts";

export type Candidate = { url: string; kind: PageKind };

/** How many pages of a kind are worth reading; imprint and contact are both `contact`, and a shop is `pricing` too. */
const MOST_OF: Partial<Record<PageKind, number>> = {
  pricing: 2,
  contact: 2,
  features: 3,
  about: 2,
  services: 2,
  other: 2,
};

/** These are forms, shops, manuals or single posts. */
const SKIPPED =
  /^(log-?in|log-?out|sign-?in|sign-?up|register|registration|account|my-account|dashboard|admin|auth|oauth|cart|checkout|basket|search|docs?|documentation|api|reference|wiki|forum|tags?|category|categories|author|feed|rss|wp-(json|admin|login\.php|content)|cdn-cgi|jobs?|careers?|status|demo|book-a-demo|anmelden|registrieren|warenkorb|connexion|panier|iniciar-sesion)$/i;
const PAGE_EXTENSION = /^(x?html?|php|aspx?|jsp)$/i;
const LANGUAGE = /^[a-z]{2}([-_][a-z]{2,4})?$/i;

/** "/en", "index_en.html": the home page in another language. */
const LANGUAGE_FILE = /^\/(?:(?:index|home)[-_])?[a-z]{2}(?:\.\w+|\/)?$/i;

/** These pages have short paths, and matching a long one against robots rules takes time. */
const MAX_PATH = 256;

/** So many pages of the menu are read although no word tells what they are. */
const MOST_UNNAMED = 4;
/** A longer anchor is no entry of a menu. */
const MOST_ENTRY = 40;

/** Identifies a page on one site: two URLs with one key are read once. */
export function pageKey(url: string): string {
  const { hostname, pathname } = new URL(url);
  const path = pathname.replace(/\/(index|default)\.(x?html?|php|aspx?|jsp)$/i, "/").replace(/(?<=.)\/+$/, "");
  return `${hostname.replace(/^www\./, "")}${path}`;
}

/** Whether a home page is that of its host, or of a language on it, and no page among those of other people. */
export const isHomeOfHost = (url: string): boolean =>
  /^\/(?:[a-z]{2}([-_][a-z]{2,4})?\/?)?(?:(?:index|default)\.\w+)?$/i.test(new URL(url).pathname);

/**
 * Orders the pages to read after the home page: one of each kind, most informative first, then second ones. Links of navigation,
 * header and footer come before those in the text, pages in the home page's language before others, short paths before long.
 * Last come the first pages of the menu whose kind no word tells: in any language a menu leads to what matters. `home` is the
 * final URL of the home page; links may be relative to it. Other sites, files, posts, forms, manuals and variants of one path
 * are left out.
 */
export function rankPages(home: string, links: Iterable<PageLink>): Candidate[] {
  const found = new Map<string, Candidate & { rank: number }>();
  const unnamed = new Map<string, Candidate>();
  const homeKey = pageKey(home);
  const language = languageOf(home);
  for (const link of links) {
    const url = URL.parse(link.href, home);
    if (!url || !isReadable(url, home)) continue;
    const kind = pageKind(url.pathname, link.text);
    const key = pageKey(url.href);
    if (key === homeKey) continue;
    url.hash = "";
    if (kind === undefined) {
      if (isEntry(link, url, language)) unnamed.set(key, { url: url.href, kind: "other" });
      continue;
    }
    const rank =
      (url.search ? 1000 : 0) +
      (languageOf(url.href) === language ? 0 : 100) +
      (pageKind(url.pathname) === undefined ? 20 : 0) + // named by its anchor only
      (link.region === "nav" || link.region === "header" || link.region === "footer" ? 0 : 10) +
      url.pathname.split("/").filter(Boolean).length;
    const known = found.get(key);
    if (!known || rank < known.rank) found.set(key, { url: url.href, kind, rank });
  }
  const entries = [...unnamed].flatMap(([key, page]) => (found.has(key) ? [] : [page]));
  return [
    ...inRounds([...found.values()].sort((one, other) => one.rank - other.rank)),
    ...entries.slice(0, MOST_UNNAMED),
  ];
}

/** Whether a link is an entry of the menu to a page of its own, in the language of the home page. */
function isEntry({ region, text }: PageLink, url: URL, language: string): boolean {
  const [first = "", ...rest] = url.pathname.split("/").filter(Boolean);
  return (
    (region === "nav" || region === "header") &&
    text.length <= MOST_ENTRY &&
    url.search === "" &&
    rest.length <= 1 &&
    // What stands below a blog is a post.
    pageKind(`/${first}`) === undefined &&
    languageOf(url.href) === language &&
    !LANGUAGE_FILE.test(url.pathname)
  );
}

/** The kinds without which a draft stays thin; the sitemap is searched for them. */
export const missingKinds = (candidates: readonly Candidate[]): PageKind[] =>
  (["pricing", "about", "contact", "features"] as const).filter(
    (kind) => !candidates.some((page) => page.kind === kind),
  );

/** One of each kind, then the second of each, and so on while the kind deserves it. */
function inRounds(ranked: readonly Candidate[]): Candidate[] {
  const rounds = [0, 1, 2].flatMap((round) =>
    KINDS_IN_ORDER.map((kind) =>
      round < (MOST_OF[kind] ?? 1) ? ranked.filter((page) => page.kind === kind)[round] : undefined,
    ),
  );
  return rounds.filter((page) => page !== undefined).map(({ url, kind }) => ({ url, kind }));
}

function isReadable(url: URL, home: string): boolean {
  if (url.protocol !== "http:" && url.protocol !== "https:") return false;
  if (registrableDomain(url.hostname) !== registrableDomain(new URL(home).hostname)) return false;
  const segments = url.pathname.split("/").filter(Boolean);
  const extension = /\.([a-z0-9]+)$/i.exec(segments.at(-1) ?? "")?.[1];
  if (extension !== undefined && !PAGE_EXTENSION.test(extension)) return false;
  if (/^(docs?|api|app|login|status|forum|community|accounts?|wiki)\./.test(url.hostname)) return false;
  return url.pathname.length <= MAX_PATH && !segments.some((segment) => SKIPPED.test(segment));
}

function languageOf(url: string): string {
  const [, first = ""] = new URL(url).pathname.split("/");
  return LANGUAGE.test(first) ? first.slice(0, 2).toLowerCase() : "";
}
