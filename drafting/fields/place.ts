import type { Block, SitePage } from "../../domain/site.ts";
import { type Candidate, type Finder, unique } from "../candidate.ts";
import { type Corpus, isImprint, speaksOfItself } from "../corpus.ts";
import { countriesIn, countryOf } from "../countries.ts";
import { isA, nodesOf, ORGANISATION, stringsOf } from "../json-ld.ts";
import { sentencesOf } from "../text.ts";

type Place = { country: Candidate | null; city: Candidate | null };

const BASED =
  /\b(?:based|headquartered|located|registered office|headquarters|incorporated|offices?|made with (?:love|❤️?|♥) |sitz|siège|ansässig)\s?(?:is |are )?(?:out of |in|at|from|:)\s+(?:the\s)?((?:\p{Lu}[\p{L}.'’-]+(?:\s(?:de|of|am|an|der|la|do)\s|\s|,\s?)?){1,6})/u;

/** Country and city of the maker, from structured data, "based in …" and postal addresses. */
function findPlaces(corpus: Corpus, name: string | null): Place[] {
  const places: Place[] = [];
  for (const page of corpus.pages) {
    for (const node of nodesOf(page)) {
      if (!isA(node, ORGANISATION) && !node.addressCountry && !node.addressLocality) continue;
      const countries = stringsOf(node.addressCountry);
      const cities = stringsOf(node.addressLocality);
      const code = countries[0] ? countryOf(countries[0]) : null;
      const city = cities[0];
      if (code || city)
        places.push({
          country: code ? { value: code, page: page.id, quote: countries[0]! } : null,
          city: city && /^\p{Lu}/u.test(city) ? { value: city, page: page.id, quote: city } : null,
        });
    }
  }
  const ordered = [...corpus.pages].sort((a, b) => rank(a) - rank(b));
  for (const page of ordered) {
    if (page.kind === "blog" || page.kind === "changelog") continue;
    for (const block of page.blocks)
      if (block.region !== "quote" && block.region !== "nav") places.push(...statedIn(block, page, corpus, name));
    places.push(...addressesIn(page, corpus));
  }
  return places;
}

const rank = (page: SitePage): number =>
  isImprint(page) ? 0 : page.kind === "contact" ? 1 : page.kind === "about" ? 2 : page.kind === "home" ? 3 : 4;

/** "We are a small company based in Porto, Portugal." */
function statedIn(block: Block, page: SitePage, corpus: Corpus, name: string | null): Place[] {
  if (!/based|headquarter|located|incorporated|office|sitz|siège|ansässig/i.test(block.text)) return [];
  return sentencesOf(block.text).flatMap((sentence) => {
    const match = sentence.length > 380 ? null : BASED.exec(sentence);
    if (!match || !speaksOfItself(sentence, corpus, name)) return [];
    if (
      /server|hosted|stored|data ?cent(er|re)|customers?|users?|processor|sub-?processor|invest/i.test(
        sentence.slice(0, match.index),
      )
    )
      return [];
    const parts = match[1]!
      .split(",")
      .map((part) => part.trim().replace(/[.\s]+$/, ""))
      .filter(Boolean);
    const code =
      parts.map((part) => countryOf(part) ?? [...countriesIn(part)][0] ?? null).find((value) => value !== null) ?? null;
    const first = parts[0] ?? "";
    const city =
      first && !countryOf(first) && !REGION.test(first) && parts.length >= 2 && /^\p{Lu}[\p{L}' .-]{2,30}$/u.test(first)
        ? first
        : null;
    if (!code && !city) return [];
    return [
      {
        country: code ? { value: code, page: page.id, quote: sentence } : null,
        city: city ? { value: city, page: page.id, quote: sentence } : null,
      },
    ];
  });
}
const REGION =
  /^(europe|eu|european union|the eu|asia|africa|america|north america|latin america|scandinavia|earth|internet|cloud|silicon valley|bay area)$/i;

const POSTCODE_CITY = [
  /(?:^|,\s*|\s)(?:[A-Z]{1,2}[- ])?\d{4,5}(?:\s?[A-Z]{2})?,?\s+(\p{Lu}[\p{L}'’-]+(?:[ -](?:am|an|der|de|la|le|sur|\p{Lu}[\p{L}'’-]+))*)/u,
  /(\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)*),?\s+[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b/u,
  /(\p{Lu}[\p{L}'’.-]+(?:\s\p{Lu}[\p{L}'’-]+)*),\s*[A-Z]{2}\.?\s+\d{5}(?:-\d{4})?\b/u,
];
const LEGAL_FORM =
  /(?<!\p{L})(GmbH|UG|AG|KG|Ltd|Limited|LLC|Inc|OÜ|BV|B\.V\.|AB|Oy|ApS|AS|S\.?r\.?l|SAS|S\.A\.S|S\.A\.|SL|sp\. z o\.o|e\.K|Pty|Corp|Lda|s\.r\.o)(?!\p{L})/u;
const STREET =
  /stra(ß|ss)e\b|str\.|\bstreet\b|\b\d+ .*\bst\b|\bavenue\b|\bave\b|\broad\b|\brue\b|\bcalle\b|\bvia \p{L}|\btn \d|\b(suite|floor)\b|\bp\.?o\.? box\b/iu;

/** Address lines: a postcode with its city, and a line that is or ends with a country, at most four lines further on. */
function addressesIn(page: SitePage, corpus: Corpus): Place[] {
  const places: Place[] = [];
  const wholePage = isImprint(page) || page.kind === "contact";
  page.blocks.forEach((block, at) => {
    const likely =
      wholePage ||
      block.tag === "address" ||
      (block.region === "footer" && (page === corpus.home || page.kind === "about"));
    if (!likely || block.region === "quote" || block.text.length > 240 || /©|copyright|\(c\)/i.test(block.text)) return;
    const lines = page.blocks
      .slice(at, at + 5)
      .filter((line) => line.region === block.region && line.text.length <= 240);
    // A phone number or a year also has digits before a word; an address has a street or a company beside it.
    const city = POSTCODE_CITY.map((pattern) => pattern.exec(block.text)?.[1]).find((match) => match !== undefined);
    const after = lines.findIndex((line) => endsWithCountry(line.text) !== null);
    const near = page.blocks
      .slice(Math.max(0, at - 4), at + 1)
      .map((line) => line.text.slice(0, 500))
      .some((line) => LEGAL_FORM.test(line) || STREET.test(line));
    if (city && (near || (after >= 0 && wholePage))) {
      const text = lines
        .slice(0, Math.max(after, 0) + 1)
        .map((line) => line.text)
        .join(" ");
      const code = after >= 0 ? endsWithCountry(lines[after]!.text) : null;
      places.push({
        city: countryOf(city) ? null : { value: city, page: page.id, quote: block.text },
        country: code && text.length <= 380 ? { value: code, page: page.id, quote: text } : null,
      });
    } else if (near && isImprint(page)) {
      const code = countryOf(block.text);
      if (code && block.text.length > 2)
        places.push({ country: { value: code, page: page.id, quote: block.text }, city: null });
    }
  });
  return places;
}

function endsWithCountry(text: string): string | null {
  const whole = text.length > 3 ? countryOf(text) : null;
  if (whole) return whole;
  const last = text
    .split(/[,•·|–—-]\s*/)
    .at(-1)!
    .trim()
    .replace(/\.$/, "");
  return last !== text && last.length > 2 ? countryOf(last) : null;
}

const pick = (corpus: Corpus, name: string | null, key: keyof Place): Candidate[] =>
  unique(
    findPlaces(corpus, name).flatMap((place) => place[key] ?? []),
    (item) => item.value,
  );

export const findCountry: Finder = (corpus, { name }) => pick(corpus, name, "country");
export const findCity: Finder = (corpus, { name }) => pick(corpus, name, "city");
