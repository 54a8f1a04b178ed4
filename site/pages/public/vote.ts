import { type Response, Router } from "express";
import { takeQuota } from "../../../core/limits/limiter.ts";
import { type Site, sessionOf } from "../../kit/site.ts";
import { voteOrigin } from "../../kit/visitor-hash.ts";
import { wantedState } from "../../parts/community/community.ts";
import { answerToggle, noteOf, signInToToggle } from "../../parts/community/toggles.ts";

/** The only way to vote: a form of the site, sent by a signed-in person. */
export function votePages({ deps }: Site, notFound: (res: Response) => void): Router {
  const { store } = deps;
  const router = Router();

  router.post("/listings/:slug/vote", async (req, res) => {
    const account = sessionOf(res)?.account;
    if (!account) {
      const listing = await store.listings.findLive(req.params.slug);
      return listing ? signInToToggle(req, res, listing.slug, "vote") : notFound(res);
    }
    const isWanted = wantedState(req, "vote");
    await takeQuota(deps.limiter, "vote", account.id);
    const { slug } = req.params;
    const voted = await deps.setVote({ accountId: account.id, slug, isWanted, origin: await voteOrigin(req, deps) });
    if (!voted) return notFound(res);
    answerToggle(req, res, slug, { on: isWanted, count: voted.votes, note: noteOf(voted.reason) });
  });

  return router;
}
