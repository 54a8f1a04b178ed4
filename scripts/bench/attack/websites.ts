import type { RequestListener } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { once } from "../../../domain/text/once.ts";
import { type Asked, bearer, jsonOf } from "./client.ts";
import type { Attack, Stranger } from "./stage.ts";

const FEW = 4;
const POLL_MS = 500;
const TRICKLE_MS = 1000;
const LINKS = ["pricing", "about", "contact", "features", "faq"].map((name) => `<a href="/${name}">${name}</a>`);

const many = (count: number, part: (nth: number) => string): string =>
  Array.from({ length: count }, (_, nth) => part(nth)).join("");
const json = (text: string): string => `<script type="application/ld+json">${text}</script>`;

/** Beginnings of what patterns look for, again and again, and never an end of it. */
const RUNS = (
  "founded by |Founded in 19|$1,|1.|€ 1 |www.|https://|(c) |© 20|Ann Miller, |CEO of |VAT DE|from $|per month per |" +
  "free for |  |-|–|a |A. |#|\u00ad|\u200d|é|&amp;|<br>|Q: |? |Q? A! |what is "
).split("|");
const HARD_HEAD =
  `<meta name="description" content="${"a ".repeat(100_000)}">` +
  `<meta property="og:site_name" content="${"A. ".repeat(50_000)}">` +
  `<meta property="og:title" content="${" | - ".repeat(30_000)}">`;

type Hard = [title: string, body: () => string, head?: string];
/** Websites of six pages with the same body, which is hard to read. */
const HARD_PAGES: Record<string, Hard> = {
  "price-pages": ["50,000 short price paragraphs each", () => many(50_000, (nth) => `<p>From $${nth} a month</p>`)],
  "contact-runs": [
    "long runs of text that looks like emails, numbers and addresses",
    () =>
      `<p>${"a.".repeat(20_000)}</p><p>${"a@a.".repeat(5_000)}</p>`.repeat(40) +
      `<address>${"1 Aa ".repeat(8_000)}</address><p>+${"1 (".repeat(8_000)}</p>`.repeat(20),
  ],
  headings: [
    "60,000 h1, nested lists and questions",
    () =>
      many(60_000, (nth) => `<h1>Tool ${nth}</h1>`) +
      many(5_000, (nth) => `<details><summary>What is ${nth}?</summary><p>It is ${nth}.</p></details>`),
  ],
  "nested-pages": [
    "elements nested 500 and 500,000 deep",
    () =>
      `${"<div>".repeat(500)}<p>Deep</p>${"</div>".repeat(500)}${"<b><i>".repeat(40_000)}x` +
      "<table><tr><td>".repeat(20_000),
  ],
  "heavy-data": [
    "JSON-LD of megabytes, 3,000 levels of it, and tables of 100,000 cells",
    () => {
      const offer = (nth: number) => `{"@type":"Offer","price":"${nth}","priceCurrency":"USD","name":"Plan ${nth}"},`;
      const row = (nth: number) => `<tr>${many(10, (cell) => `<td>$${nth}.${cell}</td>`)}</tr>`;
      return (
        json(`{"@type":"Product","name":"Tool","offers":[${many(20_000, offer)}{}]}`) +
        json(`${'{"@graph":['.repeat(3000)}{}${"]}".repeat(3000)}`) +
        `<table>${many(10_000, row)}</table>${many(20_000, (nth) => `<a href="https://x.com/tool${nth}">X</a>`)}`
      );
    },
  ],
  "hostile-patterns": [
    "texts that are hard on patterns, in every field",
    () =>
      RUNS.map((run) => `<h2>${run.repeat(10_000 / run.length)}</h2><p>${run.repeat(30_000 / run.length)}</p>`).join(
        "",
      ) +
      many(50, (nth) => {
        const [one, other] = [RUNS[nth % RUNS.length]!, RUNS[(nth * 7) % RUNS.length]!];
        return `<p>${one.repeat(1000)}</p><ul><li>${other.repeat(1000)}</li></ul>`;
      }),
    HARD_HEAD,
  ],
};
const heavy = () => many(150_000, (nth) => `<p>Tool <b>${nth}</b> <a href="/p${nth}">more</a></p>`);

