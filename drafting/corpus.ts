import { getDomain, getDomainWithoutSuffix, getSubdomain } from "tldts";
import { phrasesIn } from "#core/runtime/phrases.ts";
import type { CrawledSite, SitePage } from "#domain/drafts/site.ts";
import { fold } from "#domain/text/text.ts";
import { isUnfinished } from "./filler.ts";
import { allStrings, foundersIn, isA, nodesOf, ORGANISATION, PRODUCT, stringsOf } from "./json-ld.ts";
import { bare } from "./text.ts";
import { brandsOf, ownersOf, plainName, segmentsOf } from "./titles.ts";

const phrases = phrasesIn("links");

export type Reading = {
  page: SitePage;
  blockTexts: string[];
  /** Statements outside blocks: titles, metadata, structured data, addresses. */
  sources: string[];
  /** Folded sources, separated so that quotes cannot span two. */
  folded: string;
};

/** A crawled site prepared for drafting: quotable, finished pages and shared facts. */
export type Corpus = {
  site: CrawledSite;
  readings: Reading[];
  pages: SitePage[];
  home: SitePage | undefined;
  /**
   * The distinctive part of the host: "acme" of www.acme.co.uk, or "notes" of notes.acme.com if the
   * site says Notes.
   */
  label: string;
  /** The same for its registrable domain, possibly the company's. */
  companyLabel: string;
  domain: string | null;
  /** Canonical URLs in links, images and JSON-LD. */
  hrefs: Set<string>;
  /**
   * Letters and digits of texts where products name themselves: titles, site names, first headings.
   */
  ownNames: string;
  /** Folded self-names, words only: "acme notes". */
  selfNames: string[];
  /** Folded names in copyright notices: the website's owner. */
  owners: string[];
  headings: Set<string>;
  jsonLdFounders: Set<string>;
  /** Folded countries and cities of structured addresses. */
  jsonLdPlaces: Set<string>;
};

const BETWEEN = "\n\u0001\n";

export function readSite(site: CrawledSite): Corpus {
  const pages = site.pages.filter((page) => allowsQuotes(page) && !isUnfinished(page));
  const hosts = { allowPrivateDomains: true };
  const selfNamed = pages.map(placesOfNames);
  const companyLabel = getDomainWithoutSuffix(site.url, hosts) ?? "";
  const selfNames = [
    ...new Set(
      selfNamed
        .flatMap(({ titles, headings, names }) => [
          ...[...titles.flatMap(segmentsOf), ...headings].map(plainName),
          ...names,
        ])
        .map(wordsAlone),
    ),
  ].filter((name) => name.length > 1);
  return {
    site,
    readings: pages.map(readPage),
    pages,
    home: pages.find((page) => page.kind === "home"),
    label: productLabel(site.url, selfNames) ?? companyLabel,
    companyLabel,
    domain: getDomain(site.url, hosts),
    hrefs: new Set(pages.flatMap(addressesOf).map(canonical)),
    ownNames: selfNamed
      .flatMap(({ titles, headings, names }) => [...titles, ...headings, ...names])
      .map(fold)
      .join("")
      .replace(/[^\p{L}\p{N}]/gu, ""),
    jsonLdFounders: new Set(pages.flatMap((page) => foundersIn(page).map(({ name }) => fold(name)))),
    selfNames,
    owners: [...new Set(pages.flatMap(ownersOf).map(({ name }) => wordsAlone(name)))].filter((name) => name.length > 2),
    headings: new Set(
      pages.flatMap(({ blocks }) => blocks.filter(({ tag }) => /^h\d$/.test(tag)).map(({ text }) => fold(text))),
    ),
    jsonLdPlaces: new Set(
      pages
        .flatMap((page) =>
          nodesOf(page).flatMap((node) => [...stringsOf(node.addressCountry), ...stringsOf(node.addressLocality)]),
        )
        .map(fold),
    ),
  };
}

