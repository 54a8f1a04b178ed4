import type { RequestListener } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { jsonOf } from "./client.ts";
import type { Attack, Stranger } from "./stage.ts";

const POLL_MS = 500;
const TRICKLE_MS = 1000;
const PATHS = ["/pricing", "/about", "/contact", "/features", "/faq"];

const many = (count: number, part: (nth: number) => string): string =>
  Array.from({ length: count }, (_, nth) => part(nth)).join("");

type Draft = { id: string; key: string };

/** Submits websites, each by another account; gives the drafts that were begun. */
async function submitSites({ stage, send, isOver }: Stranger, count: number): Promise<Draft[]> {
  const drafts: Draft[] = [];
  const { strangers, siteHosts } = stage;
  for (let nth = 0; nth < count && !isOver(); nth++) {
    const { key } = strangers[nth % strangers.length]!;
    const url = `https://${siteHosts[nth % siteHosts.length]}/`;
    const { status, text } = await send({ ...jsonOf("/api/v1/drafts", { url }, key), from: nth });
    if (status === 201) drafts.push({ id: JSON.parse(text).id, key });
  }
  return drafts;
}

/** Until the server is through with all of them: what is hard about a website comes after the reading. */
async function awaitDrafts({ send, isOverLong }: Stranger, drafts: Draft[]): Promise<void> {
  for (const { id, key } of drafts)
    while (!isOverLong()) {
      const { text } = await send({ path: `/api/v1/drafts/${id}`, headers: { authorization: `Bearer ${key}` } });
      if (text.includes('"status":"ready"')) break;
      await delay(POLL_MS);
    }
}

/** A site of six pages, each with the same body, packed: small on the wire and large when it is read. */
function sameEverywhere(body: () => string, head = ""): RequestListener {
  const links = PATHS.map((path) => `<a href="${path}">${path.slice(1)}</a>`).join(" ");
  let packed: Buffer | undefined;
  return (req, res) => {
    if (req.url === "/robots.txt" || req.url?.includes("sitemap")) return void res.writeHead(404).end();
    packed ??= gzipSync(
      `<!doctype html><html lang="en"><head><title>Tool – A product</title>${head}</head><body><nav>${links}</nav>${body()}</body></html>`,
    );
    res.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-encoding": "gzip" }).end(packed);
  };
}

/** A few websites that are hard to read, or `crowd` of them for longer. */
const hostile = (title: string, website: RequestListener, crowd?: number): Attack => ({
  title,
  website,
  ...(crowd && { longer: 1.5 }),
  async run(stranger) {
    const drafts = await submitSites(stranger, crowd ?? 4);
    await (crowd ? stranger.untilOver() : awaitDrafts(stranger, drafts));
  },
});

/** Beginnings of what patterns look for, again and again, and never an end of it. */
const RUNS =
  `founded by |Founded in 19|$1,|1.|€ 1 |www.|https://|(c) |© 20|Ann Miller, |CEO of |VAT DE|from $|per month per |free for |  |-|–|a |A. |#|\u00ad|\u200d|é|&amp;|<br>|Q: |? |Q? A! |what is `.split(
    "|",
  );
const hardOnPatterns = () =>
  RUNS.map((run) => `<h2>${run.repeat(10_000 / run.length)}</h2><p>${run.repeat(30_000 / run.length)}</p>`).join("") +
  many(50, (nth) => {
    const [one, other] = [RUNS[nth % RUNS.length]!, RUNS[(nth * 7) % RUNS.length]!];
    return `<p>${one.repeat(1000)}</p><ul><li>${other.repeat(1000)}</li></ul>`;
  });

const offers = () =>
  many(20_000, (nth) => `{"@type":"Offer","price":"${nth}","priceCurrency":"USD","name":"Plan ${nth}"},`);
const json = (text: string): string => `<script type="application/ld+json">${text}</script>`;

