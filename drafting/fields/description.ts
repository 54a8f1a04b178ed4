import { phrasesIn } from "#core/runtime/phrases.ts";
import type { Block, SitePage } from "#domain/drafts/site.ts";
import { cleanLine } from "#domain/text/text.ts";
import { agreedFirst, type Candidate, type Finder, proseOf, unique } from "../candidate.ts";
import { type Corpus, isImprint, pathOf, speaksOfItself } from "../corpus.ts";
import { isA, nodesOf, ORGANISATION, PRODUCT, stringsOf } from "../json-ld.ts";
import { bare, isSentence, overlap, sentencesOf, wholeSentences, wordsOf } from "../text.ts";

const phrases = phrasesIn("description");

const BOILERPLATE = new RegExp(phrases("boilerplate"), "i");
const NOISE = new RegExp(phrases("noise"), "i");

const describes = (text: string | undefined): text is string =>
  text !== undefined && wordsOf(text).length >= 5 && !BOILERPLATE.test(text.trim());

/** One or two sentences: the page's description, or the first paragraph about the product. */
export const findShortDescription: Finder = (corpus, { name }) => {
  const { home } = corpus;
  if (!home) return [];
  const texts: { text: string; page: SitePage; source: string }[] = [];
  for (const key of ["description", "og:description", "twitter:description"]) {
    const text = home.meta[key];
    if (describes(text)) texts.push({ text, page: home, source: key });
  }
  for (const node of nodesOf(home))
    if (isA(node, PRODUCT) || isA(node, ORGANISATION) || isA(node, /^WebSite$/))
      for (const text of stringsOf(node.description))
        if (describes(text)) texts.push({ text, page: home, source: "structured data" });
  const paragraphs = proseOf(home).filter(isParagraph);
  const leading = [...paragraphs.filter((block) => speaksOfItself(block.text, corpus, name)), ...paragraphs].slice(
    0,
    4,
  );
  // The paragraph under the first heading introduces the product even without naming it.
  const hero = proseOf(home)
    .slice(0, 14)
    .find((block) => isLead(block, namesProduct(block.text, corpus, name)));
  for (const block of hero ? [hero, ...leading] : leading) texts.push({ text: block.text, page: home, source: "text" });
  const found = agreedFirst(
    texts.flatMap(({ text, page, source }) => {
      const value = cleanLine(wholeSentences(text, 300));
      return value
        ? [{ value, page: page.id, quote: value.length < text.length ? wholeSentences(text, 300) : text, source }]
        : [];
    }),
  );
  // A slogan is often repeated; the page's own description says more if it names the product.
  const [first] = found;
  const own = found.find(({ value }) => value === cleanLine(wholeSentences(home.meta.description ?? "", 300)));
  const isSaid = own && first && namesProduct(own.value, corpus, name) && !namesProduct(first.value, corpus, name);
  return isSaid ? unique([own, ...found], ({ value }) => value) : found;
};

const isParagraph = (block: Block): boolean =>
  (block.tag === "p" || block.tag === "div" || block.tag === "dd") &&
  wordsOf(block.text).length >= 10 &&
  isSentence(block.text) &&
  !NOISE.test(block.text) &&
  !/^["“„«]/.test(block.text);

const isLead = (block: Block, isNamed: boolean): boolean =>
  (block.tag === "p" || /^h[234]$/.test(block.tag)) &&
  wordsOf(block.text).length >= (isNamed && isSentence(block.text) ? 5 : 8) &&
  block.text.length <= 400 &&
  !NOISE.test(block.text);

const MAX_PARAGRAPHS = 3;
/** Share of a sentence's words that the short description has. */
const MOST_REPEATED = 0.55;
/** Paragraphs further apart than this many blocks do not read as one text. */
const MOST_APART = 12;

/**
 * Verbatim paragraphs of one page that follow each other, the home page's if it has any, without
 * what the short description says. A site that says no more has only that.
 */
export const findDescription: Finder = (corpus, context) => {
  const [short] = findShortDescription(corpus, context);
  const lead = short?.value ?? "";
  const about = corpus.pages
    .filter(
      (page) =>
        page !== corpus.home &&
        (page.kind === "about" || page.kind === "features" || page.kind === "llms") &&
        !isImprint(page),
    )
    .sort((a, b) => rank(a) - rank(b));
  const texts = [...(corpus.home ? [corpus.home] : []), ...about].map((page) =>
    textOf(page, lead, corpus, context.name),
  );
  return texts.find((text) => text.length > 1) ?? texts.find((text) => text.length > 0) ?? (short ? [short] : []);
};

function textOf(page: SitePage, lead: string, corpus: Corpus, name: string | null): Candidate[] {
  const chosen: (Candidate & { at: number })[] = [];
  for (const [at, block] of proseOf(page).entries()) {
    const last = chosen.at(-1);
    if (chosen.length >= MAX_PARAGRAPHS || (last && at - last.at > MOST_APART)) break;
    if (!isParagraph(block) || !tells(block, corpus, name)) continue;
    // Further down, "we" may concern a detail, so the paragraph must name the product.
    if (page === corpus.home && at > 14 && !namesProduct(block.text, corpus, name)) continue;
    const quote = wholeSentences(withoutLead(block.text, lead), 380);
    const value = cleanLine(quote);
    if (wordsOf(value).length < 6 || chosen.some((other) => overlap(value, other.value) > 0.8)) continue;
    chosen.push({ value, page: page.id, quote, at });
  }
  return chosen.map(({ at: _, ...paragraph }) => paragraph);
}

/** What a paragraph adds to the short description. */
function withoutLead(text: string, lead: string): string {
  const sentences = sentencesOf(text);
  const from = sentences.findIndex((sentence) => overlap(sentence, lead) <= MOST_REPEATED);
  const first = sentences[from];
  return first === undefined ? "" : text.slice(text.indexOf(first));
}

const namesProduct = (text: string, { label }: Corpus, name: string | null): boolean =>
  [name ?? "", label].some((own) => bare(own).length >= 3 && bare(text).includes(bare(own)));

const rank = (page: SitePage): number =>
  page.kind === "about" ? 0 : pathOf(page).length > 40 ? 3 : page.kind === "features" ? 1 : 2;

/** A paragraph about the product rather than instructions. */
const tells = (block: Block, corpus: Corpus, name: string | null): boolean =>
  speaksOfItself(block.text, corpus, name) &&
  !/^(not working|note|warning|example|for example|p\.s\.|join|subscribe|before reporting)\b|(?:…|\.{3})$/i.test(
    block.text,
  );
