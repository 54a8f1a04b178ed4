import { hash } from "node:crypto";
import { type Request, type Response, Router } from "express";
import type { Deps } from "#actions/context.ts";
import { parseBadgeKind, parseBadgeStyle } from "#domain/listings/badge.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { type Brand, hasSun } from "#domain/site/brand.ts";
import { SLUG } from "#domain/text/slug.ts";
import { say, t, type Words } from "#languages/words.ts";
import { type BadgeLook, drawBadge, drawNotice } from "#pictures/badges/draw.ts";
import { findBadgeSubject } from "#tools/schemas/badge.ts";
import { countVisitor } from "../kit/count-visitor.ts";
import { languageOf } from "../kit/language.ts";
import type { Site } from "../kit/site.ts";
import { brandOf } from "./brand-of.ts";
import { asData } from "./cards/shapes.ts";
import type { Drawer } from "./drawer.ts";

const SVG = "image/svg+xml; charset=utf-8";
const HEADERS = {
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

const EMBLEM_PIXELS = 96;

/** RFC 9110, 13.1.2. Express ignores If-None-Match if the client sends Cache-Control: no-cache. */
const has = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.trim() === "*" || !!ifNoneMatch?.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);

/** Counts someone who saw the badge of a listing on the listing's own website, once a day. */
async function countBadgeView(
  req: Request,
  { id, url }: Pick<Listing, "id" | "url">,
  deps: Pick<Deps, "visits" | "now" | "limiter" | "log" | "proofs" | "settings">,
): Promise<void> {
  // Browsers say what a request is for, and scripts of other websites cannot say it for them.
  if (req.headers["sec-fetch-dest"] !== "image") return;
  const referer = URL.parse(req.headers.referer ?? "");
  if (!referer || !/^https?:$/.test(referer.protocol)) return;
  const { domain, refusals } = deps.proofs.siteOf(url);
  // On a host that many share, the Referer names the host and not the project.
  if (refusals.file !== undefined || deps.proofs.siteOf(referer.href).domain !== domain) return;
  await countVisitor(req, { listingId: id, kind: "badgeViews" }, deps);
}

/** Badge images, for every listing that was not removed. They need no session and set no cookie. */
export function badgeRoutes({ deps }: Pick<Site, "deps">, drawer: Drawer): Router {
  const { store, settings } = deps;
  const router = Router();

  const looks = new WeakMap<Brand, Promise<BadgeLook>>();
  /** Made once for each look: badges are on the homepages of all listings. */
  async function badgeLook(): Promise<BadgeLook> {
    const brand = await brandOf(deps);
    const look = looks.getOrInsertComputed(brand, () => lookOf(brand));
    look.catch(() => looks.delete(brand));
    return look;
  }

  async function lookOf(brand: Brand): Promise<BadgeLook> {
    const { design, logo } = brand;
    if (hasSun(design.theme, logo)) return { design, emblem: undefined };
    const icon = await drawer.icon({ brand, size: EMBLEM_PIXELS, purpose: "any", type: "png" });
    return { design, emblem: asData(icon) };
  }

  /** Browsers show an image whatever its status, so it says what is wrong. */
  const refuse = (res: Response, status: 400 | 404, text: Words): void => {
    res
      .status(status)
      .set({ ...HEADERS, "Content-Type": SVG, "Cache-Control": "public, max-age=60" })
      .send(drawNotice(say(text, languageOf(res))));
  };

  router.get("/badges/:slug/:kind/:file", async (req, res) => {
    const kind = parseBadgeKind(req.params.kind);
    const style = parseBadgeStyle(req.params.file);
    if (!kind || !style || !SLUG.test(req.params.slug)) return refuse(res, 400, t`Unknown badge style`);
    const subject = await findBadgeSubject(store, req.params.slug);
    if (!subject) return refuse(res, 404, t`Unknown badge`);
    await countBadgeView(req, subject, deps);
    const look = await badgeLook();
    const { svg } = drawBadge(kind, subject, style, settings.SITE_NAME, languageOf(res), look);
    const isPng = req.params.file.endsWith(".png");
    const etag = `"${hash("sha256", svg, "base64url").slice(0, 27)}${isPng ? "-png" : ""}"`;
    res.set({
      ...HEADERS,
      "Content-Type": isPng ? "image/png" : SVG,
      "Cache-Control": "public, max-age=3600, stale-while-revalidate=86400",
      ETag: etag,
    });
    if (!has(req.headers["if-none-match"], etag)) return void res.send(isPng ? await drawer.badge(svg) : svg);
    res.removeHeader("Content-Type");
    res.status(304).end();
  });

  return router;
}
