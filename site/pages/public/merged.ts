import { Router } from "express";
import type { Site } from "../../kit/site.ts";

/** The address of a merged duplicate, and every page below it, redirects to the remaining listing. */
export function mergedPages({ deps }: Site): Router {
  const router = Router();
  router.get("/listings/:slug{/*rest}", async (req, res, next) => {
    const slug = await deps.store.moderation.mergedSlug(String(req.params.slug));
    if (slug === undefined) return next();
    const query = req.originalUrl.includes("?") ? req.originalUrl.slice(req.originalUrl.indexOf("?")) : "";
    const rest = req.path
      .split("/")
      .slice(3)
      .map((part) => `/${part}`)
      .join("");
    res.redirect(301, `/listings/${slug}${rest}${query}`);
  });
  return router;
}
