import { type Request, type Response, Router } from "express";
import type { Deps } from "#actions/context.ts";
import type { Settings } from "#core/settings/config.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { ownPath } from "#domain/listings/badge.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { keysOf } from "#domain/text/keys.ts";
import { SLUG } from "#domain/text/slug.ts";
import type { Language } from "#languages/language.ts";
import { prefixed } from "#languages/links.ts";
import { CARD_SIZE, cardHtml } from "#pictures/badges/embed.ts";
import { viewSummary } from "#tools/schemas/listing.ts";
import { queryText } from "../kit/form.ts";
import { listingCardPath, PREVIEW_SIZE } from "../kit/preview.ts";
import { sendDocument } from "./document.ts";
import { xml, xmlDocument } from "./xml.ts";

type Size = { width: number; height: number };
type About = Pick<Settings, "BASE_URL" | "SITE_NAME">;

const CACHE_SECONDS = 3600;
/** What each format is sent as; pages name it with `+oembed`. */
const TYPES = { json: "application/json", xml: "text/xml" } as const;
type Format = keyof typeof TYPES;

export const oembedLinks = (slug: string, name: string, { BASE_URL }: About): Html =>
  html`${keysOf(TYPES).map((format) => {
    const query = `url=${encodeURIComponent(`${BASE_URL}/listings/${slug}`)}&format=${format}`;
    return html`<link rel="alternate" type="${TYPES[format]}+oembed" title="${name}" href="${href(`${BASE_URL}/oembed?${query}`)}">\n`;
  })}`;

export function oembedRoutes({ store, settings, languages }: Deps): Router {
  const router = Router();

  /** The live listing at a URL; of a merged duplicate the one that remains. */
  async function listingAt(path: string): Promise<Listing | undefined> {
    const [, slug = ""] = /^\/listings\/([^/]+)\/?$/.exec(path) ?? [];
    if (!SLUG.test(slug)) return undefined;
    return store.listings.findLive((await store.moderation.mergedSlug(slug)) ?? slug);
  }

  router.get("/oembed", async (req, res) => {
    const format = readFormat(req);
    if (!format) return refuse(res, 501, "Unknown format. Ask for json or xml.");
    const most = { width: readMost(req, "maxwidth"), height: readMost(req, "maxheight") };
    if (!most.width || !most.height) return refuse(res, 400, "maxwidth and maxheight are whole numbers of pixels.");
    const url = queryText(req, "url");
    if (!url) return refuse(res, 400, "Name the address of a listing as url.");
    const { language, rest } = languages.at(ownPath(url, settings.BASE_URL) ?? "");
    const listing = await listingAt(rest);
    if (!listing) return refuse(res, 404, "There is no live listing at this url.");
    const found = embed(listing, { width: most.width, height: most.height }, { ...settings, language });
    const body = format === "json" ? JSON.stringify(found) : asXml(found);
    sendDocument(req, res, { type: `${TYPES[format]}; charset=utf-8`, body, maxAgeSeconds: CACHE_SECONDS });
  });

  return router;
}

/** The response for a listing. The thumbnail has one size, and is left out if it does not fit. */
function embed(listing: Listing, most: Size, { BASE_URL, SITE_NAME, language }: About & { language: Language }) {
  const { slug, name } = listing;
  const preview = listingCardPath(viewSummary(listing, { baseUrl: BASE_URL }));
  const size = {
    width: Math.min(CARD_SIZE.width, most.width),
    height: Math.min(CARD_SIZE.height, most.height),
  };
  const fits = PREVIEW_SIZE.width <= most.width && PREVIEW_SIZE.height <= most.height;
  return {
    version: "1.0",
    type: "rich",
    title: name,
    provider_name: SITE_NAME,
    provider_url: BASE_URL + prefixed(language.prefix, "/"),
    cache_age: CACHE_SECONDS,
    ...(fits && {
      thumbnail_url: BASE_URL + prefixed(language.prefix, preview),
      thumbnail_width: PREVIEW_SIZE.width,
      thumbnail_height: PREVIEW_SIZE.height,
    }),
    html: cardHtml({ baseUrl: BASE_URL, siteName: SITE_NAME, slug, name, language }, size),
    ...size,
  };
}

const asXml = (found: Record<string, string | number>): string =>
  xmlDocument(xml`<oembed>
${Object.entries(found).map(([key, value]) => xml`<${key}>${value}</${key}>\n`)}</oembed>`);

const readFormat = (req: Request): Format | undefined =>
  req.query.format === undefined ? "json" : keysOf(TYPES).find((one) => one === req.query.format);

/** A limit in pixels, none if it is absent; undefined if it is not one. */
function readMost(req: Request, name: "maxwidth" | "maxheight"): number | undefined {
  if (req.query[name] === undefined) return Number.MAX_SAFE_INTEGER;
  const text = queryText(req, name);
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

const refuse = (res: Response, status: 400 | 404 | 501, text: string): void => {
  res.status(status).set({ "Access-Control-Allow-Origin": "*" });
  res.type("text/plain").send(`${text}\n`);
};
