import type { Block, SitePage } from "#domain/drafts/site.ts";
import { cleanLine, fold } from "#domain/text/text.ts";
import { type Candidate, isBody, quoteAround, unique } from "../candidate.ts";
import { foundedElsewhere, isFounderRole, isPerson, PERSON } from "../claims/people.ts";
import { type Corpus, isImprint, pathOf, speaksOfItself } from "../corpus.ts";
import { foundersIn } from "../json-ld.ts";
import { kindOf } from "../record-kinds.ts";
import { recordsOf } from "../records.ts";
import { bare, sentencesOf } from "../text.ts";
import { isTeamSection } from "./sections.ts";

const NAME_AND_ROLE = new RegExp(`^(${PERSON})\\s*(?:,|–|—|-|\\||:|\\()\\s*(.{3,80})$`, "u");

export type FoundName = Candidate & { title: { value: string; quote: string } | null };

/** People called founder, creator or owner: in data, on team cards, then in sentences. */
export function findFounders(corpus: Corpus, name: string | null): FoundName[] {
  const pages = corpus.pages.filter(({ kind }) => kind !== "blog" && kind !== "changelog");
  const stated = corpus.pages
    .flatMap((page) => asData(page, corpus))
    .filter(({ value }) => bare(value) !== bare(name ?? ""));
  const onTeam = pages.flatMap((page) => [...inRecords(page, corpus), ...onCards(page, corpus)]);
  const told = pages.flatMap((page) =>
    page.blocks.flatMap((block) => {
      if (block.region === "quote" || (block.region === "footer" && stated.length + onTeam.length > 0)) return [];
      const people = inSentences(block, page, corpus, name);
      // A footer name without a role may be the web designer.
      return block.region === "footer" ? people.filter(({ title }) => title !== null) : people;
    }),
  );
  return merged([...stated, ...onTeam, ...told]).slice(0, 6);
}

/** One entry per person, with the first title found. */
function merged(found: FoundName[]): FoundName[] {
  const titles = new Map<string, FoundName["title"]>();
  for (const { value, title } of found) titles.set(bare(value), titles.get(bare(value)) ?? title);
  return unique(found, (item) => bare(item.value)).map((item) => ({
    ...item,
    title: titles.get(bare(item.value)) ?? null,
  }));
}

/** Founders in structured data, where the site states each role. */
const asData = (page: SitePage, corpus: Corpus): FoundName[] =>
  foundersIn(page)
    .filter(({ name }) => isPerson(name) && corpus.jsonLdFounders.has(fold(name)))
    .map(({ name, role }) => ({
      value: name,
      page: page.id,
      quote: name,
      title: role === null ? null : { value: cleanLine(role), quote: role },
    }));

/** Team members with a role on their card. */
function inRecords(page: SitePage, corpus: Corpus): FoundName[] {
  return recordsOf(page).flatMap((group) => {
    const isTeam = isAboutPage(page) || (group.title !== null && isTeamSection(group.title));
    if (!isTeam || kindOf(group) === "testimonials") return [];
    return group.records.flatMap(({ person }) =>
      person ? member(person.name.text, person.role.text, `${person.name.text} ${person.role.text}`, page, corpus) : [],
    );
  });
}

function member(person: string, text: string, quote: string, page: SitePage, corpus: Corpus): FoundName[] {
  // "Co-founder and CEO. Ada baked for nine years."
  const role = sentencesOf(text)[0]?.replace(/\.$/, "") ?? "";
  if (!isPerson(person) || !isFounderRole(role) || foundedElsewhere(role, corpus)) return [];
  if (/\b(former|ex-|previously|product owner|investor)\b/i.test(role)) return [];
  const cut = fold(quote).length <= 380 ? quote : quoteAround(quote, person);
  return [
    { value: person, page: page.id, quote: cut, title: { value: cleanLine(role.replace(/\)$/, "")), quote: cut } },
  ];
}

