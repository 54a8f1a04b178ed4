import { type Request, type Response, Router } from "express";
import { findGuestDraft, findWantedDraft } from "../../../actions/drafts/guest-draft.ts";
import { saveGuestDraft } from "../../../actions/drafts/save-guest-draft.ts";
import type { DraftCookies } from "../../../auth/draft-cookies.ts";
import { href, html } from "../../../core/html.ts";
import type { GuestDraft } from "../../../domain/guest-draft.ts";
import { viewDraft } from "../../../tools/schemas/draft.ts";
import { assetPath } from "../../kit/assets.ts";
import { attemptTo, plainWords } from "../../kit/attempt.ts";
import { createEventStreams } from "../../kit/event-stream.ts";
import { csrfField } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { showDay, showUrl } from "../../kit/show.ts";
import { accountOf, accountOnly, isRecent, memberOf, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { POLL_SECONDS } from "../../parts/draft-progress.ts";
import { guestDraft, savePath } from "../../parts/guest-draft.ts";
import { createSubmitForm } from "../../parts/submit-form.ts";

/** A draft of somebody without an account: it is theirs alone, and becomes their account's. */
export function guestDraftPages(
  { deps, sessions, pages }: Site,
  cookies: DraftCookies,
  notFound: (res: Response) => void,
): Router {
  const { store, now } = deps;
  const { showKnown } = createSubmitForm({ deps, pages });
  const stream = createEventStreams(deps);
  const router = Router();

  const idOf = (req: Request): string => String(req.params.id);
  async function draftOf(req: Request): Promise<GuestDraft | undefined> {
    const mine = cookies.find(req, idOf(req));
    return mine && findGuestDraft(mine, deps);
  }
  const bodyOf = (draft: GuestDraft, res: Response) =>
    guestDraft({
      draft: viewDraft({ ...draft, listingId: null }, []),
      endsAt: draft.expiresAt,
      res,
      policies: deps.settings,
    });

  /** Where a draft is that was saved before, as in another tab. */
  async function savedPath(req: Request, res: Response): Promise<string | undefined> {
    const account = sessionOf(res)?.account;
    const saved = account && (await store.drafts.findOwned(idOf(req), account.id));
    return saved && `/drafts/${saved.id}`;
  }

  router.get("/submit/:id", async (req, res) => {
    const draft = await draftOf(req);
    if (!draft) {
      const saved = await savedPath(req, res);
      return saved ? seeOther(res, saved) : notFound(res);
    }
    await sessions.ensure(req, res);
    const isReady = draft.status === "ready";
    pages.render(res, {
      title: isReady ? "Here is your page" : "We are reading your website",
      width: "full",
      refreshSeconds: isReady ? undefined : POLL_SECONDS,
      head: !isReady && html`<script src="${assetPath("live-draft.js")}" type="module"></script>`,
      body: bodyOf(draft, res),
    });
  });

  router.get("/submit/:id/events", async (req, res) => {
    const first = await draftOf(req);
    if (!first) return notFound(res);
    await stream(req, res, {
      revision: () => store.guestDrafts.revisionOf(first.id),
      async read() {
        const draft = await draftOf(req);
        return draft && { revision: draft.revision, html: bodyOf(draft, res).text, isLast: draft.status === "ready" };
      },
    });
  });

  /** Moves the draft to the account, or says what to do. */
  async function save(req: Request, res: Response, draft: GuestDraft): Promise<void> {
    const acting = { ...deps, caller: memberOf(req, res) };
    const { error } = await attemptTo(() => saveGuestDraft(draft, acting));
    if (!error) {
      cookies.forget(res, draft.id);
      return seeOther(res, withNotice(`/drafts/${draft.id}`, "draft-kept"));
    }
    if (error.status === 400) return showKnown(res, draft.url);
    const kept = await store.guestDrafts.find(draft.id);
    pages.render(res, {
      status: error.status,
      title: "Your page is not saved yet",
      width: "reading",
      body: html`<h1>Your page is not saved yet</h1>
<p class="lead">${plainWords(error.message)}</p>
<p>Nothing is lost: the draft of <bdi>${showUrl(draft.url)}</bdi> waits in this browser until ${showDay(kept?.expiresAt ?? draft.expiresAt)}.</p>
${saveForm(res, draft, "Save it now")}`,
    });
  }

  const saveForm = (res: Response, { id }: GuestDraft, words: string) =>
    html`<form method="post" action="${href(savePath(id))}">${csrfField(res)}
<p class="row"><button class="sun">${words}</button> <a href="/drafts">My drafts</a></p></form>`;

  /** The draft, if this browser or the owner of the mailbox that it was meant for asks. */
  async function findMine(req: Request, res: Response): Promise<{ draft: GuestDraft; isHere: boolean } | undefined> {
    const here = await draftOf(req);
    if (here) return { draft: here, isHere: true };
    const wanted = await findWantedDraft(idOf(req), accountOf(res), deps);
    return wanted && { draft: wanted, isHere: false };
  }

  async function showGone(req: Request, res: Response): Promise<void> {
    const saved = await savedPath(req, res);
    if (saved) return seeOther(res, saved);
    pages.render(res, {
      status: 404,
      title: "This draft is not here",
      width: "reading",
      body: html`<h1>This draft is not here</h1>
<p class="lead">Drafts without an account are deleted after two days, and open only in the browser that began them.</p>
<p><a class="button sun" href="/submit">Paste your address again</a></p>`,
    });
  }

  router.get("/submit/:id/save", async (req, res) => {
    if (!sessionOf(res)?.account) return seeOther(res, `/sign-up?return_to=${encodeURIComponent(savePath(idOf(req)))}`);
    const mine = await findMine(req, res);
    if (!mine) return showGone(req, res);
    const { draft, isHere } = mine;
    // Somebody who was just led here by our email, or who pressed Save in this browser.
    if (isHere || isRecent(sessionOf(res), now())) return save(req, res, draft);
    pages.render(res, {
      title: "Save your page",
      width: "reading",
      body: html`<h1>Save your page</h1>
<p class="lead">The draft of <bdi>${showUrl(draft.url)}</bdi> was begun in another browser, with your email address.</p>
${saveForm(res, draft, "Save it to my account")}`,
    });
  });

  router.post("/submit/:id/save", accountOnly, async (req, res) => {
    const mine = await findMine(req, res);
    if (!mine) return showGone(req, res);
    await save(req, res, mine.draft);
  });

  return router;
}
