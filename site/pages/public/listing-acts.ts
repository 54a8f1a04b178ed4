import type { Request, Response } from "express";
import { setCollectionsOf } from "#actions/community/collection-items.ts";
import { createCollection, setSaved } from "#actions/community/collections.ts";
import { setFollowing } from "#actions/community/follow.ts";
import { isOfTeam } from "#actions/listings/listing-page.ts";
import { takeQuota } from "#core/limits/limiter.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { COLLECTION_MAX } from "#domain/community/collection.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { beginningOf } from "#domain/text/text.ts";
import { plural, say, type Text, t } from "#languages/words.ts";
import { countVisitor } from "../../kit/count-visitor.ts";
import { field, formFault, formList, formText, formTo } from "../../kit/form.ts";
import { languageOf } from "../../kit/language.ts";
import { noticeText } from "../../kit/notices.ts";
import { prefersJson } from "../../kit/prefers-json.ts";

import { accountOf, accountOnly, notFound, orNotFound, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { voteOrigin } from "../../kit/visitor-hash.ts";
import { createWanted } from "../../parts/accounts/wanted.ts";
import { wantedState } from "../../parts/community/community.ts";
import { answerToggle, noteOf, placeOf, type ToggleName } from "../../parts/community/toggles.ts";

async function signInToToggle(
  req: Request,
  res: Response,
  { slug, name }: { slug: string; name: ToggleName },
  site: Pick<Site, "deps" | "sessions">,
): Promise<void> {
  if (prefersJson(req))
    res.status(401).json({ detail: say(t`You are signed out. Sign in and try again.`, languageOf(res)) });
  else await createWanted(site).begin(req, res, { act: name, of: slug, path: placeOf(slug, name) });
}

/** The only way to vote: a form of the site, sent by a signed-in person. */
export function votePages({ deps, sessions, router }: Site): void {
  const { store } = deps;

  router.post("/listings/:slug/vote", async (req, res) => {
    const account = sessionOf(res)?.account;
    if (!account) {
      const listing = await store.listings.findLive(req.params.slug);
      return listing ? signInToToggle(req, res, { slug: listing.slug, name: "vote" }, { deps, sessions }) : notFound();
    }
    const isWanted = wantedState(req, "vote");
    await takeQuota(deps.limiter, "vote", account.id);
    const { slug } = req.params;
    const voted = orNotFound(
      await deps.setVote({ accountId: account.id, slug, isWanted, origin: await voteOrigin(req, deps) }),
    );
    answerToggle(req, res, slug, { on: isWanted, count: voted.votes, note: noteOf(voted.reason) });
  });
}

export function followPages({ deps, sessions, router }: Site): void {
  const { store } = deps;

  router.post("/listings/:slug/follow", async (req, res) => {
    const listing = orNotFound(await store.listings.findLive(req.params.slug));
    const page = `/listings/${listing.slug}`;
    const account = sessionOf(res)?.account;
    if (!account) return signInToToggle(req, res, { slug: listing.slug, name: "follow" }, { deps, sessions });
    const isWanted = wantedState(req, "follow");
    await takeQuota(deps.limiter, "follow", account.id);
    const outcome = await setFollowing({ accountId: account.id, listingId: listing.id, isWanted }, deps);
    if (outcome !== "done") {
      if (!prefersJson(req)) return seeOther(res, page, outcome);
      return void res.status(403).json({ detail: say(noticeText(outcome), languageOf(res)) });
    }
    const count = prefersJson(req) ? ((await store.listings.find(listing.id))?.followers ?? 0) : 0;
    answerToggle(req, res, listing.slug, { on: isWanted, count, note: null });
  });
}

export function savePages({ deps, sessions, pages, router }: Site): void {
  const { store, limiter } = deps;

  router.post("/listings/:slug/save", async (req, res) => {
    const listing = orNotFound(await store.listings.findLive(req.params.slug));
    const account = sessionOf(res)?.account;
    if (!account) return signInToToggle(req, res, { slug: listing.slug, name: "save" }, { deps, sessions });
    const isWanted = wantedState(req, "save");
    await takeQuota(limiter, "collection", account.id);
    const outcome = await setSaved({ accountId: account.id, listingId: listing.id, isWanted }, deps);
    if (outcome === "full") {
      if (!prefersJson(req)) return seeOther(res, `/listings/${listing.slug}`, "saved-full");
      return void res.status(409).json({ detail: say(noticeText("saved-full"), languageOf(res)) });
    }
    // What people save is counted for nobody.
    answerToggle(req, res, listing.slug, { on: isWanted, count: 0, note: null });
  });

  async function show(res: Response, listing: Listing, given: { title?: string; fault?: Text } = {}): Promise<void> {
    const { id: accountId } = accountOf(res);
    const collections = await store.collections.ofAccount(accountId);
    const having = new Set(await store.collections.with(accountId, listing.id));
    const box = (value: string, label: Text, isOn: boolean, more: Html | false): Html =>
      html`<label class="check"><input type="checkbox" name="in" value="${value}"${
        isOn && html` checked`
      }> <span><bdi>${label}</bdi>${more}</span></label>`;
    const saved = collections.find(({ collection }) => collection.kind === "saved");
    pages.render(res, {
      status: given.fault ? 400 : 200,
      title: t`Add ${listing.name} to a collection`,
      width: "reading",
      body: html`<p class="eyebrow"><a href="${href(`/listings/${listing.slug}`)}">${listing.name}</a></p>
<h1>Add <bdi>${listing.name}</bdi> to a collection</h1>
${formFault(given.fault)}
${formTo(res, `/listings/${listing.slug}/collect`)}
<fieldset class="checks"><legend>Your collections</legend>
${box(
  saved?.collection.id ?? "saved",
  t`Saved`,
  saved !== undefined && having.has(saved.collection.id),
  html` <span class="muted small">visible only to you</span>`,
)}
${collections.flatMap(({ collection: { kind, id, title, isPublic }, count }) =>
  kind === "saved"
    ? []
    : box(
        id,
        title,
        having.has(id),
        html` <span class="muted small">${
          isPublic ? t`public, ${plural(count, "product")}` : t`private, ${plural(count, "product")}`
        }</span>`,
      ),
)}</fieldset>
${field({
  name: "title",
  label: t`New collection`,
  value: given.title ?? "",
  hint: t`Created as private, with this product. You can publish it later.`,
  autocomplete: "off",
  required: false,
  maxLength: COLLECTION_MAX.title,
})}
<p class="row"><button>Save</button> <a class="button bare" href="/account/collections">Your collections</a></p></form>`,
    });
  }

  router.get("/listings/:slug/collect", accountOnly, async (req: Request<{ slug: string }>, res) => {
    const listing = orNotFound(await store.listings.findLive(req.params.slug));
    await show(res, listing);
  });

  router.post("/listings/:slug/collect", accountOnly, async (req: Request<{ slug: string }>, res) => {
    const listing = orNotFound(await store.listings.findLive(req.params.slug));
    const { id: accountId } = accountOf(res);
    await takeQuota(limiter, "collection", accountId);
    const title = beginningOf(formText(req, "title"), COLLECTION_MAX.title);
    const ids = new Set(formList(req, "in"));
    if (ids.has("saved")) await setSaved({ accountId, listingId: listing.id, isWanted: true }, deps);
    const saved = await store.collections.saved(accountId);
    if (ids.has("saved") && saved) ids.add(saved.id);
    const outcome = await setCollectionsOf({ accountId, listingId: listing.id, ids }, deps);
    if (outcome !== "done")
      return show(res, listing, { title, fault: t`“${outcome.full}” is full. Remove a product first.` });
    if (title !== "") {
      const text = { title, description: null, isPublic: false };
      const made = await createCollection({ accountId, listingId: listing.id, ...text }, deps);
      if (typeof made === "string") return show(res, listing, { title, fault: noticeText(`collection-${made}`) });
    }
    deps.wakeJobs();
    seeOther(res, `/listings/${listing.slug}`, "collected");
  });
}

/** Redirects from a listing to its website, so that owners see the number of clicks. */
export function websitePages({ deps, router }: Site): void {
  router.get("/listings/:slug/website", async (req, res) => {
    const listing = orNotFound(await deps.store.listings.findLive(req.params.slug));
    const account = sessionOf(res)?.account;
    const visited = {
      listingId: listing.id,
      kind: "clicks",
      isOfTeam: async () => account !== undefined && isOfTeam(listing.id, account.id, deps.store),
    } as const;
    await countVisitor(req, visited, deps);
    res.set({ "cache-control": "no-store", "x-robots-tag": "noindex" }).redirect(302, listing.url);
  });
}
