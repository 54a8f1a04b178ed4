import { type Response, Router } from "express";
import { setVote } from "../../../actions/community/vote.ts";
import { takeQuota } from "../../../core/limiter.ts";
import { type Site, sessionOf } from "../../kit/site.ts";
import { voteOrigin } from "../../kit/visitor-hash.ts";
import { wantedState } from "../../parts/community.ts";
import { answerToggle, signInToToggle } from "../../parts/toggles.ts";

/** The only way to vote: a form of the site, sent by a signed-in person. */
export function votePages({ deps }: Site, notFound: (res: Response) => void): Router {
  const { store } = deps;
  const router = Router();

  router.post("/listings/:slug/vote", async (req, res) => {
    const listing = await store.listings.findLive(req.params.slug);
    if (!listing) return notFound(res);
    const account = sessionOf(res)?.account;
    if (!account) return signInToToggle(req, res, listing.slug, "vote");
    const isWanted = wantedState(req, "vote");
    await takeQuota(deps.limiter, "vote", account.id);
    const origin = await voteOrigin(req, deps);
    await setVote({ accountId: account.id, slug: listing.slug, isWanted, origin }, deps);
    await answerToggle(req, res, deps, { name: "vote", listing, accountId: account.id, isOn: isWanted });
  });

  return router;
}