const BY = new RegExp(
  `\\b(?:co-?founded|founded|created|started|(?:mainly |originally |primarily ` +
    `)?developed|built|made|gegründet|entwickelt|fond[ée]e?|créée?|fundad[ao]|cread[ao])\\s(?:and \\w+ ` +
    `)?(?:(?:in|im|en|em|nel|i|w)\\s[^.;,]{2,20}?\\s)?(?:by|von|par|por|da)\\s(?:me,` +
    `\\s)?(${PERSON}(?:(?:,\\s|,?\\s(?:and|und|et|y|e|&)\\s)${PERSON}){0,4})`,
  "u",
);
const TITLED = new RegExp(
  `(?:^|[\\s(])(?:our\\s|the\\s)?((?:[Cc]o-?)?[Ff]ounders?(?:\\s(?:and|&)\\s\\w+)?|` +
    `[Cc]reators?|Inh\\.|Inhaber(?:in)?:?|Gründer(?:in)?:?|[Oo]wner:)\\s*:?\\s(${PERSON}(?:(?:,\\s|,` +
    `?\\s(?:and|und|&)\\s)${PERSON}){0,3})`,
  "u",
);
const STARTS = new RegExp(
  `(${PERSON})\\s(?:\\w+\\s)?(?:started|founded|created|co-?founded|launched|` +
    `built)\\s(?:the\\s)?([\\p{L}\\p{N}.:'-]+(?:\\s\\p{Lu}[\\p{L}\\p{N}]+)?)`,
  "u",
);
const IS = new RegExp(
  `(${PERSON}),?\\s(?:is\\s|\\()?(?:the\\s|a\\s|our\\s)?((?:[Cc]o-?)?[Ff]ounder|[Cc]reator|[Mm]aker|` +
    `[Ii]nventor|[Cc]réat(?:eur|rice)|[Cc]reador[ae]?)(?!\\p{L})`,
  "u",
);
const I_AM = new RegExp(`\\b(?:I['’]m|I am|[Mm]y name is|Ich bin)\\s(${PERSON})\\b`, "u");

function inSentences(block: Block, page: SitePage, corpus: Corpus, name: string | null): FoundName[] {
  if (block.text.length > 4_000 || !/\p{Lu}/u.test(block.text)) return [];
  const found: FoundName[] = [];
  for (const sentence of sentencesOf(block.text)) {
    if (sentence.length > 600) continue;
    const [, by] = BY.exec(sentence) ?? [];
    // "Built by the people of Acme" on another product's card: only sentences about this product
    // count.
    if (by && (speaksOfItself(sentence, corpus, name) || /software|project|app\b|it\b/i.test(sentence)))
      for (const person of namesIn(by)) found.push(entry(person, sentence, page, null));
    const [, starter, started = ""] = STARTS.exec(sentence) ?? [];
    if (starter && isPerson(starter) && isOwn(started, corpus, name)) found.push(entry(starter, sentence, page, null));
    if (foundedElsewhere(sentence, corpus)) continue;
    const [, title, titled = ""] = TITLED.exec(sentence) ?? [];
    if (title && (page !== corpus.home || speaksOfItself(sentence, corpus, name) || /Inh/.test(title)))
      for (const person of namesIn(titled)) found.push(entry(person, sentence, page, title.replace(/s?:?$/, "")));
    const [, other, role = null] = IS.exec(sentence) ?? [];
    if (other && isPerson(other) && (speaksOfItself(sentence, corpus, name) || isAboutPage(page)))
      found.push(entry(other, sentence, page, role));
    const [, me] = I_AM.exec(sentence) ?? [];
    if (me && isPerson(me) && /founder|creator|\bmaker|built|created|started|developer|gründer/i.test(sentence))
      found.push(entry(me, sentence, page, null));
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
  return { value: person, page: page.id, quote, title: title === null ? null : { value: cleanLine(title), quote } };
}

const isAboutPage = (page: SitePage): boolean =>
  page.kind === "about" ||
  page.kind === "team" ||
  isImprint(page) ||
  /about|team|company|story|people/.test(pathOf(page));

/** Team cards: a name, then a role. Only on company pages; elsewhere they are customers. */
function onCards(page: SitePage, corpus: Corpus): FoundName[] {
  if (!isAboutPage(page) || page === corpus.home) return [];
  const blocks = page.blocks.filter(isBody);
  return blocks.flatMap((block, at) => {
    const [, person, role = ""] = (block.text.length <= 400 && NAME_AND_ROLE.exec(block.text)) || [];
    const pair = person ? { person, role, quote: block.text } : cardAt(block, blocks[at + 1]);
    return pair ? member(pair.person, pair.role, pair.quote, page, corpus) : [];
  });
}

function cardAt(person: Block, role: Block | undefined): { person: string; role: string; quote: string } | null {
  return role ? { person: person.text, role: role.text, quote: `${person.text} ${role.text}` } : null;
}
