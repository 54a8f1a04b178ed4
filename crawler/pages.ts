import { phrasesIn } from "#core/runtime/phrases.ts";
import type { PageKind, PageLink } from "#domain/drafts/site.ts";
import { KINDS_IN_ORDER, pageKind } from "./page-kind.ts";
import { isSameSite } from "./site-key.ts";

const phrases = phrasesIn("page-kinds");

export type Candidate = { url: string; kind: PageKind };

/** Maximum pages per kind; imprint and contact are both `contact`, shops are also `pricing`. */
const MOST_OF: Partial<Record<PageKind, number>> = {
  pricing: 2,
  contact: 2,
  features: 3,
  about: 2,
  services: 2,
  other: 2,
};

/** Forms, shops, manuals and single posts. */
const SKIPPED = new RegExp(phrases("skipped"), "i");
const PAGE_EXTENSION = /^(x?html?|php|aspx?|jsp)$/i;
const LANGUAGE = /^[a-z]{2}([-_][a-z]{2,4})?$/i;

/** "/en", "index_en.html": home pages in other languages. */
const LANGUAGE_FILE = /^\/(?:(?:index|home)[-_])?[a-z]{2}(?:\.\w+|\/)?$/i;

/** Important pages have short paths, and matching long ones against robots rules is slow. */
const MAX_PATH = 256;

/** Number of menu pages read without a known kind. */
const MOST_UNNAMED = 4;
/** Longer anchors are not menu entries. */
const MOST_ENTRY = 40;

/** URLs with the same key are read once. */
export function pageKey(url: string): string {
  const { hostname, pathname } = new URL(url);
  const path = pathname.replace(/\/(index|default)\.(x?html?|php|aspx?|jsp)$/i, "/").replace(/(?<=.)\/+$/, "");
  return `${hostname.replace(/^www\./, "")}${path}`;
}

/** Whether a home page belongs to its host (or a language of it), not to one of many users. */
export const isHomeOfHost = (url: string): boolean =>
  /^\/(?:[a-z]{2}([-_][a-z]{2,4})?\/?)?(?:(?:index|default)\.\w+)?$/i.test(new URL(url).pathname);

/**
 * Orders the pages to read after the home page: one per kind, most informative first, then second
 * ones, last unnamed pages of the menu. Prefers navigation links, the home page's language and
 * short paths. Omits other sites, files, posts, forms, manuals and variants. `home` is the final
 * URL of the home page.
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

/** Whether a link is a menu entry for a separate page in the home page's language. */
function isEntry({ region, text }: PageLink, url: URL, language: string): boolean {
  const [first = "", ...rest] = url.pathname.split("/").filter(Boolean);
  return (
    (region === "nav" || region === "header") &&
    text.length <= MOST_ENTRY &&
    url.search === "" &&
    rest.length <= 1 &&
    // Below a blog are posts.
    pageKind(`/${first}`) === undefined &&
    languageOf(url.href) === language &&
    !LANGUAGE_FILE.test(url.pathname)
  );
}

/** Kinds a draft needs; the sitemap is searched for missing ones. */
export const missingKinds = (candidates: readonly Candidate[]): PageKind[] =>
  (["pricing", "about", "contact", "features"] as const).filter(
    (kind) => !candidates.some((page) => page.kind === kind),
  );

/** One of each kind, then a second of each, up to the maximum of the kind. */
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
  if (!isSameSite(url, home)) return false;
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
