import type { Request, Response } from "express";
import { findWanted, forgetWanted, keepWanted, type Wanted } from "#actions/accounts/wanted.ts";
import { followCollection, setSaved } from "#actions/community/collections.ts";
import { setFollowing } from "#actions/community/follow.ts";
import { writeComment } from "#actions/community/write-comment.ts";
import type { Deps } from "#actions/context.ts";
import { addressKey, type LimitName, takeQuota } from "#core/limits/limiter.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import { attemptTo } from "../../kit/attempt.ts";
import { type Notice, withNotice } from "../../kit/notices.ts";
import { addressOf, currentSession, type Site, seeOther } from "../../kit/site.ts";
import { voteOrigin } from "../../kit/visitor-hash.ts";
import { writtenAt } from "../community/comment-view.ts";
import { askToTell } from "../search/search-title.ts";

type Kept = NonNullable<Awaited<ReturnType<typeof findWanted>>>;
type Doing = Kept & { accountId: string; req: Request };
/** Where it leads, if not back to where it was begun. */
type Done = { notice?: Notice | undefined; path?: string };

const LIMITS: Record<Wanted["act"], LimitName> = {
  vote: "vote",
  follow: "follow",
  save: "collection",
  comment: "comment",
  "follow-collection": "follow",
  search: "follow",
};

const ACTS: Record<Wanted["act"], (doing: Doing, deps: Deps) => Promise<Done>> = {
  async vote({ accountId, of: slug, req }, deps) {
    const voted = await deps.setVote({ accountId, slug, isWanted: true, origin: await voteOrigin(req, deps) });
    return { notice: voted?.reason === null ? "voted" : undefined };
  },
  async follow({ accountId, of }, deps) {
    const listing = await deps.store.listings.findLive(of);
    if (!listing) return {};
    const outcome = await setFollowing({ accountId, listingId: listing.id, isWanted: true }, deps);
    return { notice: outcome === "done" ? "following" : outcome };
  },
  async save({ accountId, of }, deps) {
    const listing = await deps.store.listings.findLive(of);
    if (!listing) return {};
    const outcome = await setSaved({ accountId, listingId: listing.id, isWanted: true }, deps);
    return { notice: outcome === "full" ? "saved-full" : "collected" };
  },
  async comment({ accountId, of: slug, body, answersId }, deps) {
    return writtenAt(slug, await writeComment({ accountId, slug, answersId, body }, deps));
  },
  async "follow-collection"({ accountId, of: key }, deps) {
    const outcome = await followCollection({ accountId, key, isWanted: true }, deps);
    return { notice: outcome === "done" ? "following" : outcome };
  },
  async search({ accountId, of }, deps) {
    const outcome = await askToTell(accountId, of, deps);
    return { notice: outcome === "verify-first" ? outcome : `search-${outcome}` };
  },
};

type Arrival = { account: Account; returnTo: string; sessionId: string | undefined; isConfirmed?: boolean };

/** What a visitor pressed is done once they signed in with the same browser, in the same errand. */
export function createWanted({ deps, sessions }: Pick<Site, "deps" | "sessions">) {
  return {
    /** Only for forms of this site: the gate for forms has compared the origin. */
    async begin(req: Request, res: Response, wanted: Wanted): Promise<void> {
      await takeQuota(deps.limiter, "wanted", addressKey(addressOf(req)));
      await keepWanted((await sessions.ensure(req, res)).id, wanted, deps);
      seeOther(res, `/sign-in?return_to=${encodeURIComponent(wanted.path)}`);
    },

    /** Where to go next. Nothing is done for a sign-in with another purpose. */
    async finish(
      req: Request,
      res: Response,
      { account, returnTo, sessionId, isConfirmed = false }: Arrival,
    ): Promise<string> {
      const wanted = sessionId === undefined ? undefined : await findWanted(sessionId, deps);
      const isMeant = wanted && (isConfirmed || wanted.path === returnTo.replace(/[?&]notice=[\w-]+/, ""));
      if (!isMeant || sessionId === undefined) return returnTo;
      await forgetWanted(sessionId, deps);
      const { output } = await attemptTo(async () => {
        await takeQuota(deps.limiter, LIMITS[wanted.act], account.id);
        return ACTS[wanted.act]({ ...wanted, accountId: account.id, req }, deps);
      });
      deps.wakeJobs();
      const isOpen = output === undefined || output.notice === "verify-first";
      if (isOpen) await keepWanted(currentSession(res).id, wanted, deps);
      if (isOpen && wanted.act === "comment")
        return output ? withNotice(wanted.path, "comment-kept") : `/listings/${wanted.of}/comments?kept=on#comment`;
      const path = output?.path ?? wanted.path;
      return output?.notice ? withNotice(path, output.notice) : path;
    },
  };
}
