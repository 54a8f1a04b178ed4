import { phrasesIn } from "#core/runtime/phrases.ts";
import type { Block, SitePage } from "#domain/drafts/site.ts";
import { countriesIn, countryOf } from "#domain/text/countries.ts";
import { pattern } from "#domain/text/pattern.ts";
import { agreedFirst, type Candidate, type Finder, unique } from "../candidate.ts";
import { countryOfCity } from "../cities.ts";
import { othersAddresses } from "../claims/others-addresses.ts";
import { countryAt, isWhoseItIs, placesOf } from "../claims/place-lines.ts";
import { MADE_IN } from "../claims/places.ts";
import { cityIn, countryByForm, countryOfDomain, isPostcode, LEGAL_FORM, STREET } from "../claims/postal.ts";
import { countryByRegister } from "../claims/registers.ts";
import { countryOfSelf } from "../claims/self-placed.ts";
import { type Corpus, isImprint, speaksOfItself } from "../corpus.ts";
import { isA, nodesOf, ORGANISATION, stringsOf } from "../json-ld.ts";
import { sentencesOf } from "../text.ts";

const phrases = phrasesIn("places");

type Place = {
  country: Candidate | null;
  city: Candidate | null;
  /** Where it is stated. Structured data and imprints are certain, and contradict each other. */
  source: "structured data" | "imprint" | "statement" | "address";
};

const BASED = new RegExp(phrases("based"), "u");

/** "operated by Ada Stone, Ontario, Canada" */
const OPERATED = pattern("u")`
    \b(?:operated|owned|published|provided) by [^,.;()]{3,60},\s((?:\p{Lu}[\p{L}.'’-]+(?:\s|,\s?)?){2,6})`;

/** The maker's country and city: structured data, "based in …" and postal addresses. */
function findPlaces(corpus: Corpus, name: string | null): Place[] {
  const places: Place[] = [];
  for (const page of corpus.pages) {
    for (const node of nodesOf(page)) {
      if (!isA(node, ORGANISATION) && !node.addressCountry && !node.addressLocality) continue;
      const [country] = stringsOf(node.addressCountry);
      const [city] = stringsOf(node.addressLocality);
      const code = country ? countryOf(country) : null;
      if (code || city)
        places.push({
          country: country && code ? { value: code, page: page.id, quote: country } : null,
          city: city && /^\p{Lu}/u.test(city) ? { value: city, page: page.id, quote: city } : null,
          source: "structured data",
        });
    }
  }
  const ordered = [...corpus.pages].sort((a, b) => rank(a) - rank(b));
  for (const page of ordered) {
    if (page.kind === "blog" || page.kind === "changelog") continue;
    for (const block of page.blocks)
      if (block.region !== "quote" && block.region !== "nav") places.push(...statedIn(block, page, corpus, name));
    places.push(...addressesIn(page, corpus), ...linesIn(page));
  }
  return places.map((place) => withCountry(place, corpus));
}

/** The country of a known city, unless the website's domain is another country's. */
function withCountry(place: Place, { domain }: Corpus): Place {
  const value = place.country === null && place.city !== null ? countryOfCity(place.city.value) : null;
  const isElsewhere = value === null || ![null, value].includes(countryOfDomain(domain));
  return isElsewhere || place.city === null ? place : { ...place, country: { ...place.city, value } };
}

const rank = (page: SitePage): number =>
  isImprint(page) ? 0 : page.kind === "contact" ? 1 : page.kind === "about" ? 2 : page.kind === "home" ? 3 : 4;

