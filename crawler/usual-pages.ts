import { pageText, type SitePage } from "../domain/drafts/site.ts";
import { pageKind } from "./page-kind.ts";
import { type Candidate, isHomeOfHost } from "./pages.ts";
import { MISSING } from "./unfit.ts";

const IMPRINT = /imprint|impressum|legal-notice|mentions-legales|aviso-legal|note-legali|colofon/i;

/** Usual paths of pages that home pages do not link, in English and other languages. */
type Usual = { isMissing: (found: readonly Candidate[]) => boolean; paths: Record<string, string> & { en: string } };
const USUAL: Usual[] = [
  {
    isMissing: (found) => !found.some(({ kind }) => kind === "pricing"),
    paths: {
      en: "pricing",
      de: "preise",
      fr: "tarifs",
      es: "precios",
      it: "prezzi",
      pt: "precos",
      nl: "prijzen",
      sv: "priser",
      pl: "cennik",
      ja: "price",
      da: "priser",
      no: "priser",
      nb: "priser",
      fi: "hinnasto",
      cs: "cenik",
      sk: "cennik",
      hu: "arak",
      ro: "preturi",
      tr: "fiyatlar",
      id: "harga",
      vi: "bang-gia",
    },
  },
  {
    isMissing: (found) => !found.some(({ kind, url }) => kind === "contact" && !IMPRINT.test(url)),
    paths: {
      en: "contact",
      de: "kontakt",
      es: "contacto",
      it: "contatti",
      pt: "contato",
      sv: "kontakt",
      pl: "kontakt",
      da: "kontakt",
      no: "kontakt",
      nb: "kontakt",
      fi: "yhteystiedot",
      cs: "kontakt",
      sk: "kontakt",
      hu: "kapcsolat",
      tr: "iletisim",
      id: "kontak",
      vi: "lien-he",
    },
  },
  {
    isMissing: (found) => !found.some(({ kind }) => kind === "about"),
    paths: {
      en: "about",
      de: "ueber-uns",
      fr: "a-propos",
      es: "sobre-nosotros",
      it: "chi-siamo",
      pt: "sobre",
      nl: "over-ons",
      sv: "om-oss",
      pl: "o-nas",
      ja: "company",
      da: "om-os",
      no: "om-oss",
      nb: "om-oss",
      fi: "meista",
      cs: "o-nas",
      sk: "o-nas",
      hu: "rolunk",
      ro: "despre",
      tr: "hakkimizda",
      id: "tentang-kami",
      vi: "gioi-thieu",
    },
  },
  {
    isMissing: (found) => !found.some(({ url }) => IMPRINT.test(url)),
    paths: { en: "imprint", de: "impressum", fr: "mentions-legales", es: "aviso-legal", it: "note-legali" },
  },
  {
    isMissing: (found) => !found.some(({ kind }) => kind === "faq"),
    paths: { en: "support", de: "hilfe", fr: "aide", es: "ayuda", it: "supporto", pt: "suporte" },
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
