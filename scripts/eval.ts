/**
 * Drafts every site of a folder and scores the drafts against what a careful reader found (`truth.json`).
 *
 *   node scripts/eval.ts <folder> [--json] [--verbose]
 *
 * Exit code 1 when a draft states something that its website does not, 2 when there is no folder to read.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, normalize, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getDomain } from "tldts";
import { createCrawler } from "../crawler/crawl.ts";
import { createExtractor } from "../crawler/parse-html.ts";
import type { RobotsRecord } from "../crawler/robots.ts";
import { createSafeFetch } from "../crawler/safe-fetch.ts";
import type { CrawledSite, SitePage } from "../domain/site.ts";
import type { Drafted } from "../drafting/drafter.ts";
import { createExtractiveDrafter } from "../drafting/extractive.ts";

type Truth = Record<string, unknown> & { url: string; traps?: string[] };
type Tally = { right: number; wrong: number; missed: number; blank: number };
type Report = {
  site: string;
  fields: Record<string, Tally>;
  notes: string[];
  invented: string[];
  seconds: number;
  requests: number;
  pages: number;
};

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

const args = process.argv.slice(2);
const folder = args.find((arg) => !arg.startsWith("--"));
if (!folder || !existsSync(folder)) {
  console.error(
    folder
      ? `There is no folder "${folder}" with sites to evaluate.`
      : "Name a folder of sites: node scripts/eval.ts <folder>",
  );
  process.exit(2);
}
const sites = readdirSync(folder)
  .filter((name) => existsSync(join(folder, name, "truth.json")))
  .sort();
if (!sites.length) {
  console.error(`"${folder}" holds no site with a truth.json.`);
  process.exit(2);
}

const categories: { name: string; keywords?: string[] }[] = JSON.parse(
  readFileSync(new URL("../data/seed/categories.json", import.meta.url), "utf8"),
);
const extractor = createExtractor();
const reports: Report[] = [];
for (const site of sites) reports.push(await evaluate(site, resolve(folder, site)));
await extractor.close();

if (args.includes("--json")) console.log(JSON.stringify({ total: summary(reports), sites: reports }, null, 2));
else print(reports);
process.exitCode = reports.some((report) => report.invented.length) ? 1 : 0;

async function evaluate(site: string, root: string): Promise<Report> {
  const truth = JSON.parse(readFileSync(join(root, "truth.json"), "utf8")) as Truth;
  const host = new URL(truth.url).hostname;
  const server = serve(root, host);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  // Other hosts of the same domain lead to the same server, which does not know them: 404.
  const domain = getDomain(host) ?? host;
  const pages = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
  const named = pages.flatMap(
    (name) => readFileSync(join(root, name), "utf8").match(/(?<=https?:\/\/)[a-z0-9.-]+/gi) ?? [],
  );
  const hosts = new Set([
    host,
    ...named.map((name) => name.toLowerCase()).filter((name) => getDomain(name) === domain),
  ]);
  const overrides = new Map([...hosts].map((name) => [name, { address: "127.0.0.1", port }]));
  const records = new Map<string, RobotsRecord>();
  const now = () => new Date();
  const crawl = createCrawler({
    fetch: createSafeFetch({ userAgent: "DebutBot/1.0 (evaluation)", overrides, now }),
    extractPage: extractor.extractPage,
    robotsCache: {
      find: async (origin) => records.get(origin),
      save: async (origin, record) => void records.set(origin, record),
    },
    overrides,
    userAgentToken: "DebutBot",
    gapMs: 0,
    now,
    sleep: (ms, signal) => sleep(ms, undefined, signal ? { signal } : {}),
  });
  const started = performance.now();
  const crawled = await crawl(truth.url);
  const drafted = await createExtractiveDrafter()({
    site: crawled,
    categories: categories.map(({ name }) => name),
    categoryWords: Object.fromEntries(categories.map(({ name, keywords = [] }) => [name, keywords])),
  });
  const seconds = (performance.now() - started) / 1000;
  server.closeAllConnections();
  server.close();
  if (args.includes("--verbose") && !args.includes("--json")) show(site, crawled, drafted);
  return { ...score(site, truth, crawled, drafted), seconds, requests: crawled.requests, pages: crawled.pages.length };
}

/** Files as a web server shows them: a directory is its index.html, everything else that is not there is 404. */
function serve(root: string, host: string) {
  return createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://site").pathname));
    const candidates = [
      join(root, path),
      join(root, path, "index.html"),
      join(root, `${path.replace(/\/$/, "")}.html`),
      join(root, path.replace(/\.html$/, ""), "index.html"),
    ];
    const file =
      request.headers.host === host &&
      candidates.find((name) => name.startsWith(root) && existsSync(name) && statSync(name).isFile());
    if (!file || file.endsWith("truth.json")) {
      response.writeHead(404, { "content-type": "text/plain" }).end("Not found");
      return;
    }
    const type = /\.html?$/.test(file)
      ? "text/html"
      : file.endsWith(".xml")
        ? "application/xml"
        : file.endsWith(".txt")
          ? "text/plain"
          : "application/octet-stream";
    response.writeHead(200, { "content-type": type }).end(readFileSync(file));
  });
}