/** "We are a small company based in Porto, Portugal." */
function statedIn(block: Block, page: SitePage, corpus: Corpus, name: string | null): Place[] {
  if (block.text.length <= MOST_MADE_IN && MADE_IN.test(block.text)) return madeIn(block.text, page);
  const seat = seatIn(block, page, corpus, name);
  if (seat) return [seat];
  if (
    !/based|operated|owned|published|provided|headquarter|located|incorporated|office|sitz|siège|ansässig/i.test(
      block.text,
    )
  )
    return selfPlaced(block, page, corpus);
  return sentencesOf(block.text).flatMap((sentence) => {
    const match = sentence.length > 380 ? null : (OPERATED.exec(sentence) ?? BASED.exec(sentence));
    if (!match || !(speaksOfItself(sentence, corpus, name) || OPERATED.test(sentence))) return [];
    if (
      /server|hosted|stored|data ?cent(er|re)|customers?|users?|processor|sub-?processor|invest/i.test(
        sentence.slice(0, match.index),
      )
    )
      return [];
    const parts = (match[1] ?? "")
      .split(",")
      .map((part) => part.trim().replace(/[.\s]+$/, ""))
      .filter(Boolean);
    const code =
      parts.map((part) => countryOf(part) ?? [...countriesIn(part)][0] ?? null).find((value) => value !== null) ?? null;
    const first = parts[0] ?? "";
    const isCity = parts.length >= 2 || countryOfCity(first) !== null;
    const city =
      first &&
      !countryOf(first) &&
      !REGION.test(first) &&
      isCity &&
      isIn(first, code) &&
      /^\p{Lu}[\p{L}' .-]{2,30}$/u.test(first)
        ? first
        : null;
    if (!code && !city) return [];
    return [
      {
        country: code ? { value: code, page: page.id, quote: sentence } : null,
        city: city ? { value: city, page: page.id, quote: sentence } : null,
        source: "statement",
      },
    ];
  });
}
const MOST_MADE_IN = 90;

/** "We are a Danish company." Terms name where it is incorporated, which may be elsewhere. */
const selfPlaced = (block: Block, page: SitePage, corpus: Corpus): Place[] =>
  !/^(?:home|about|team)$/.test(page.kind)
    ? []
    : sentencesOf(block.text).flatMap((sentence) => {
        const value = sentence.length > MOST_QUOTE ? null : countryOfSelf(sentence, corpus);
        return value === null
          ? []
          : [{ country: { value, page: page.id, quote: sentence }, city: null, source: "statement" as const }];
      });

/** A known city may lie in another country than the one named: "Ontario, Canada" is a province. */
const isIn = (city: string, country: string | null): boolean =>
  country === null || [null, country].includes(countryOfCity(city));

const SEATED = new RegExp(phrases("seated"), "iu");

/** "… con sede in Via Roma 1, 20121 Milano (MI), Italia": the seat in a legal notice. */
function seatIn(block: Block, page: SitePage, corpus: Corpus, name: string | null): Place | null {
  if (block.text.length > MOST_SEATED) return null;
  for (const sentence of sentencesOf(block.text)) {
    const rest = SEATED.exec(sentence)?.[1];
    if (rest === undefined || sentence.length > MOST_QUOTE || !speaksOfItself(sentence, corpus, name)) continue;
    const quoted = { page: page.id, quote: sentence };
    const [code] = countriesIn(rest);
    const city = cityIn(rest) ?? FIRST_TOWN.exec(rest)?.[1];
    if (code || city)
      return {
        country: code ? { value: code, ...quoted } : null,
        city: city && countryOf(city) === null ? { value: city, ...quoted } : null,
        source: "statement",
      };
  }
  return null;
}
const MOST_SEATED = 1_500;
const FIRST_TOWN = /^(\p{Lu}[\p{Ll}'’-]+(?:[ -]\p{Lu}[\p{Ll}'’-]+){0,2})(?=[,.(;]|\s\(|$)/u;

/** "Made with ♥ in Lisbon, Portugal": only with a country. */
function madeIn(text: string, page: SitePage): Place[] {
  const parts = text
    .replace(MADE_IN, "")
    .split(/[,.!|·©]/)
    .map((part) => part.trim().replace(/^the\s/i, ""))
    .filter(Boolean);
  const [first = "", second = ""] = parts;
  const firstCountry = countryOf(first);
  const country = firstCountry ?? countryOf(second);
  if (country === null) return [];
  const quoted = { page: page.id, quote: text };
  const city = firstCountry === null && /^\p{Lu}[\p{L}' -]{2,30}$/u.test(first) && !REGION.test(first) ? first : null;
  return [
    {
      country: { value: country, ...quoted },
      city: city ? { value: city, ...quoted } : null,
      source: "statement",
    },
  ];
}
const REGION = new RegExp(phrases("region"), "i");

/** Lines around the town: street or company before, country or tax number after. */
const LINES_BEFORE = 4;
const LINES_AFTER = 4;
/** An imprint begins with its owner. */
const MOST_LINES = 20;
const MOST_LINE = 240;
const MOST_QUOTE = 380;

/** Address lines: postcode and town, with a country that is named or implied by the format. */
function addressesIn(page: SitePage, corpus: Corpus): Place[] {
  const places: Place[] = [];
  const wholePage = isImprint(page) || page.kind === "contact";
  const others = othersAddresses(page);
  // Later addresses on a long imprint are those of services.
  const source = (): Place["source"] => (isImprint(page) && places.length === 0 ? "imprint" : "address");
  page.blocks.forEach((block, at) => {
    if (others.has(block)) return;
    const likely =
      wholePage ||
      block.tag === "address" ||
      (block.region === "footer" && (page === corpus.home || page.kind === "about"));
    if (!likely || block.region === "quote" || block.text.length > MOST_LINE || /©|copyright|\(c\)/i.test(block.text))
      return;
    const town = townAt(block, page.blocks, at);
    const lines = page.blocks
      .slice(at, at + 1 + LINES_AFTER)
      .filter((line) => line.region === block.region && line.text.length <= MOST_LINE);
    // Phone numbers and years look similar, so a street or company must be near.
    const before = page.blocks.slice(Math.max(0, at - LINES_BEFORE), at + 1).map((line) => line.text.slice(0, 500));
    const isNear = before.some((line) => LEGAL_FORM.test(line) || STREET.test(line));
    const after = lines.findIndex((line) => endsWithCountry(line.text) !== null);
    if (town && (isNear || countryOfCity(town.value) !== null || (after >= 0 && wholePage))) {
      const text = lines
        .slice(0, Math.max(after, 0) + 1)
        .map((line) => line.text)
        .join(" ");
      const code = endsWithCountry(lines[after]?.text ?? "");
      places.push({
        source: source(),
        city: { ...town, page: page.id },
        country:
          code && text.length <= MOST_QUOTE
            ? { value: code, page: page.id, quote: text }
            : code === null
              ? (afterTown(block, town.value, page) ?? countryOfForm(page, at, corpus.domain))
              : null,
      });
    } else if (isImprint(page) && (isNear || at < MOST_LINES)) {
      // A line with only the country, or a name and the country.
      const code = countryOf(block.text) ?? lastCountry(block.text);
      if (code && block.text.length > 2)
        places.push({ country: { value: code, page: page.id, quote: block.text }, city: null, source: source() });
    }
  });
  return places;
}

/** The country directly after the town: "… 10115 Berlin Germany Email: …". */
function afterTown({ text }: Block, town: string, page: SitePage): Candidate | null {
  const at = text.indexOf(town);
  const rest = at < 0 ? "" : text.slice(at + town.length).replace(/^[\s,(]+/, "");
  const value = countryAt(rest);
  return value === null || text.length > MOST_QUOTE ? null : { value, page: page.id, quote: text };
}

/** Addresses without a postcode and registration numbers, where a website names its owner. */
function linesIn(page: SitePage): Place[] {
  const found = page.blocks.flatMap((block): Place[] => {
    if (block.text.length > MOST_LINE || !isWhoseItIs(block, page)) return [];
    const country = countryByRegister(block.text);
    return [...placesOf(block, page), ...(country === null ? [] : [{ city: null, country, quote: block.text }])].map(
      (line) => ({
        country: line.country === null ? null : { value: line.country, page: page.id, quote: line.quote },
        city: line.city === null ? null : { value: line.city, page: page.id, quote: line.quote },
        source: "address",
      }),
    );
  });
  // With offices or sales in several countries, the registered seat is unknown.
  const countries = new Set(found.flatMap(({ country }) => country?.value ?? []));
  return countries.size > 1 ? [] : found;
}

/** The town of an address line; in Britain it may be above the postcode, with a county between. */
function townAt({ text }: Block, blocks: Block[], at: number): { value: string; quote: string } | undefined {
  for (const from of isPostcode(text) ? [at - 1, at - 2] : [at]) {
    const lines = blocks.slice(Math.max(0, from), at + 1).map((line) => line.text);
    const value = cityIn(lines.join(", ").slice(0, MOST_LINE));
    if (value !== undefined) return { value, quote: lines.join(" ") };
  }
  return undefined;
}

/** The shortest run of lines with one country's address format, if no line names a country. */
function countryOfForm(page: SitePage, at: number, domain: string | null): Candidate | null {
  const text = (from: number, to: number): string =>
    page.blocks
      .slice(from, to + 1)
      .map((line) => line.text)
      .join(" ");
  const first = Math.max(0, at - LINES_BEFORE);
  const last = Math.min(page.blocks.length - 1, at + LINES_AFTER);
  if (text(first, last).length > 2_000 || countriesIn(text(first, last)).size > 0) return null;
  for (let to = at; to <= Math.min(last, at + LINES_AFTER - 1); to++)
    for (let from = at; from >= first; from--) {
      const quote = text(from, to);
      const value = quote.length <= MOST_QUOTE ? countryByForm(quote, domain) : null;
      if (value !== null) return { value, page: page.id, quote };
    }
  return null;
}

/** The country at the end of a line of names: "Acme Ada Stone Portugal". */
function lastCountry(text: string): string | null {
  const words = text.split(/\s+/);
  if (text.length > 90 || words.length < 3 || /[.:;!?]/.test(text)) return null;
  return [1, 2].map((count) => countryOf(words.slice(-count).join(" "))).find((code) => code !== null) ?? null;
}

function endsWithCountry(text: string): string | null {
  const whole = text.length > 3 ? countryOf(text) : null;
  if (whole) return whole;
  const last = text
    .replace(/^.*[,•·|–—-]\s*/s, "")
    .trim()
    .replace(/\.$/, "");
  return last !== text && (last.length > 2 || last === "UK") ? countryOf(last) : null;
}

function pick(corpus: Corpus, name: string | null, key: "country" | "city"): Candidate[] {
  const found = findPlaces(corpus, name).flatMap(({ source, [key]: place }) =>
    place ? [{ ...place, source, isStrong: source === "structured data" || source === "imprint" }] : [],
  );
  if (key === "city")
    for (const place of found.slice(0, MOST_TOWNS)) place.value = shortest(place.value, found.slice(0, MOST_TOWNS));
  const order = [...agreedFirst(found.filter(({ isStrong }) => isStrong)), ...agreedFirst(found)].map(
    ({ value }) => value,
  );
  // Any of the quotes may pass the check.
  return unique(found, ({ value, quote }) => `${value}\n${quote}`)
    .map(({ source: _, ...candidate }) => candidate)
    .sort((one, other) => order.indexOf(one.value) - order.indexOf(other.value));
}

const MOST_TOWNS = 100;

/** Removes a preceding word ("Base Lisbon") if the website also states the town alone. */
const shortest = (town: string, found: { value: string }[]): string =>
  found.find(({ value }) => town.endsWith(` ${value}`))?.value ?? town;

export const findCountry: Finder = (corpus, { name }) => pick(corpus, name, "country");
export const findCity: Finder = (corpus, { name }) => pick(corpus, name, "city");
