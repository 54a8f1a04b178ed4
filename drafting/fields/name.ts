import type { SitePage } from "#domain/drafts/site.ts";
import { fold } from "#domain/text/text.ts";
import { blocksOf, type Candidate, type Finder, proseOf } from "../candidate.ts";
import { LEGAL_FORM } from "../claims/postal.ts";
import type { Corpus } from "../corpus.ts";
import { isA, nodesOf, ORGANISATION, PRODUCT, stringsOf } from "../json-ld.ts";
import { bare, similarity, wordsOf } from "../text.ts";
import { brandsOf, GENERIC, plainName, segmentsOf } from "../titles.ts";

const MAX_TEXT = 500;

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
const MOST_UNSPACED = 5;

/** Places where a site names itself. */
type Place = "product" | "site" | "title" | "text";
type Weighed = Candidate & { weight: number; alike: number; place: Place; isUsed?: boolean };

/** Self-names, weighted by the place's reliability and similarity to the host. */
export const findName: Finder = (corpus) => {
  const found: Weighed[] = [];
  const add: Add = (page, text, quote, weight, place, most = 5) => {
    if (text.length > MAX_TEXT) return;
    const full = plainName(text);
    const value = full.replace(COMPANY_FORM, "");
    if (!value || value.length > 60 || GENERIC.test(value) || value.split(" ").length > most || !/\p{L}/u.test(value))
      return;
    // Scripts without spaces have another limit.
    if (UNSPACED.test(value) && (wordsOf(value).length > MOST_UNSPACED || /[！!。、]/.test(value))) return;
    if (!fold(quote).includes(fold(value))) return;
    const alike = nameLikeness(value, corpus.label);
    const share = value === full ? 1 : OF_COMPANY;
    found.push({ value, page: page.id, quote, alike, place, weight: weight * share * (0.35 + alike) });
  };
  for (const page of corpus.pages) {
    const share = page === corpus.home ? 1 : 0.6;
    for (const node of nodesOf(page)) {
      const isProduct = isA(node, PRODUCT);
      if (isProduct || isA(node, ORGANISATION) || isA(node, /^WebSite$/))
        for (const text of stringsOf(node.name))
          add(page, text, text, (isProduct ? 4.2 : 4) * share, isProduct ? "product" : "site");
    }
    for (const [key, weight] of [
      ["og:site_name", 3.5],
      ["application-name", 3],
      ["apple-mobile-web-app-title", 2.8],
    ] as const)
      if (page.meta[key]) add(page, page.meta[key], page.meta[key], weight * share, "site");
  }
  fromTitles(corpus, add);
  fromHome(corpus, add);
  return strongestFirst(found, corpus);
};

/** "Acme GmbH" is the company, whose product may have another name. */
const COMPANY_FORM = new RegExp(`(?<=.),? (?:${LEGAL_FORM.source})\\.?(?:\\s.*)?$`, "u");
const OF_COMPANY = 0.3;
/** Enough to decide between the parts of a title. */
const USED = 1.2;

/** Whether sentences speak of it: "Loafwise plans bread", "bread with Loafwise". */
function isUsed(value: string, { home }: Corpus): boolean {
  const name = RegExp.escape(value);
  const isCapitalised = value.split(" ").every((word) => /^[\p{Lu}\p{N}]/u.test(word));
  const pattern = new RegExp(
    `${isCapitalised ? "(?:^|[.!?] )" : "(?!)"}${name}\\s\\p{Ll}|[\\p{Ll},] ${name}(?![\\p{L}\\p{N}])`,
    "u",
  );
  return [home?.meta.description ?? "", ...proseOf(home).map(({ text }) => text)].some((text) => pattern.test(text));
}

/** Agreement of title and metadata outweighs the host name. */
const AGREED = 3;
/** Enough to outweigh the company's name, on which domain and site name agree. */
const PRODUCT_AGREED = 5;