function score(site: string, truth: Truth, crawled: CrawledSite, drafted: Drafted) {
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

/** Values whose quotes are not on the page they name, or that a trap of the truth names. */
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

/** What a trap forbids: its quoted words, the names it lists in brackets and "A/B/C must not appear", in the fields it is about. */
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

function summary(all: Report[]): Record<string, Tally> {
  const total: Record<string, Tally> = { all: { right: 0, wrong: 0, missed: 0, blank: 0 } };
  for (const { fields } of all)
    for (const [field, tally] of Object.entries(fields)) {
      total[field] ??= { right: 0, wrong: 0, missed: 0, blank: 0 };
      for (const key of ["right", "wrong", "missed", "blank"] as const) {
        total[field][key] += tally[key];
        total.all![key] += tally[key];
      }
    }
  return total;
}

function print(all: Report[]): void {
  const ratio = (part: number, whole: number) => (whole === 0 ? "   -" : (part / whole).toFixed(2));
  console.log("\nfield               right wrong missed blank | precision recall blanks");
  const { all: sum, ...rest } = summary(all);
  for (const [field, { right, wrong, missed, blank }] of [...Object.entries(rest), ["all", sum!] as const])
    console.log(
      `${field.padEnd(20)}${[right, wrong, missed, blank].map((n) => String(n).padStart(5)).join(" ")} |      ${ratio(right, right + wrong)}   ${ratio(right, right + missed)}   ${ratio(blank, blank + wrong)}`,
    );
  console.log("\nsite                      pages requests seconds invented");
  for (const { site, pages, requests, seconds, invented } of all)
    console.log(
      `${site.padEnd(25)}${String(pages).padStart(6)}${String(requests).padStart(9)}${seconds.toFixed(2).padStart(8)}${String(invented.length).padStart(9)}`,
    );
  for (const { site, notes, invented } of all) {
    for (const text of invented) console.log(`INVENTED ${site}: ${text}`);
    if (args.includes("--verbose")) for (const text of notes) console.log(`${site}: ${text}`);
  }
}

function show(site: string, crawled: CrawledSite, drafted: Drafted): void {
  console.log(
    `\n== ${site} ${crawled.error ? `(${crawled.error.code})` : ""} ${crawled.pages.map((page) => `${page.kind}:${new URL(page.url).pathname}`).join(" ")}`,
  );
  for (const [field, value] of Object.entries(drafted.fields))
    console.log(`  ${field}: ${JSON.stringify(value.value)}`);
  console.log(
    `  founders: ${JSON.stringify(drafted.founders.map(({ name, title }) => [name, title]))} socials: ${JSON.stringify(drafted.companySocials)} faqs: ${drafted.faqs.length}`,
  );
  if (drafted.rejected.length) console.log(`  rejected: ${JSON.stringify(drafted.rejected)}`);
}
