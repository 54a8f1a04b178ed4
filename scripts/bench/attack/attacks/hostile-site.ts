import type { RequestListener } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Attack, Stranger } from "../stranger.ts";

/** Submits websites that answer as `website` says, each by another account, and asks for the drafts as often as their makers would. */
export const hostileSite = (title: string, website: RequestListener, { sites = 4 } = {}): Attack => ({
  title,
  website,
  run: async (stranger) => awaitDrafts(stranger, await submitSites(stranger, sites)),
});

/** Gives the drafts that were begun. */
export async function submitSites({ stage, send, isOver }: Stranger, count: number): Promise<Draft[]> {
  const drafts: Draft[] = [];
  const { strangers, siteHosts } = stage;
  for (let nth = 0; nth < count && !isOver(); nth++) {
    const { key } = strangers[nth % strangers.length]!;
    const { status, text } = await send({
      method: "POST",
      path: "/api/v1/drafts",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ url: `https://${siteHosts[nth % siteHosts.length]}/` }),
      from: nth,
    });
    if (status === 201) drafts.push({ id: JSON.parse(text).id, key });
  }
  return drafts;
}

/** Until the server is through with all of them: what is hard about a website comes after the reading. */
export async function awaitDrafts({ send, isOverLong }: Stranger, drafts: Draft[]): Promise<void> {
  for (const { id, key } of drafts)
    while (!isOverLong()) {
      const { text } = await send({ path: `/api/v1/drafts/${id}`, headers: { authorization: `Bearer ${key}` } });
      if (text.includes('"status":"ready"')) break;
      await delay(POLL_MS);
    }
}

type Draft = { id: string; key: string };
const POLL_MS = 500;
const PATHS = ["/pricing", "/about", "/contact", "/features", "/faq"];

/** A site of six pages, each with the same body, packed: small on the wire and large when it is read. */
export function sameEverywhere(body: string, { head = "" } = {}): RequestListener {
  const links = PATHS.map((path) => `<a href="${path}">${path.slice(1)}</a>`).join(" ");
  const page = `<!doctype html><html lang="en"><head><title>Tool – A product</title>${head}</head><body><nav>${links}</nav>${body}</body></html>`;
  let packed: Buffer | undefined;
  return (req, res) => {
    if (req.url === "/robots.txt" || req.url?.includes("sitemap")) return void res.writeHead(404).end();
    packed ??= gzipSync(page);
    res.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-encoding": "gzip" }).end(packed);
  };
}

export const many = (count: number, part: (nth: number) => string): string =>
  Array.from({ length: count }, (_, nth) => part(nth)).join("");