/** Several places outweigh one. A single weak place that is unlike the host is not enough. */
function strongestFirst(found: Weighed[], corpus: Corpus): Candidate[] {
  const groups = new Map<string, Weighed & { total: number; places: Set<Place> }>();
  for (const item of found) {
    const key = bare(item.value);
    const known = groups.get(key);
    if (!known) groups.set(key, { ...item, total: item.weight, places: new Set([item.place]) });
    else {
      known.places.add(item.place);
      known.total = Math.max(known.total, item.weight) + 0.4;
      if (item.weight > known.weight) Object.assign(known, item);
    }
  }
  for (const item of groups.values()) {
    item.isUsed = isUsed(item.value, corpus);
    if (item.isUsed) item.total += USED;
  }
  const hasProduct = [...groups.values()].some(({ places }) => places.has("title") && places.has("product"));
  const agrees = ({ places }: { places: Set<Place> }): boolean =>
    places.has("title") && (places.has("product") || places.has("site"));
  const strength = (item: { total: number; alike: number; places: Set<Place> }): number =>
    item.total +
    (agrees(item) && item.alike < 0.6 ? (item.places.has("product") ? PRODUCT_AGREED : AGREED) * (1 - item.alike) : 0);
  // Next to a name like the host, other title parts are slogans.
  const sure = found.some((item) => item.alike >= 0.6);
  return [...groups.values()]
    .filter((item) => !sure || item.alike >= 0.3 || item.isUsed || agrees(item))
    .filter((item) => item.total >= (corpus.label ? 0.65 : 0.3))
    .sort((a, b) => strength(b) - strength(a))
    .map(({ value, page, quote, places }) => ({
      value,
      page,
      quote,
      // Next to a marked-up product, another name is the company's.
      isStrong:
        page === corpus.home?.id &&
        places.has("title") &&
        (places.has("product") || (places.has("site") && !hasProduct)),
    }));
}

type Add = (page: SitePage, text: string, quote: string, weight: number, place: Place, most?: number) => void;

function fromTitles(corpus: Corpus, add: Add): void {
  const { home } = corpus;
  for (const title of [home?.title, home?.meta["og:title"]]) {
    if (!home || !title) continue;
    const parts = segmentsOf(title);
    // A title of one part must be short to be a name.
    for (const part of parts) add(home, part, title, 2, "title", parts.length === 1 ? 3 : 5);
  }
  const counts = new Map<string, { page: SitePage; title: string; part: string; pages: number }>();
  for (const page of corpus.pages) {
    const { title } = page;
    if (!title) continue;
    for (const part of new Set(segmentsOf(title))) {
      const seen = counts.get(fold(part));
      if (seen) seen.pages += 1;
      else counts.set(fold(part), { page, title, part, pages: 1 });
    }
  }
  for (const { page, title, part, pages } of counts.values()) if (pages >= 2) add(page, part, title, 2.2, "title", 4);
}

function fromHome(corpus: Corpus, add: Add): void {
  const { home, label } = corpus;
  if (!home) return;
  for (const block of blocksOf(home)) if (block.tag === "h1") add(home, block.text, block.text, 1.2, "text", 4);
  for (const { name, quote } of brandsOf(home)) add(home, name, quote, 1, "text", 3);
  for (const image of home.images) {
    const alt = image.alt.replace(/\b(logo|logotype|icon|brand|website|home)\b/gi, "").trim();
    if (image.source === "img" && alt && similarity(alt, label) >= 0.6) add(home, alt, alt, 1, "text", 4);
  }
  if (label.length < 3) return;
  // The host name in the site's own spelling: acme.app writes "Acme".
  const host = bare(label);
  for (const block of home.blocks) {
    const word = block.text.split(/[\s,;!?"“”()]+/).find((part) => bare(part) === host && /^\p{Lu}|\p{Lu}/u.test(part));
    if (word) {
      add(home, word.replace(/['’]s$/, ""), block.text.slice(0, 380), 1.4, "text");
      break;
    }
  }
}

function nameLikeness(value: string, label: string): number {
  const name = bare(value);
  const host = bare(label);
  if (!name || !host) return 0;
  // "getacme.com" and "acmeapp.io" belong to Acme.
  const trimmed = host
    .replace(/^(get|try|use|go|join|hello|my|the)(?=.{3})/, "")
    .replace(/(?<=.{3})(app|hq|io|software|labs|web|server|project)$/, "");
  return Math.max(similarity(value, label), trimmed === name ? 0.98 : 0, initials(value) === host ? 0.9 : 0);
}

const initials = (text: string): string =>
  text
    .split(/[\s-]+/)
    .map((word) => word[0] ?? "")
    .join("")
    .toLowerCase();
