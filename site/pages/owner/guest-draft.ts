import type { Request, Response } from "express";
import { holderOf } from "#actions/listings/websites.ts";
import { type Html, html } from "#core/text/html.ts";
import type { GuestDraft } from "#domain/drafts/guest-draft.ts";
import { CLAIMABLE } from "#domain/listings/listing.ts";
import { t } from "#languages/words.ts";
import { viewDraft } from "#tools/schemas/draft.ts";
import { plainWords } from "../../kit/attempt.ts";
import { createEventStreams } from "../../kit/event-stream.ts";
import { languageOf } from "../../kit/language.ts";
import { script } from "../../kit/scripts.ts";
import { showDay, showUrl } from "../../kit/show.ts";
import { accountOnly, notFound, orNotFound, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { POLL_SECONDS } from "../../parts/drafts/draft-progress.ts";
import { guestDraft, saveForm, savePath } from "../../parts/drafts/guest-draft.ts";
import { createGuestDrafts, savedPath } from "../../parts/drafts/guest-drafts.ts";
import { keptLogo } from "../../parts/drafts/kept-logo.ts";
import { createSubmitForm } from "../../parts/drafts/submit-form.ts";

export function guestDraftPages({ deps, sessions, pages, router }: Site): void {
  const { store } = deps;
  const drafts = createGuestDrafts({ deps });
  const { showKnown } = createSubmitForm({ deps, pages });
  const stream = createEventStreams(deps);

  const idOf = (req: Request): string => String(req.params.id);
  const draftOf = (req: Request): Promise<GuestDraft | undefined> => drafts.findHere(req, idOf(req));
  async function bodyOf(draft: GuestDraft, res: Response): Promise<Html> {
    const listing = await holderOf(store, draft);
    const instead = listing && CLAIMABLE.includes(listing.status) ? { listing, isMine: false } : undefined;
    return guestDraft({
      draft: viewDraft({ ...draft, listingId: null }, [], undefined, instead),
      endsAt: draft.expiresAt,
      res,
      policies: deps.settings,
      logoUrl: keptLogo(deps, draft.content.fields.logo_url?.value),
    });
  }

  async function earlierPath(req: Request, res: Response): Promise<string | undefined> {
    const account = sessionOf(res)?.account;
    const saved = account && (await store.drafts.findOwned(idOf(req), account.id));
    return saved && `/drafts/${saved.id}`;
  }

  router.get("/submit/:id", async (req, res) => {
    const draft = await draftOf(req);
    if (!draft) {
      const saved = await earlierPath(req, res);
      return saved ? seeOther(res, saved) : notFound();
    }
    await sessions.ensure(req, res);
    const isReady = draft.status === "ready";
    pages.render(res, {
      title: isReady ? t`Here is your page` : t`We are reading your website`,
      width: "full",
      refreshSeconds: isReady ? undefined : POLL_SECONDS,
      head: !isReady && script("live-draft.js"),
      body: await bodyOf(draft, res),
    });
  });

  router.get("/submit/:id/events", async (req, res) => {
    const first = orNotFound(await draftOf(req));
    await stream(req, res, {
      revision: () => store.guestDrafts.revisionOf(first.id),
      async read() {
        const draft = await draftOf(req);
        return (
          draft && {
            revision: draft.revision,
            html: (await bodyOf(draft, res)).in(languageOf(res)),
            isLast: draft.status === "ready",
          }
        );
      },
    });
  });

  async function save(req: Request, res: Response, draft: GuestDraft): Promise<void> {
    const error = await drafts.save(req, res, draft);
    if (!error) return seeOther(res, savedPath(draft.id));
    if (error.status === 400) return showKnown(res, draft.url, draft);
    const kept = await store.guestDrafts.find(draft.id);
    pages.render(res, {
      status: error.status,
      heading: t`Your page is not saved yet`,
      width: "reading",
      body: html`<p class="lead">${plainWords(error.detail)}</p>
<p>Nothing is lost. The draft of <bdi>${showUrl(draft.url)}</bdi> is kept in this browser until ${showDay(
        kept?.expiresAt ?? draft.expiresAt,
      )}.</p>
${saveForm(res, draft.id, t`Save now`, html`<a href="/drafts">My drafts</a>`)}`,
    });
  }

  async function showGone(req: Request, res: Response): Promise<void> {
    const saved = await earlierPath(req, res);
    if (saved) return seeOther(res, saved);
    pages.render(res, {
      status: 404,
      heading: t`Draft not found`,
      width: "reading",
      body: html`<p class="lead">Without an account, a draft opens only in the browser that started it. It is deleted after two days.</p>
<p><a class="button sun" href="/submit">Enter your website again</a></p>`,
    });
  }

  router.get("/submit/:id/save", async (req, res) => {
    if (!sessionOf(res)?.account) return seeOther(res, `/sign-up?return_to=${encodeURIComponent(savePath(idOf(req)))}`);
    const mine = await drafts.findMine(req, res, idOf(req));
    if (!mine) return showGone(req, res);
    const { draft, isHere } = mine;
    pages.render(res, {
      heading: t`Save your page`,
      width: "reading",
      body: html`<p class="lead">${
        isHere
          ? html`The draft of <bdi>${showUrl(draft.url)}</bdi> is in this browser only.`
          : html`The draft of <bdi>${showUrl(draft.url)}</bdi> was started in another browser, with your email address.`
      }</p>
${saveForm(res, draft.id, t`Save to my account`, html`<a href="/drafts">My drafts</a>`)}`,
    });
  });

  router.post("/submit/:id/save", accountOnly, async (req, res) => {
    const mine = await drafts.findMine(req, res, idOf(req));
    if (!mine) return showGone(req, res);
    await save(req, res, mine.draft);
  });
}
