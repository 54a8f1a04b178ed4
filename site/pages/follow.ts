import { type Response, Router } from "express";
import { takeFormLimit, wantedState } from "../community.ts";
import { withNotice } from "../notices.ts";
import { type Site, seeOther, sessionOf } from "../site.ts";

/** Following needs a confirmed address: followers get mail, and they are counted. */
export function followPages({ deps }: Site, notFound: (res: Response) => void): Router {
  const { store, now } = deps;
  const router = Router();

  router.post("/listings/:slug/follow", async (req, res) => {
    const listing = await store.listings.findLive(req.params.slug);
    if (!listing) return notFound(res);
    const page = `/listings/${listing.slug}`;
    const account = sessionOf(res)?.account;
    if (!account) return seeOther(res, `/sign-in?return_to=${encodeURIComponent(page)}`);
    const isWanted = wantedState(req, "follow");
    if (isWanted && !account.emailVerifiedAt) return seeOther(res, withNotice(page, "verify-first"));
    await takeFormLimit(deps, "follow", account.id);
    await store.change((tx) =>
      isWanted ? tx.engagement.follow(account.id, listing.id, now()) : tx.engagement.unfollow(account.id, listing.id),
    );
    seeOther(res, `${page}#community`);
  });

  return router;
}
