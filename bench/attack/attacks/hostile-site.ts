import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import type { Attack, Stranger } from "../stranger.ts";

/** Submits websites that answer as `website` says, each by another account, and asks for the drafts as often as their makers would. */
export const hostileSite = (title: string, website: RequestListener, { sites = 4, longer = 1 } = {}): Attack => ({
  title,
  website,
  longer,
  run: (stranger) => submitSites(stranger, sites),
});

export async function submitSites({ stage, send, isOver, flood }: Stranger, count: number): Promise<void> {
  const drafts: { id: string; key: string }[] = [];
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
  if (drafts.length === 0) return;
  await flood(2, async (nth) => {
    const { id, key } = drafts[nth % drafts.length]!;
    await send({ path: `/api/v1/drafts/${id}`, headers: { authorization: `Bearer ${key}` } });
    await new Promise((done) => setTimeout(done, 250));
  });
}

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
