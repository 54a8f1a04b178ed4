import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getDomain } from "tldts";
import { createCrawler } from "../../crawler/crawl.ts";
import { createExtractor } from "../../crawler/parse-html.ts";
import type { RobotsRecord } from "../../crawler/robots.ts";
import { createSafeFetch } from "../../crawler/safe-fetch.ts";
import { knownCategories } from "../../domain/drafts/known-categories.ts";
import type { CrawledSite } from "../../domain/drafts/site.ts";
import type { Drafted, Drafter } from "../../drafting/drafter.ts";
import { draftByRules } from "../../drafting/extractive.ts";

const categories: { slug: string; name: string; keywords?: string[] }[] = JSON.parse(
  readFileSync(new URL("../../data/seed/categories.json", import.meta.url), "utf8"),
);
const extractor = createExtractor();

/** The thread that reads pages serves all sites; end it after the last one. */
export const endDrafting = (): Promise<void> => extractor.close();

export type DraftedSite = { crawled: CrawledSite; drafted: Drafted; cpuSeconds: number };

const byRules: Drafter = async (request) => draftByRules(request);

/** Serves a folder as the website at `url`, crawls it and drafts from it. CPU time is that of all threads, serving included. */
export async function draftSite(root: string, url: string, draft: Drafter = byRules): Promise<DraftedSite> {
  const { hostname } = new URL(url);
  const server = serve(root, hostname);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const overrides = new Map(hostsOf(root, hostname).map((name) => [name, { address: "127.0.0.1", port }]));
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
  const before = process.cpuUsage();
  const crawled = await crawl(url);
  const drafted = await draft({ site: crawled, ...knownCategories(categories) });
  const { user, system } = process.cpuUsage(before);
  server.closeAllConnections();
  server.close();
  return { crawled, drafted, cpuSeconds: (user + system) / 1e6 };
}

/** The host, and others of its domain that the pages name: they reach the same server, which answers 404. */
function hostsOf(root: string, host: string): string[] {
  const domain = getDomain(host) ?? host;
  const named = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".html"))
    .flatMap((name) => readFileSync(join(root, name), "utf8").match(/(?<=https?:\/\/)[a-z0-9.-]+/gi) ?? [])
    .map((name) => name.toLowerCase());
  return [...new Set([host, ...named.filter((name) => getDomain(name) === domain)])];
}

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".htm": "text/html",
  ".xml": "application/xml",
  ".txt": "text/plain",
};

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
    if (!file || file.endsWith("truth.json"))
      response.writeHead(404, { "content-type": "text/plain" }).end("Not found");
    else
      response
        .writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" })
        .end(readFileSync(file));
  });
}