const SHARED_HOST = new RegExp(phrases("shared hosts"));

/** On a subdomain, the product's name if the site confirms it: authenticator.acme.com. */
function productLabel(url: string, selfNames: string[]): string | undefined {
  const own = getSubdomain(url, { allowPrivateDomains: true })?.split(".").at(-1) ?? "";
  if (own.length < 3 || SHARED_HOST.test(own)) return undefined;
  return selfNames.some((name) => bare(name).includes(bare(own))) ? own : undefined;
}

/** Readable pages may still forbid quoting. */
function allowsQuotes(page: SitePage): boolean {
  const rules = `${page.meta.robots ?? ""},${page.meta.listingbot ?? ""}`.toLowerCase();
  return !/(^|[\s,])(nosnippet|none|max-snippet:\s*0)(\s|,|$)/.test(rules);
}

function readPage(page: SitePage): Reading {
  const hrefs = [...page.links, ...page.images].flatMap(({ href }) => [href, decoded(href)]);
  const blockTexts = page.blocks.map(({ text }) => fold(text));
  const sources = [page.title ?? "", ...Object.values(page.meta), ...allStrings(page), ...new Set(hrefs)];
  return {
    page,
    blockTexts,
    sources,
    folded: [blockTexts.join(" "), ...sources.map(fold)].join(BETWEEN),
  };
}

export function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

const addressesOf = (page: SitePage): string[] => [
  ...page.links.flatMap((link) => [link.href, link.href.replace(/\?.*$/s, "")]),
  ...page.images.map((image) => image.href),
  ...allStrings(page).filter((text) => /^https?:\/\//.test(text)),
];

/** twitter.com is x.com; ignores scheme, "www.", fragment and trailing slash. */
export const canonical = (href: string): string =>
  href
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/^(www\.|m\.)/i, "")
    .replace(/^twitter\.com\//i, "x.com/")
    .replace(/#.*$/s, "")
    .replace(/(?<!\/)\/+$/, "");

/** Where a page names the product: titles with a slogan, headings, and places for names. */
const placesOfNames = (page: SitePage) => ({
  titles: [page.title ?? "", page.meta["og:title"] ?? ""],
  headings: page.blocks.filter((block) => block.tag === "h1").map((block) => block.text),
  names: [
    page.meta["og:site_name"] ?? "",
    page.meta["application-name"] ?? "",
    page.meta["apple-mobile-web-app-title"] ?? "",
    ...(page.title || page.kind !== "home" ? [] : brandsOf(page).map(({ name }) => name)),
    ...nodesOf(page)
      .filter((node) => isA(node, ORGANISATION) || isA(node, PRODUCT) || isA(node, /^WebSite$/))
      .flatMap((node) => stringsOf(node.name)),
  ],
});

const wordsAlone = (text: string): string =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(" ");

export const labelsOf = ({ label, companyLabel }: Pick<Corpus, "label" | "companyLabel">): string[] =>
  label === companyLabel ? [label] : [label, companyLabel];

/** Whether a text is about the product: by its name, host label or "we". */
export function speaksOfItself(text: string, corpus: Corpus, name: string | null): boolean {
  const plain = bare(text);
  if (name && bare(name).length >= 3 && plain.includes(bare(name))) return true;
  if (corpus.owners.some((owner) => plain.includes(bare(owner)))) return true;
  if (labelsOf(corpus).some((label) => label.length >= 3 && plain.includes(bare(label)))) return true;
  return /\b(we|we're|we've|our|us|company|wir|unser\w*|nous|notre|nosotros|nuestr[oa]|noi)\b/i.test(text);
}

export const pathOf = (page: SitePage): string => {
  try {
    return new URL(page.url).pathname.toLowerCase();
  } catch {
    return "";
  }
};

export const isImprint = (page: SitePage): boolean =>
  /imprint|impressum|mentions-legales|legal-notice|aviso-legal|note-legali|colofon/.test(pathOf(page));
