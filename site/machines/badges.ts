import { hash } from "node:crypto";
import { type Response, Router } from "express";
import { parseBadgeKind, parseBadgeStyle } from "../../domain/listings/badge.ts";
import { SLUG } from "../../domain/text/slug.ts";
import { drawBadge, drawNotice } from "../../pictures/badges/draw.ts";
import { findBadgeSubject } from "../../tools/schemas/badge.ts";
import { countBadgeView } from "../kit/badge-view.ts";
import type { Site } from "../kit/site.ts";

/** Headers for images that other websites embed. */
const HEADERS = {
  "Content-Type": "image/svg+xml; charset=utf-8",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

/** RFC 9110, 13.1.2. Express ignores If-None-Match if the client sends Cache-Control: no-cache. */
const has = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.trim() === "*" || !!ifNoneMatch?.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);

/** Badge images, for every listing that was not removed. They need no session and set no cookie. */
export function badgeRoutes({ deps }: Pick<Site, "deps">): Router {
  const { store, settings } = deps;
  const router = Router();

  /** Browsers show an image whatever its status, so it says what is wrong. */
  const refuse = (res: Response, status: 400 | 404, text: string): void => {
    res
      .status(status)
      .set({ ...HEADERS, "Cache-Control": "public, max-age=60" })
      .send(drawNotice(text));
  };

  router.get("/badges/:slug/:kind/:file", async (req, res) => {
    const kind = parseBadgeKind(req.params.kind);
    const style = parseBadgeStyle(req.params.file);
    if (!kind || !style || !SLUG.test(req.params.slug)) return refuse(res, 400, "No such badge style");
    const subject = await findBadgeSubject(store, req.params.slug);
    if (!subject) return refuse(res, 404, "No such badge");
    await countBadgeView(req, subject, deps);
    const { svg } = drawBadge(kind, subject, style, settings.SITE_NAME);
    const etag = `"${hash("sha256", svg, "base64url").slice(0, 27)}"`;
    res.set({ ...HEADERS, "Cache-Control": "public, max-age=3600, stale-while-revalidate=86400", ETag: etag });
    if (!has(req.headers["if-none-match"], etag)) return void res.send(svg);
    res.removeHeader("Content-Type");
    res.status(304).end();
  });

  return router;
}
