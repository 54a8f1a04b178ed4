/**
 * `node scripts/eval.ts FOLDER [--json] [--verbose]`: drafts its sites and scores them by
 * truth.json. Exit code 1 if a draft states what its website does not, 2 without a folder to read.
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
import { knownCategories } from "../domain/known-categories.ts";
import type { CrawledSite } from "../domain/site.ts";
import type { Drafted } from "../drafting/drafter.ts";
import { draftByRules } from "../drafting/extractive.ts";
import { score, type Tally, type Truth } from "./eval-score.ts";

type Report = {
  site: string;
  fields: Record<string, Tally>;
  notes: string[];
  invented: string[];
  seconds: number;
  requests: number;
  pages: number;
};

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
  // Other hosts of the same domain reach the same server, which answers 404.
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
    run: extractor.run,
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
  const drafted = draftByRules({
    site: crawled,
    ...knownCategories(categories),
  });
  const seconds = (performance.now() - started) / 1000;
  server.closeAllConnections();
  server.close();
  if (args.includes("--verbose") && !args.includes("--json")) show(site, crawled, drafted);
  return { ...score(site, truth, crawled, drafted), seconds, requests: crawled.requests, pages: crawled.pages.length };
}

/** Files as a web server serves them: a folder is its index.html, missing files are 404. */
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
