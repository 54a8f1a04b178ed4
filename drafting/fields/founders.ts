import type { Block, SitePage } from "../../domain/site.ts";
import { type Candidate, quoteAround, unique } from "../candidate.ts";
import { foundedElsewhere, isPerson, PERSON } from "../claims/people.ts";
import { type Corpus, isImprint, pathOf, speaksOfItself } from "../corpus.ts";
import { isA, nodesOf, ORGANISATION, PRODUCT, stringsOf } from "../json-ld.ts";
import { bare, cleanValue, fold, sentencesOf } from "../text.ts";

const NAME_AND_ROLE = new RegExp(`^(${PERSON})\\s*(?:,|–|—|-|\\||:|\\()\\s*(.{3,80})$`, "u");

export type FoundName = Candidate & { title: { value: string; quote: string } | null };

const ROLE =
  /^(?:the\s)?(?:.{0,40}\b)?(co-?founder|founder|founding (?:partner|engineer|developer)|gründer(?:in)?|mitgründer(?:in)?|fondat(?:eur|rice|ore)|co-?fondat\w+|fundador[ae]?|cofundador[ae]?|creator|inhaber(?:in)?|owner)\b.{0,60}$/i;

/** People whom the site calls founder, creator or owner of this product. */
export function findFounders(corpus: Corpus, name: string | null): FoundName[] {
  const found: FoundName[] = [];
  for (const page of corpus.pages) {
    for (const node of nodesOf(page)) {
      if (!isA(node, ORGANISATION) && !isA(node, PRODUCT)) continue;
      for (const person of [...stringsOf(node.founder), ...stringsOf(node.founders)])
        if (isPerson(person) && bare(person) !== bare(name ?? ""))
          found.push({ value: person, page: page.id, quote: person, title: null });
    }
    if (page.kind === "blog" || page.kind === "changelog") continue;
    for (const block of page.blocks)
      if (block.region !== "quote") found.push(...inSentences(block, page, corpus, name));
    found.push(...onCards(page, corpus));
  }
  return unique(found, (item) => bare(item.value)).slice(0, 6);
}

const BY = new RegExp(
  `\\b(?:co-?founded|founded|created|started|(?:mainly |originally |primarily )?developed|built|made|gegründet|entwickelt|fond[ée]e?|créée?|fundad[ao]|cread[ao])\\s(?:and \\w+ )?(?:by|von|par|por|da)\\s(?:me,\\s)?(${PERSON}(?:(?:,\\s|,?\\s(?:and|und|et|y|e|&)\\s)${PERSON}){0,4})`,
  "u",
);
const TITLED = new RegExp(
  `(?:^|[\\s(])(?:our\\s|the\\s)?((?:[Cc]o-?)?[Ff]ounders?(?:\\s(?:and|&)\\s\\w+)?|[Cc]reators?|Inh\\.|Inhaber(?:in)?:?|Gründer(?:in)?:?|[Oo]wner:)\\s*:?\\s(${PERSON}(?:(?:,\\s|,?\\s(?:and|und|&)\\s)${PERSON}){0,3})`,
  "u",
);
const STARTS = new RegExp(
  `(${PERSON})\\s(?:\\w+\\s)?(?:started|founded|created|co-?founded|launched|built)\\s(?:the\\s)?([\\p{L}\\p{N}.:'-]+(?:\\s\\p{Lu}[\\p{L}\\p{N}]+)?)`,
  "u",
);
const IS = new RegExp(
  `(${PERSON}),?\\s(?:is\\s|\\()?(?:the\\s|a\\s|our\\s)?((?:[Cc]o-?)?[Ff]ounder|[Cc]reator|[Mm]aker|[Ii]nventor)\\b`,
  "u",
);
const I_AM = new RegExp(`\\b(?:I['’]m|I am|[Mm]y name is|Ich bin)\\s(${PERSON})\\b`, "u");