/** What unpacks to 200 MB, by the kind of file. */
function bombs(): RequestListener {
  const megabyte = Buffer.alloc(1_000_000, "<p>a</p>\n");
  const page = gzipSync(Buffer.concat(Array.from({ length: 200 }, () => megabyte)));
  const robots = gzipSync(`User-agent: *\n${"Disallow: /*a*b*c*d*e*$\n".repeat(400_000)}`);
  const urls = many(300_000, (nth) => `<url><loc>https://x.test/${nth}</loc></url>`);
  const sitemap = gzipSync(`<?xml version="1.0"?><urlset>${urls}</urlset>`);
  return ({ url = "" }, res) => {
    const [type, packed] =
      url === "/robots.txt"
        ? ["text/plain", robots]
        : url.includes("sitemap")
          ? ["application/xml", sitemap]
          : ["text/html", page];
    res.writeHead(200, { "content-type": type as string, "content-encoding": "gzip" }).end(packed);
  };
}

/** Nothing at all, one redirect after the other, or one byte a second. */
const slow: RequestListener = (req, res) => {
  const kind = Number(/\d+/.exec(req.headers.host ?? "")?.[0] ?? 0) % 3;
  if (kind === 0) return;
  if (kind === 1) return void res.writeHead(302, { location: `/${Math.random()}` }).end();
  res.writeHead(200, { "content-type": "text/html" }).write("<html>");
  const timer = setInterval(() => res.write(" "), TRICKLE_MS);
  res.on("close", () => clearInterval(timer));
};
let packedBombs: RequestListener | undefined;

export const websites: Record<string, Attack> = {
  "price-pages": hostile(
    "Websites of 6 pages with 50,000 short price paragraphs each",
    sameEverywhere(() => many(50_000, (nth) => `<p>From $${nth} a month</p>`)),
  ),
  "contact-runs": hostile(
    "Websites with long runs of text that looks like emails, numbers and addresses",
    sameEverywhere(
      () =>
        `<p>${"a.".repeat(20_000)}</p><p>${"a@a.".repeat(5_000)}</p>`.repeat(40) +
        `<address>${"1 Aa ".repeat(8_000)}</address><p>+${"1 (".repeat(8_000)}</p>`.repeat(20),
    ),
  ),
  headings: hostile(
    "Websites with 60,000 h1, nested lists and questions",
    sameEverywhere(
      () =>
        many(60_000, (nth) => `<h1>Tool ${nth}</h1>`) +
        many(5_000, (nth) => `<details><summary>What is ${nth}?</summary><p>It is ${nth}.</p></details>`),
    ),
  ),
  "nested-pages": hostile(
    "Websites with elements nested 500 and 500,000 deep",
    sameEverywhere(
      () =>
        `${"<div>".repeat(500)}<p>Deep</p>${"</div>".repeat(500)}${"<b><i>".repeat(40_000)}x${"<table><tr><td>".repeat(20_000)}`,
    ),
  ),
  "heavy-data": hostile(
    "Websites with JSON-LD of megabytes, 3,000 levels of it, and tables of 100,000 cells",
    sameEverywhere(
      () =>
        json(`{"@type":"Product","name":"Tool","offers":[${offers()}{}]}`) +
        json(`${'{"@graph":['.repeat(3000)}{}${"]}".repeat(3000)}`) +
        `<table>${many(10_000, (nth) => `<tr>${many(10, (cell) => `<td>$${nth}.${cell}</td>`)}</tr>`)}</table>` +
        many(20_000, (nth) => `<a href="https://x.com/tool${nth}">X</a>`),
    ),
  ),
  "hostile-patterns": hostile(
    "Websites with texts that are hard on patterns, in every field",
    sameEverywhere(
      hardOnPatterns,
      `<meta name="description" content="${"a ".repeat(100_000)}"><meta property="og:site_name" content="${"A. ".repeat(50_000)}"><meta property="og:title" content="${" | - ".repeat(30_000)}">`,
    ),
  ),
  bombs: hostile("Websites that unpack to 200 MB, with giant robots.txt and sitemaps", (req, res) => {
    packedBombs ??= bombs();
    packedBombs(req, res);
  }),
  "slow-sites": hostile("120 websites that trickle, redirect for ever or never answer, by 40 accounts", slow, 120),
  "heavy-sites": hostile(
    "60 websites whose pages take seconds to read, by 40 accounts",
    sameEverywhere(() => many(150_000, (nth) => `<p>Tool <b>${nth}</b> <a href="/p${nth}">more</a></p>`)),
    60,
  ),
};
