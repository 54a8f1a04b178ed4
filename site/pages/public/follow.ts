import { type Response, Router } from "express";
import { setFollowing } from "../../../actions/community/follow.ts";
import { noticeText, withNotice } from "../../kit/notices.ts";
import { prefersJson } from "../../kit/prefers-json.ts";
import { type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { takeFormLimit, wantedState } from "../../parts/community.ts";
import { answerToggle, signInToToggle } from "../../parts/toggles.ts";

/** Following needs a confirmed address: followers get emails, and they are counted. */
export function followPages({ deps }: Site, notFound: (res: Response) => void): Router {
  const { store } = deps;
  const router = Router();

  router.post("/listings/:slug/follow", async (req, res) => {
    const listing = await store.listings.findLive(req.params.slug);
    if (!listing) return notFound(res);
    const page = `/listings/${listing.slug}`;
    const account = sessionOf(res)?.account;
    if (!account) return signInToToggle(req, res, listing.slug);
    const isWanted = wantedState(req, "follow");
    if (isWanted && !account.emailVerifiedAt) {
      if (!prefersJson(req)) return seeOther(res, withNotice(page, "verify-first"));
      return void res.status(403).json({ detail: noticeText("verify-first") });
    }
    await takeFormLimit(deps, "follow", account.id);
    await setFollowing({ accountId: account.id, listingId: listing.id, isWanted }, deps);
    await answerToggle(req, res, deps, { name: "follow", listing, accountId: account.id, isOn: isWanted });
  });

  return router;
}
