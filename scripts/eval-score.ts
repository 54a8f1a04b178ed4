import type { CrawledSite, SitePage } from "../domain/site.ts";
import type { Drafted } from "../drafting/drafter.ts";

export type Truth = Record<string, unknown> & { url: string; traps?: string[] };
export type Tally = { right: number; wrong: number; missed: number; blank: number };

/** Field of the draft -> key of truth.json. */
const SCALARS = {
  name: "name",
  tagline: "tagline",
  short_description: "description",
  pricing_model: "pricing_model",
  contact_email: "contact_email",
  founded_year: "founded_year",
  country: "country",
  city: "city",
} as const;

/** What a draft got right and wrong, and every ungrounded value. */
export function score(site: string, truth: Truth, crawled: CrawledSite, drafted: Drafted) {
  const fields: Record<string, Tally> = {};
  const notes: string[] = [];
  const count = (field: string, outcome: keyof Tally, note?: string) => {
    fields[field] ??= { right: 0, wrong: 0, missed: 0, blank: 0 };
    fields[field][outcome] += 1;
    if (note) notes.push(`${field}: ${note}`);
  };
  for (const [field, key] of Object.entries(SCALARS)) {
    if (!(key in truth)) continue;
    const accepted = listOf(truth[key]).map(String);
    const value = drafted.fields[field as keyof typeof SCALARS]?.value as string | undefined;
    if (value === undefined) accepted.length ? count(field, "missed", `missed ${accepted[0]}`) : count(field, "blank");
    else if (accepted.some((text) => matches(value, text))) count(field, "right");
    else {
      count(field, "wrong", `wrong "${value}"${accepted.length ? `, expected ${accepted[0]}` : ", expected nothing"}`);
      if (accepted.length) count(field, "missed");
    }
  }
  const founders = (truth.founders as { name: string }[] | null) ?? [];
  countSet(
    "founders",
    founders.map(({ name }) => name),
    drafted.founders.map(({ name }) => name),
    matches,
    count,
  );
  const socials = Object.entries((truth.socials as Record<string, string> | null) ?? {}).map(
    ([platform, address]) => `${platform} ${profile(address)}`,
  );
  const found = Object.entries(drafted.companySocials).map(([platform, address]) => `${platform} ${profile(address)}`);
  countSet(
    "socials",
    socials,
    found,
    (one, other) => one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`),
    count,
  );
  const features = (drafted.fields.features?.value as string[] | undefined) ?? [];
  const phrases = listOf(truth.features).map(String);
  for (const phrase of phrases)
    features.some((feature) => covers(feature, phrase))
      ? count("features", "right")
      : count("features", "missed", `missed "${phrase}"`);
  if (!phrases.length)
    features.length
      ? count("features", "wrong", `expected none, drafted ${features.length}`)
      : count("features", "blank");
  return { site, fields, notes, invented: inventions(truth, crawled, drafted) };
}

function countSet(
  field: string,
  expected: string[],
  found: string[],
  same: (one: string, other: string) => boolean,
  count: (field: string, outcome: keyof Tally, note?: string) => void,
): void {
  if (!expected.length && !found.length) count(field, "blank");
  for (const item of found)
    expected.some((other) => same(item, other)) ? count(field, "right") : count(field, "wrong", `wrong ${item}`);
  for (const item of expected) if (!found.some((other) => same(other, item))) count(field, "missed", `missed ${item}`);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}
function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@]+/gu, " ")
    .trim();
}
function matches(value: string, accepted: string): boolean {
  const [one, other] = [plain(value), plain(accepted)];
  return one === other || (one.length > 6 && other.includes(one)) || (other.length > 6 && one.includes(other));
}
function profile(address: string): string {
  return address
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "")
    .replace(/^twitter\.com/, "x.com")
    .replace(/\/+$/, "");
}
function covers(feature: string, phrase: string): boolean {
  const [one, other] = [plain(feature), plain(phrase)];
  const words = (text: string) => text.split(" ").map((word) => word.replace(/(s|ed|ing)$/, ""));
  return one.includes(other) || other.includes(one) || words(other).every((word) => words(one).includes(word));
}

/** Values whose quotes are not on their page, or that a trap of the truth file names. */
function inventions(truth: Truth, crawled: CrawledSite, drafted: Drafted): string[] {
  const texts = new Map<string, string>();
  for (const page of crawled.pages) texts.set(page.url, `${texts.get(page.url) ?? ""}\n${textOf(page)}`);
  const values: { field: string; text: string; evidence: { quote: string; url: string }[] }[] = [
    ...Object.entries(drafted.fields).map(([field, value]) => ({
      field,
      text: listOf(value.value).join("\n"),
      evidence: value.evidence,
    })),
    ...drafted.founders.map((founder) => ({
      field: "founders",
      text: `${founder.name} ${founder.title ?? ""}`,
      evidence: founder.evidence,
    })),
    ...drafted.faqs.map((faq) => ({ field: "faqs", text: `${faq.question} ${faq.answer}`, evidence: faq.evidence })),
  ];
  const invented: string[] = [];
  for (const { field, text, evidence } of values) {
    if (!evidence.length) invented.push(`${field}: "${text.slice(0, 80)}" has no quote`);
    for (const { quote, url } of evidence)
      if (!texts.get(url)?.includes(loose(quote))) invented.push(`${field}: "${quote.slice(0, 80)}" is not on ${url}`);
  }
  for (const [platform, address] of Object.entries(drafted.companySocials)) {
    values.push({ field: "socials", text: `${platform} ${address}`, evidence: [] });
    if (
      ![...texts.values()].some(
        (text) =>
          text.includes(loose(profile(address))) ||
          text.includes(loose(profile(address).replace(/^x\.com/, "twitter.com"))),
      )
    )
      invented.push(`socials: ${address} is not on the site`);
  }
  for (const { words, scope } of (truth.traps ?? []).flatMap(forbidden))
    for (const { field, text } of values)
      if (scope.test(field) && plain(text).includes(plain(words))) invented.push(`${field}: trap "${words}"`);
  return invented;
}

function loose(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\u00ad\u200b-\u200d\ufeff]+/g, " ")
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, "-")
    .trim();
}

function textOf(page: SitePage): string {
  const strings: string[] = [
    page.blocks.map((block) => block.text).join(" "),
    page.title ?? "",
    ...Object.values(page.meta),
  ];
  const walk = (value: unknown): void => {
    if (typeof value === "string") strings.push(value);
    else if (typeof value === "number") strings.push(String(value));
    else if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) walk(inner);
  };
  walk(page.jsonLd);
  for (const { href } of [...page.links, ...page.images]) {
    strings.push(href);
    if (URL.canParse(href) && /%[0-9a-f]{2}/i.test(href))
      strings.push(href.replace(/%([0-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))));
  }
  return strings.map(loose).join("\n");
}

/** What a trap forbids in its fields: quoted words, names in brackets, and "A/B/C must not appear". */
function forbidden(trap: string): { words: string; scope: RegExp }[] {
  const scope = /not a founder|not founders/i.test(trap)
    ? /founders/
    : /socials/i.test(trap)
      ? /socials/
      : /countr/i.test(trap)
        ? /^country$/
        : /price/i.test(trap)
          ? /pricing/
          : /./;
  const quoted = [...trap.matchAll(/"([^"]{3,})"/g)].map((match) => match[1]!);
  const listed = /([^:;,]+?) must not appear/i.exec(trap)?.[1]?.split("/") ?? [];
  const named = /socials|founder/i.test(trap) ? (/\(([^)]*)\)/.exec(trap)?.[1]?.split(",") ?? []) : [];
  const words = [...quoted, ...listed, ...named].map((text) => text.trim().replace(/^the prices? /i, ""));
  return words
    .filter((text) => plain(text).length >= 3 && !/^https?:\/*$/.test(text) && !/must|should/.test(text))
    .map((text) => ({ words: text, scope }));
}
