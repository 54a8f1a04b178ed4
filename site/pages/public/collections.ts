import type { Request, Response } from "express";
import { followCollection } from "#actions/community/collections.ts";
import { takeQuota } from "#core/limits/limiter.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { collectionPath, ENOUGH_PRODUCTS, keyOfSlug } from "#domain/community/collection.ts";
import { shownName } from "#domain/profiles/profile.ts";
import { countOfNoun } from "#domain/site/nouns.ts";
import { say, t } from "#languages/words.ts";
import type { CountedCollection } from "#store/repos/community/collections.ts";
import { viewSummary } from "#tools/schemas/listing.ts";
import { formTo, hidden } from "../../kit/form.ts";
import { formTool } from "../../kit/form-tool.ts";
import { icons } from "../../kit/icons.ts";
import { inLanguage, languageOf } from "../../kit/language.ts";
import { prefersJson } from "../../kit/prefers-json.ts";
import { collectionCardPath } from "../../kit/preview.ts";
import { showDay } from "../../kit/show.ts";
import { notFound, orNotFound, returnPath, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { listQuery, pageNumber, pager } from "../../kit/table.ts";
import { collectionThings } from "../../machines/schema-org.ts";
import { isTwin, twinPath } from "../../machines/twins.ts";
import { createWanted } from "../../parts/accounts/wanted.ts";
import {
  collectionCards,
  collectionCardsOf,
  collectionRows,
  descriptionOf,
} from "../../parts/community/collection-parts.ts";
import { wantedState } from "../../parts/community/community.ts";
import { votesFor } from "../../parts/community/toggles.ts";
import { emptyState } from "../../parts/listings/listing-parts.ts";
import { looksOf } from "../../parts/listings/looks.ts";
import { reportLink } from "../../parts/moderation/report-form.ts";
import { personFace, personName } from "../../parts/profiles/profile-link.ts";

const SIGNED_OUT = t`You are signed out. Sign in, then try again.`;

const PER_PAGE = 24;
export const PRODUCTS = 50;

const pagesOf = (total: number, perPage: number) => Math.max(1, Math.ceil(total / perPage));

/** Public collections: all, each one, and those with a listing. A private one is not found. */
export function collectionPages({ deps, sessions, pages, router }: Site): void {
  const { store, settings, limiter } = deps;
  const { BASE_URL } = settings;

  router.get("/collections", async (req, res) => {
    const page = pageNumber(req);
    const { items, total } = await store.collections.shown({ page, perPage: PER_PAGE });
    pages.render(res, {
      heading: t`Collections`,
      description: t`Product lists by people on ${settings.SITE_NAME}.`,
      isPublic: true,
      query: listQuery({}, page),
      feeds: [{ title: t`Collections · ${settings.SITE_NAME}`, path: "/feeds/collections.atom" }],
      body: html`<p class="lead">Product lists by people on ${settings.SITE_NAME}. <a href="/account/collections">Create your own</a></p>
${
  items.length > 0
    ? collectionCards(await collectionCardsOf(items, deps))
    : emptyState(t`No collections yet`, html`<a href="/account/collections">Create the first collection</a>.`)
}
${pager("/collections", {}, { page, total_pages: pagesOf(total, PER_PAGE) })}`,
    });
  });

  router.get("/listings/:slug/collections", async (req: Request<{ slug: string }>, res) => {
    const listing = orNotFound(await store.listings.findLive(req.params.slug));
    const page = pageNumber(req);
    const { items, total } = await store.collections.shownWith(listing.id, { page, perPage: PER_PAGE });
    pages.render(res, {
      title: t`Collections with ${listing.name}`,
      description: t`Collections on ${settings.SITE_NAME} that include ${listing.name}.`,
      isPublic: true,
      query: listQuery({}, page),
      body: html`<p class="eyebrow"><a href="${href(`/listings/${listing.slug}`)}">${listing.name}</a></p>
<h1>Collections with <bdi>${listing.name}</bdi></h1>
${
  items.length > 0
    ? collectionCards(await collectionCardsOf(items, deps))
    : emptyState(
        t`Not in any public collection yet`,
        html`<a href="${href(`/listings/${listing.slug}/collect`)}" rel="nofollow">Add it to your collection</a>`,
      )
}
${pager(`/listings/${listing.slug}/collections`, {}, { page, total_pages: pagesOf(total, PER_PAGE) })}`,
    });
  });

  /** What everyone sees at an address. Private, held and missing collections look the same. */
  const findShown = async (slug: string): Promise<CountedCollection | undefined> => {
    const key = keyOfSlug(slug);
    return key === undefined ? undefined : store.collections.findShown(key);
  };

  /** Leads owners to what only they see. */
  async function ownInstead(slug: string, res: Response): Promise<void> {
    const account = sessionOf(res)?.account;
    const key = keyOfSlug(slug);
    const own = account && key !== undefined ? await store.collections.findByKey(key) : undefined;
    if (own && own.accountId === account?.id) seeOther(res, `/account/collections/${own.id}`);
    else notFound();
  }

  router.get("/collections/:slug", async (req: Request<{ slug: string }>, res) => {
    const { slug } = req.params;
    const found = await findShown(slug);
    if (!found) return ownInstead(slug, res);
    const { collection, count } = found;
    const path = collectionPath(collection);
    const page = pageNumber(req);
    if (`/collections/${slug}` !== path) {
      const same = isTwin(res) ? twinPath(path) : path;
      return res.redirect(301, inLanguage(page > 1 ? `${same}?page=${page}` : same, res));
    }
    const entries = await store.collections.entries(collection.id, { page, perPage: PRODUCTS });
    const slugs = entries.map(({ listing }) => listing.slug);
    const looks = await looksOf(deps, slugs);
    const votes = await votesFor(req, res, deps, slugs);
    const person = (await store.profiles.people([collection.accountId])).get(collection.accountId);
    const by = person && shownName(person);
    // A page with hardly anything on it is not for search engines.
    if (count < ENOUGH_PRODUCTS) res.set("X-Robots-Tag", "noindex");
    pages.render(res, {
      title: collection.title,
      description: by
        ? t`${countOfNoun(count)}, by ${by} on ${settings.SITE_NAME}.`
        : t`${countOfNoun(count)} on ${settings.SITE_NAME}.`,
      isPublic: true,
      query: listQuery({}, page),
      feeds: [{ title: collection.title, path: `/feeds/collections/${collection.key}.atom` }],
      things: collectionThings(
        { ...collection, url: BASE_URL + path, author: by, count, first: (page - 1) * PRODUCTS },
        entries.map(({ listing }) => viewSummary(listing, { baseUrl: BASE_URL })),
      ),
      preview: collectionCardPath(collection, { by: by ?? "", count, slugs }),
      body: html`<p class="eyebrow"><a href="/collections">Collections</a></p>
<h1><bdi>${collection.title}</bdi></h1>
<p class="person byline">${personFace(person, "little")}<span>${personName(person)}<span class="muted">
· ${countOfNoun(count)} · updated ${showDay(collection.updatedAt)}</span></span></p>
${descriptionOf(collection.description)}
<div class="row">${await followButton(collection, res)}<button type="button" class="bare" data-share
hidden>${icons.share}<span>Share</span></button><a class="button bare" href="${href(
        `/feeds/collections/${collection.key}.atom`,
      )}">RSS feed</a></div>
${
  entries.length > 0
    ? html`<h2 class="unseen">Products</h2>${collectionRows(entries, {
        looks,
        votes,
        baseUrl: BASE_URL,
        start: (page - 1) * PRODUCTS + 1,
      })}`
    : emptyState(t`This collection is empty`, html`<a href="/collections">See other collections</a>`)
}
${pager(path, {}, { page, total_pages: pagesOf(count, PRODUCTS) })}
<p class="small muted">${reportLink({ type: "collection", id: collection.key }, collection.title)}</p>`,
    });
  });

  async function followButton(
    { id, accountId, key, title }: CountedCollection["collection"],
    res: Response,
  ): Promise<Html> {
    const path = collectionPath({ key, title });
    const account = sessionOf(res)?.account;
    if (!account)
      return html`<form method="post" action="${href(`${path}/follow`)}">${hidden("follow", "on")}<button
class="bare" id="follow">${icons.bell}Follow</button></form>`;
    if (account.id === accountId) return html`<a class="button quiet" href="/account/collections/${id}">Edit</a>`;
    const isOn = await store.collections.isFollowing(account.id, id);
    return html`${formTo(
      res,
      `${path}/follow`,
      html` data-toggle
data-on="${String(isOn)}"${formTool("follow_collection")}`,
    )}${hidden("follow", isOn ? "off" : "on")}<button
class="bare" id="follow" data-off="Follow" data-on="Unfollow">${icons.bell}<span>${isOn ? t`Unfollow` : t`Follow`}</span></button></form>`;
  }

  router.post("/collections/:slug/follow", async (req: Request<{ slug: string }>, res) => {
    const found = orNotFound(await findShown(req.params.slug));
    const { collection } = found;
    const path = collectionPath(collection);
    const account = sessionOf(res)?.account;
    if (!account) {
      if (prefersJson(req)) return void res.status(401).json({ detail: say(SIGNED_OUT, languageOf(res)) });
      const wanted = { act: "follow-collection", of: collection.key, path: `${path}#follow` } as const;
      return createWanted({ deps, sessions }).begin(req, res, wanted);
    }
    const isWanted = wantedState(req, "follow");
    await takeQuota(limiter, "follow", account.id);
    await followCollection({ accountId: account.id, key: collection.key, isWanted }, deps);
    if (!prefersJson(req)) return seeOther(res, returnPath(path));
    res.set("Cache-Control", "private, no-store");
    res.json({
      on: isWanted,
      count: 0,
      note: isWanted ? say(t`We will notify you on this site when products are added.`, languageOf(res)) : null,
    });
  });
}
