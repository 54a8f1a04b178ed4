import { pageText, type SitePage } from "#domain/drafts/site.ts";
import { pageKind } from "./page-kind.ts";
import { type Candidate, isHomeOfHost } from "./pages.ts";
import { MISSING } from "./unfit.ts";
import paths from "./usual-paths.json" with { type: "json" };

const IMPRINT = /imprint|impressum|legal-notice|mentions-legales|aviso-legal|note-legali|colofon/i;

/** Usual paths of pages that home pages do not link, in English and other languages. */
type Usual = { isMissing: (found: readonly Candidate[]) => boolean; paths: Record<string, string> & { en: string } };
const USUAL: Usual[] = [
  {
    isMissing: (found) => !found.some(({ kind }) => kind === "pricing"),
    paths: paths.pricing,
  },
  {
    isMissing: (found) => !found.some(({ kind, url }) => kind === "contact" && !IMPRINT.test(url)),
    paths: paths.contact,
  },
  {
    isMissing: (found) => !found.some(({ kind }) => kind === "about"),
    paths: paths.about,
  },
  {
    isMissing: (found) => !found.some(({ url }) => IMPRINT.test(url)),
    paths: paths.imprint,
  },
  {
    isMissing: (found) => !found.some(({ kind }) => kind === "faq"),
    paths: paths.faq,
  },
];

/**
 * Paths to try for missing pages: first in the site's language, then in English. Only at the root
 * of a host; elsewhere they may belong to others.
 */
export function usualPages(home: SitePage, found: readonly Candidate[]): string[][] {
  if (!isHomeOfHost(home.url)) return [];
  const language = (home.language ?? "en").slice(0, 2).toLowerCase();
  return USUAL.filter(({ isMissing }) => isMissing(found)).map(({ paths }) =>
    [...new Set([paths[language] ?? paths.en, paths.en])].map((path) => new URL(path, home.url).href),
  );
}

/** The kind of a guessed page; undefined if it is an error page or another kind. */
export function kindOfUsual(page: SitePage): Candidate["kind"] | undefined {
  const heading = page.blocks.find(({ tag }) => /^h[12]$/.test(tag))?.text ?? "";
  const isMissing = MISSING.test(`${page.title ?? ""} ${heading}`) || MISSING.test(pageText(page).slice(0, 200));
  return isMissing ? undefined : pageKind(new URL(page.url).pathname);
}
