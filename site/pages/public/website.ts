import { type Response, Router } from "express";
import { isOfTeam } from "../../../actions/listings/listing-page.ts";
import { countVisitor } from "../../kit/count-visitor.ts";
import { type Site, sessionOf } from "../../kit/site.ts";

/** Redirects from a listing to its website, so that owners see the number of clicks. */
export function websitePages({ deps }: Site, notFound: (res: Response) => void): Router {
  const router = Router();

  router.get("/listings/:slug/website", async (req, res) => {
    const listing = await deps.store.listings.findLive(req.params.slug);
    if (!listing) return notFound(res);
    const account = sessionOf(res)?.account;
    const visited = {
      listingId: listing.id,
      kind: "clicks",
      isOfTeam: async () => account !== undefined && isOfTeam(listing.id, account.id, deps.store),
    } as const;
    await countVisitor(req, visited, deps);
    res.set({ "cache-control": "no-store", "x-robots-tag": "noindex" }).redirect(302, listing.url);
  });

  return router;
}