function inSentences(block: Block, page: SitePage, corpus: Corpus, name: string | null): FoundName[] {
  if (block.text.length > 4_000 || !/\p{Lu}/u.test(block.text)) return [];
  const found: FoundName[] = [];
  for (const sentence of sentencesOf(block.text)) {
    if (sentence.length > 600) continue;
    const by = BY.exec(sentence);
    // "Built by the people of Acme" on another product's card: only sentences about this one count.
    if (by && (speaksOfItself(sentence, corpus, name) || /software|project|app\b|it\b/i.test(sentence)))
      for (const person of namesIn(by[1]!)) found.push(entry(person, sentence, page, null));
    const starts = STARTS.exec(sentence);
    if (starts && isPerson(starts[1]!) && isOwn(starts[2]!, corpus, name))
      found.push(entry(starts[1]!, sentence, page, null));
    if (foundedElsewhere(sentence, corpus)) continue;
    const titled = TITLED.exec(sentence);
    if (titled && (page !== corpus.home || speaksOfItself(sentence, corpus, name) || /Inh/.test(titled[1]!)))
      for (const person of namesIn(titled[2]!))
        found.push(entry(person, sentence, page, titled[1]!.replace(/s?:?$/, "")));
    const is = IS.exec(sentence);
    if (is && isPerson(is[1]!) && (speaksOfItself(sentence, corpus, name) || isAboutPage(page)))
      found.push(entry(is[1]!, sentence, page, is[2]!));
    const me = I_AM.exec(sentence);
    if (me && isPerson(me[1]!) && /founder|creator|\bmaker|built|created|started|developer|gründer/i.test(sentence))
      found.push(entry(me[1]!, sentence, page, null));
  }
  return found;
}

const isOwn = (text: string, corpus: Corpus, name: string | null): boolean => {
  const plain = bare(text);
  return (
    plain.length > 2 &&
    ((name !== null && (bare(name).startsWith(plain) || plain.startsWith(bare(name)))) ||
      (corpus.label !== "" && plain.startsWith(bare(corpus.label))))
  );
};

const namesIn = (list: string): string[] =>
  list
    .split(/,\s|,?\s(?:and|und|et|y|e|&)\s/)
    .map((part) => part.trim())
    .filter(isPerson);

function entry(person: string, sentence: string, page: SitePage, title: string | null): FoundName {
  const quote = sentence.length <= 380 ? sentence : quoteAround(sentence, person);
  return { value: person, page: page.id, quote, title: title === null ? null : { value: cleanValue(title), quote } };
}

const isAboutPage = (page: SitePage): boolean =>
  page.kind === "about" ||
  page.kind === "team" ||
  isImprint(page) ||
  /about|team|company|story|people/.test(pathOf(page));

/** Cards of a team: a name, then a role. Only on pages about the company: elsewhere such cards are customers. */
function onCards(page: SitePage, corpus: Corpus): FoundName[] {
  if (!isAboutPage(page) || page === corpus.home) return [];
  const found: FoundName[] = [];
  const blocks = page.blocks.filter((block) => block.region === "main" || block.region === "header");
  blocks.forEach((block, at) => {
    const oneLine = block.text.length > 400 ? null : NAME_AND_ROLE.exec(block.text);
    const pair = oneLine ? { person: oneLine[1]!, role: oneLine[2]!, quote: block.text } : cardAt(blocks, at);
    if (!pair || pair.role.length > 90 || !isPerson(pair.person) || !ROLE.test(pair.role)) return;
    if (foundedElsewhere(pair.role, corpus) || /\b(former|ex-|previously|product owner|investor)\b/i.test(pair.role))
      return;
    const quote = fold(pair.quote).length <= 380 ? pair.quote : quoteAround(pair.quote, pair.person);
    found.push({
      value: pair.person,
      page: page.id,
      quote,
      title: { value: cleanValue(pair.role.replace(/\)$/, "")), quote },
    });
  });
  return found;
}

function cardAt(blocks: Block[], at: number): { person: string; role: string; quote: string } | null {
  const person = blocks[at]!;
  const role = blocks[at + 1];
  return role ? { person: person.text, role: role.text, quote: `${person.text} ${role.text}` } : null;
}