/** Packed: small on the wire, and large when it is read. */
function sameEverywhere(body: () => string, head = ""): RequestListener {
  const top = `<!doctype html><html lang="en"><head><title>Tool – A product</title>${head}</head>`;
  const packed = once(() => gzipSync(`${top}<body><nav>${LINKS.join(" ")}</nav>${body()}</body></html>`));
  return (req, res) => {
    if (req.url === "/robots.txt" || req.url?.includes("sitemap")) return void res.writeHead(404).end();
    res.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-encoding": "gzip" }).end(packed());
  };
}

/** What unpacks to 200 MB, by the kind of file. */
const packBombs = once(() => {
  const megabyte = Buffer.alloc(1_000_000, "<p>a</p>\n");
  const urls = many(300_000, (nth) => `<url><loc>https://x.test/${nth}</loc></url>`);
  return {
    "text/html": gzipSync(Buffer.concat(Array.from({ length: 200 }, () => megabyte))),
    "text/plain": gzipSync(`User-agent: *\n${"Disallow: /*a*b*c*d*e*$\n".repeat(400_000)}`),
    "application/xml": gzipSync(`<?xml version="1.0"?><urlset>${urls}</urlset>`),
  };
});
const bombs: RequestListener = ({ url = "" }, res) => {
  const type = url === "/robots.txt" ? "text/plain" : url.includes("sitemap") ? "application/xml" : "text/html";
  res.writeHead(200, { "content-type": type, "content-encoding": "gzip" }).end(packBombs()[type]);
};

/** Nothing at all, one redirect after the other, or one byte a second. */
const slow: RequestListener = (req, res) => {
  const kind = Number(/\d+/.exec(req.headers.host ?? "")?.[0] ?? 0) % 3;
  if (kind === 0) return;
  if (kind === 1) return void res.writeHead(302, { location: `/${Math.random()}` }).end();
  res.writeHead(200, { "content-type": "text/html" }).write("<html>");
  const timer = setInterval(() => res.write(" "), TRICKLE_MS);
  res.on("close", () => clearInterval(timer));
};

/** Submits websites, each by another account; returns how to read the drafts that were begun. */
async function submitSites({ stage, send, isOver }: Stranger, count: number): Promise<Asked[]> {
  const drafts: Asked[] = [];
  const { strangers, siteHosts } = stage;
  for (let nth = 0; nth < count && !isOver(); nth++) {
    const { key } = strangers[nth % strangers.length]!;
    const url = `https://${siteHosts[nth % siteHosts.length]}/`;
    const { status, text } = await send({ ...jsonOf("/api/v1/drafts", { url }, key), from: nth });
    if (status === 201) drafts.push({ path: `/api/v1/drafts/${JSON.parse(text).id}`, headers: bearer(key) });
  }
  return drafts;
}

/** A few websites that are hard to read, or `crowd` of them for longer. */
const hostile = (title: string, website: RequestListener, crowd?: number): Attack => ({
  ...{ title, website },
  ...(crowd && { longer: 1.5 }),
  async run(stranger) {
    const drafts = await submitSites(stranger, crowd ?? FEW);
    if (crowd) return stranger.untilOver();
    // What is hard about a website comes after the reading.
    const isReady = async (draft: Asked) => (await stranger.send(draft)).text.includes('"status":"ready"');
    for (const draft of drafts) while (!stranger.isOverLong() && !(await isReady(draft))) await delay(POLL_MS);
  },
});

const hardPages = Object.entries(HARD_PAGES).map(([name, [title, body, head]]) => {
  return [name, hostile(`Websites of 6 pages with ${title}`, sameEverywhere(body, head))];
});
export const websites: Record<string, Attack> = {
  ...Object.fromEntries(hardPages),
  bombs: hostile("Websites that unpack to 200 MB, with giant robots.txt and sitemaps", bombs),
  "slow-sites": hostile("120 websites that trickle, redirect for ever or never answer, by 40 accounts", slow, 120),
  "heavy-sites": hostile("60 websites whose pages take seconds to read, by 40 accounts", sameEverywhere(heavy), 60),
};
