import { type Response, Router } from "express";
import type { Site } from "../../kit/site.ts";
import { countVisitor } from "../../parts/community.ts";

/** Redirects from a listing to its website, so that owners see the number of clicks. */
export function websitePages({ deps }: Site, notFound: (res: Response) => void): Router {
  const router = Router();

  router.get("/listings/:slug/website", async (req, res) => {
    const listing = await deps.store.listings.findLive(req.params.slug);
    if (!listing) return notFound(res);
    await countVisitor(req, res, listing.id, "clicks", deps);
    res.set({ "cache-control": "no-store", "x-robots-tag": "noindex" }).redirect(302, listing.url);
  });

  return router;
}
