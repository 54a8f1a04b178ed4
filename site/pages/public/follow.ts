import { type Response, Router } from "express";
import { setFollowing } from "../../../actions/community/follow.ts";
import { takeQuota } from "../../../core/limits/limiter.ts";
import { noticeText, withNotice } from "../../kit/notices.ts";
import { prefersJson } from "../../kit/prefers-json.ts";
import { type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { wantedState } from "../../parts/community/community.ts";
import { answerToggle, signInToToggle } from "../../parts/community/toggles.ts";

/** The follow button of a listing. */
export function followPages({ deps }: Site, notFound: (res: Response) => void): Router {
  const { store } = deps;
  const router = Router();

  router.post("/listings/:slug/follow", async (req, res) => {
    const listing = await store.listings.findLive(req.params.slug);
    if (!listing) return notFound(res);
    const page = `/listings/${listing.slug}`;
    const account = sessionOf(res)?.account;
    if (!account) return signInToToggle(req, res, listing.slug, "follow");
    const isWanted = wantedState(req, "follow");
    await takeQuota(deps.limiter, "follow", account.id);
    const outcome = await setFollowing({ accountId: account.id, listingId: listing.id, isWanted }, deps);
    if (outcome !== "done") {
      if (!prefersJson(req)) return seeOther(res, withNotice(page, outcome));
      return void res.status(403).json({ detail: noticeText(outcome) });
    }
    const count = prefersJson(req) ? ((await store.listings.find(listing.id))?.followers ?? 0) : 0;
    answerToggle(req, res, listing.slug, { on: isWanted, count, note: null });
  });

  return router;
}
