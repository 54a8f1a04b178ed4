import type { Request, Response } from "express";
import { setMuted, setPinned, setReaction } from "#actions/community/answer-comment.ts";
import { findComment } from "#actions/community/found-comment.ts";
import { removeComment } from "#actions/community/write-comment.ts";
import { invalid } from "#core/errors/errors.ts";
import { takeQuota } from "#core/limits/limiter.ts";
import { REACTION_NAMES } from "#domain/community/comment.ts";
import { say, t } from "#languages/words.ts";
import { formText } from "../../kit/form.ts";
import { languageOf } from "../../kit/language.ts";
import { type Notice, noticeText, withNotice } from "../../kit/notices.ts";
import { prefersJson } from "../../kit/prefers-json.ts";
import { notFound, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { threadPath } from "../../parts/community/comment-view.ts";
import { wantedState } from "../../parts/community/community.ts";
import { signInFirst } from "../../parts/community/toggles.ts";

type Params = { slug: string; id: string };

export function commentActPages({ deps, router }: Site): void {
  const { store, limiter } = deps;

  /** The comment and who acts on it. Whoever is signed out is led to sign in. */
  async function actOf(req: Request<Params>, res: Response) {
    const { slug, id } = req.params;
    const found = await findComment(slug, id, store);
    const account = sessionOf(res)?.account;
    if (!found) notFound();
    else if (!account && prefersJson(req))
      res.status(401).json({ detail: say(t`You are signed out. Sign in, then try again.`, languageOf(res)) });
    else if (!account) seeOther(res, signInFirst(slug, "comment"));
    return found && account ? { found, account, slug, id } : undefined;
  }
  const placeOf = (slug: string, { comment }: { comment: Parameters<typeof threadPath>[1] }): string =>
    `${threadPath(slug, comment)}#c-${comment.id}`;

  router.post("/listings/:slug/comments/:id/react", async (req, res) => {
    const act = await actOf(req, res);
    if (!act) return;
    const { slug, id, account, found } = act;
    const [state, name = ""] = formText(req, "react").split(" ");
    const kind = REACTION_NAMES.find((known) => known === name);
    if (!kind || (state !== "on" && state !== "off"))
      throw invalid([{ pointer: "/react", code: "enum", detail: t`Choose one of the reactions.` }]);
    await takeQuota(limiter, "reaction", account.id);
    const isWanted = state === "on";
    const outcome = await setReaction({ accountId: account.id, slug, id, kind, isWanted }, deps);
    if (!prefersJson(req))
      return seeOther(res, outcome === "done" ? placeOf(slug, found) : withNotice(placeOf(slug, found), outcome));
    res.set("Cache-Control", "private, no-store");
    if (outcome !== "done") return void res.status(403).json({ detail: say(noticeText(outcome), languageOf(res)) });
    const count = (await store.comments.reactions([id])).find((reaction) => reaction.kind === kind)?.count ?? 0;
    res.json({ on: isWanted, count });
  });

  const onePress = (
    act: string,
    work: (place: { accountId: string; slug: string; id: string; isWanted: boolean }) => Promise<boolean>,
    notices: { on: Notice; off: Notice },
    after: (slug: string, found: { comment: Parameters<typeof threadPath>[1] }) => string,
  ) =>
    router.post(`/listings/:slug/comments/:id/${act}`, async (req: Request<Params>, res) => {
      const known = await actOf(req, res);
      if (!known) return;
      const { slug, id, account, found } = known;
      const isWanted = wantedState(req, act);
      await takeQuota(limiter, "comment", account.id);
      const isDone = await work({ accountId: account.id, slug, id, isWanted });
      const path = isDone ? after(slug, found) : placeOf(slug, found);
      seeOther(res, path, isDone ? notices[isWanted ? "on" : "off"] : "gone");
    });

  onePress("pin", (place) => setPinned(place, deps), { on: "comment-pinned", off: "comment-unpinned" }, placeOf);
  onePress("mute", (place) => setMuted(place, deps), { on: "thread-muted", off: "thread-unmuted" }, placeOf);
  onePress(
    "delete",
    (place) => removeComment(place, deps),
    { on: "comment-deleted", off: "comment-deleted" },
    (slug) => `/listings/${slug}/comments`,
  );
}
