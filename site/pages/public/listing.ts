import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import type { z } from "zod";
import { idsOf, readTalkReader } from "#actions/community/read-comments.ts";
import type { Deps } from "#actions/context.ts";
import { type ListingPage, readListingPage, readListingReader, readMostVoted } from "#actions/listings/listing-page.ts";
import { getLiveListing } from "#actions/listings/live-listing.ts";
import { AppError } from "#core/errors/errors.ts";
import { type Html, href, html, partWith } from "#core/text/html.ts";
import { FEW } from "#domain/community/few.ts";
import { newestOf, type Trophy } from "#domain/launches/trophy.ts";
import type { Evidence } from "#domain/listings/evidence.ts";
import type { Listing } from "#domain/listings/listing.ts";
import type { Picture } from "#domain/pictures/pictures.ts";
import { makerPath } from "#domain/profiles/profile.ts";
import { oneNoun, withNoun } from "#domain/site/nouns.ts";
import { hasVotes, relOf } from "#domain/site/site-shape.ts";
import { plural, type Text, t } from "#languages/words.ts";
import { parseInput } from "#tools/invoke.ts";
import { remember, type Shows } from "#tools/kept.ts";
import { getListing } from "#tools/listings/get-listing.ts";
import { type ListingProfile, PAID_DISCLOSURE, viewCard, viewProfile } from "#tools/schemas/listing.ts";
import { trendChart } from "../../kit/charts.ts";
import { countVisitor } from "../../kit/count-visitor.ts";
import { face, logo } from "../../kit/faces.ts";
import { listingCardPath } from "../../kit/preview.ts";
import { copyable, showDay } from "../../kit/show.ts";
import { type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { asTheirs, theirs } from "../../kit/theirs.ts";
import { oembedLinks } from "../../machines/oembed.ts";
import { listingThings } from "../../machines/schema-org.ts";
import { commentScript, commentSection } from "../../parts/community/comment-section.ts";
import { reviewSection } from "../../parts/community/community.ts";
import { communityBar, dock } from "../../parts/community/toggles.ts";
import { joyNote, LIVE_HEAD, liveListing, standingOf } from "../../parts/launches/live.ts";
import { trophyList } from "../../parts/launches/podium.ts";
import { dayPlaceOf } from "../../parts/launches/races.ts";
import { dashboardPath } from "../../parts/listings/dashboard.ts";
import { facts } from "../../parts/listings/listing-facts.ts";
import { faqList, listingTiles, paidTag, storySections, updateText } from "../../parts/listings/listing-parts.ts";
import { stage, visitButton } from "../../parts/listings/listing-stage.ts";
import { type Looks, looksOf, ownHueClass } from "../../parts/listings/looks.ts";
import { findOwnBySlug, ownerBar, voteChart } from "../../parts/listings/owner-bar.ts";
import { reportLink } from "../../parts/moderation/report-form.ts";
import { mergedInstead } from "./merged.ts";

type Profile = z.output<typeof ListingProfile>;

function showListing({ deps, pages }: Site) {
  const { store } = deps;
  const siteNow = () => ({ baseUrl: deps.settings.BASE_URL, fields: store.ownFields() });
  const mostVoted = (category: string) =>
    remember(
      { name: "most_voted" },
      { category },
      deps,
      () => readMostVoted(category, store),
      () => true,
    );

  return async (req: Request, res: Response, live: Listing): Promise<void> => {
    const { slug } = live;
    const page = await readListingPage(live, store, mostVoted);
    const account = sessionOf(res)?.account;
    const reader = account && (await readListingReader(page.listing, account.id, deps));
    const site = siteNow();
    const listing = viewProfile(page.listing, site, page.extras);
    const rel = relOf(listing, store.siteLook().shape);
    const alternatives = page.alternatives.map(viewCard);
    const trophies = listing.awards.length > 0 ? await store.trophies.ofSlugs([slug]) : [];
    const looks = await looksOf(deps, [slug, ...alternatives.map((card) => card.slug)]);
    const hue = ownHueClass(page.listing);
    const listingId = page.listing.id;
    const talker =
      account &&
      (await readTalkReader(
        account,
        { listingId, ids: idsOf(page.talk.threads), isOfTeam: reader?.isOfTeam ?? false },
        store,
      ));
    const raceNow = hasVotes(store) ? await standingOf(page.listing, deps) : undefined;
    const dayPlace = await dayPlaceOf(slug, page.listing.launchedAt, deps);
    const said = page.talk.count > 0 ? await store.live.figures(slug) : undefined;
    await countVisitor(req, { listingId, kind: "views", isOfTeam: async () => reader?.isOfTeam ?? false }, deps);
    pages.render(res, {
      title: listing.seo.title ?? listing.name,
      description: listing.seo.description ?? listing.tagline ?? t`${listing.name} on ${deps.settings.SITE_NAME}`,
      isPublic: true,
      of: !isWaiting(page.listing, deps) && { listingId, shows: shownOn(page, raceNow !== undefined) },
      things: listingThings(listing, { name: deps.settings.SITE_NAME, ...site }, page.makers),
      preview: listingCardPath(listing),
      feeds: [{ title: t`Updates of ${listing.name}`, path: `/feeds/updates/${listing.slug}.atom` }],
      head: html`${oembedLinks(listing.slug, listing.name, deps.settings)}${LIVE_HEAD}${talker && commentScript()}`,
      width: "full",
      body: html`${stage(listing, {
        hue,
        dayPlace,
        makers: page.makers,
        pictures: shownPictures(listing, looks.get(slug)?.picture, deps),
        actions: communityBar(page, reader, res, visitButton(listing, rel), raceNow),
        owner: html`${reader?.isOfTeam && partWith("launches", joyNote(page.listing, trophies, deps.now()))}${await ownerBar(page.listing, reader, res, deps)}`,
      })}
${sections(listing, page)}
<div class="wrap ${hue}"><div class="columns after-title">
<div class="about">${about(listing, page.listing.profile.evidence)}${facts(listing, page.listing.profile, site.fields, {
        rel,
        zone: deps.settings.SITE_TIMEZONE,
      })}${faqs(listing)}${reviewSection(page, reader, res)}${commentSection(page.talk, {
        slug,
        res,
        reader: talker,
      })}${updateList(listing)}${story(listing, rel)}</div>
<aside aria-label="About the makers and this listing">${[
        madeBy(listing, page.makers),
        partWith("votes", voteChart(reader)),
        standing(listing, trophies),
        badgeSeen(page.badgeVisitors),
        assistant(listing),
        yours(listing, reader?.isOfTeam ?? false),
      ]}</aside></div>
${similar(listing, alternatives, looks)}
<p class="small">${reportLink({ type: "listing", id: slug }, t`this listing`)}</p>
${listing.paid_disclosure && html`<p class="small muted">${paidTag(true)} ${PAID_DISCLOSURE}</p>`}</div>
${partWith("votes", dock(page.listing, reader, res, logo(listing, "little")))}
${liveListing("live", {
  slug,
  name: listing.name,
  comments: said?.comments ?? 0,
  newest: said?.newestComment ?? null,
  awardId: newestOf(trophies)?.id,
})}`,
    });
  };
}

export function listingPages(site: Site): void {
  const show = showListing(site);
  site.router.get("/listings/:slug", async (req, res, next) => {
    const { slug } = parseInput(getListing, req.params);
    const live = await site.deps.store.listings.findLive(slug);
    if (live) await show(req, res, live);
    else next();
  });
}

export function missingListingPages(site: Site): void {
  const show = showListing(site);
  const missing: RequestHandler = async (req, res) => {
    const { slug } = parseInput(getListing, req.params);
    await show(req, res, await getLiveListing(slug, site.deps.store));
  };
  site.router.get("/listings/:slug", missing, mergedInstead(site), ownInstead(site));
}

/** A listing that is not public leads its team to where they can change that. */
const ownInstead =
  ({ deps }: Pick<Site, "deps">): ErrorRequestHandler =>
  async (error, req, res, next) => {
    const isMissing = error instanceof AppError && error.code === "not_found";
    const own = isMissing && (await findOwnBySlug(String(req.params.slug), res, deps));
    if (own) seeOther(res, dashboardPath({ listing_id: own.id }));
    else next(error);
  };

const sections = ({ latest_updates: updates }: Profile, { reviews, alternatives, talk }: ListingPage): Html =>
  html`<nav class="sub" aria-label="On this page"><ul class="wrap"><li><a href="#about">About</a></li>
<li><a href="#facts">Facts and proof</a></li>
<li><a href="#reviews">${reviews.length > 0 ? t`Reviews ${reviews.length}` : t`Reviews`}</a></li>
<li><a href="#comments">${talk.count > 0 ? t`Comments ${talk.count}` : t`Comments`}</a></li>${
    updates.length > 0 && html`<li><a href="#updates">Updates</a></li>`
  }${alternatives.length > 0 && html`<li><a href="#alternatives">Alternatives</a></li>`}</ul></nav>`;

const about = (listing: Profile, evidence: Evidences): Html => html`<section aria-labelledby="about"><h2 id="about">${
  listing.headline === null ? t`About ${listing.name}` : theirs(listing.headline, listing.language)
}</h2>
${prose(listing.description ?? listing.summary ?? listing.short_description, listing) ?? html`<p class="muted">No description yet.</p>`}
${bullets(t`Features`, listing.features, listing, evidence.features)}
${bullets(t`What sets it apart`, listing.usps, listing, evidence.usps)}</section>`;

const faqs = (listing: Profile): Html | false =>
  listing.faqs.length > 0 && html`<section>${faqList(listing.faqs, listing.language)}</section>`;

const story = (listing: Profile, rel: string): Html =>
  html`${
    listing.story &&
    Object.keys(listing.story).length > 0 &&
    html`<section><h2>The story</h2>${storySections(listing.story, listing.language)}</section>`
  }${
    listing.milestones &&
    listing.milestones.length > 0 &&
    html`<section><h2>Milestones</h2><ul class="timeline">${listing.milestones.map((each) => milestone(each, listing, rel))}</ul></section>`
  }`;

const madeBy = ({ founders }: Profile, handles: ListingPage["makers"]): Html | false =>
  founders.length > 0 &&
  html`<div class="card"><h2>Made by</h2><ul class="mini">${founders.map(
    ({ slug, name, title, avatar_url: avatarUrl }) =>
      html`<li>${face({ name, avatarUrl })}<div class="body">
<h3><a href="${href(makerPath(slug, handles))}"><bdi>${name}</bdi></a></h3>${title && html`<p>${theirs(title)}</p>`}</div></li>`,
  )}</ul></div>`;

const assistant = ({ links }: Profile): Html => html`<div class="card"><h2>Ask your assistant</h2>
<p class="small muted">Your assistant can read this page. <a href="/connect">Connect it</a>.</p>
${copyable("ask", t`Is this right for me? ${links.listing}`)}</div>`;

const yours = (
  { slug, verified }: Profile,
  isOfTeam: boolean,
): Html => html`<div class="card"><h2>${isOfTeam ? t`Your listing` : withNoun(t`Is this your product?`, t`Is this your ${oneNoun}?`)}</h2>
<p class="small"><a href="${href(`/listings/${slug}/badges`)}">Get the badge</a> · <a href="${href(
  `/listings/${slug}/share`,
)}">Share</a></p>
${
  !isOfTeam &&
  !verified.claimed &&
  html`<p class="small muted"><a href="${href(
    `/listings/${slug}/claim`,
  )}" rel="nofollow">Claim the listing</a> to edit it.</p>`
}</div>`;

/** Whether a copy of a picture is still being made. The page shows it as soon as it is there. */
const isWaiting = ({ profile: { media = [], preview } }: Listing, { pictures }: Pick<Deps, "pictures">): boolean =>
  [...media, ...(preview ? [preview] : [])].some(({ url }) => pictures.stateOf(url, "wide").state === "waiting");

const shownOn = ({ listing, alternatives }: ListingPage, isRunning: boolean): Shows => [
  { slug: listing.slug, shown: "page" },
  ...(isRunning ? [{ slug: "race/", shown: "page" as const }] : []),
  ...alternatives.map(({ slug }) => ({ slug, shown: "card" as const })),
];

/** Only pictures with a copy, to avoid empty frames; else the preview of its website. */
function shownPictures(
  { media = [] }: Profile,
  preview: Picture | null | undefined,
  { pictures }: Pick<Deps, "pictures">,
): readonly Picture[] {
  const kept = media.filter(({ url }) => pictures.stateOf(url, "wide").state === "kept");
  return kept.length > 0 || !preview ? kept : [preview];
}

function standing({ domain_rating: domain }: Profile, trophies: readonly Trophy[]): Html | false {
  const won =
    trophies.length > 0 && partWith("awards", html`<div class="card"><h2>Awards</h2>${trophyList(trophies)}</div>`);
  return html`${won}${domainRating(domain)}`;
}

/** If its team wants that. Fewer people than a few say nothing. */
const badgeSeen = (visitors: number): Html | false =>
  visitors >= FEW &&
  html`<p class="small muted">${plural(visitors, "visitor")} of its website saw the badge in the last 7 days.</p>`;

function domainRating({ value, change_30d: change, history, source, checked_at: at }: Profile["domain_rating"]) {
  if (value === null) return false;
  const moved = change === null ? "" : change === 0 ? t`unchanged in 30 days` : t`${signed(change)} in 30 days`;
  return html`<div class="card"><h2>Domain Rating</h2>
<p><span class="big-figure">${value}</span> <span class="small muted">${moved}</span></p>
${trendChart(history)}
<p class="small muted">${
    at
      ? html`Measured by ${source ?? t`a third party`} on ${showDay(new Date(at))}.`
      : html`Measured by ${source ?? t`a third party`}.`
  }
<a href="/leaderboards/domain-rating">Leaderboard</a></p></div>`;
}

const signed = (change: number): string => (change > 0 ? `+${change}` : `\u2212${-change}`);

const similar = ({ slug }: Profile, alternatives: ReturnType<typeof viewCard>[], looks: Looks): Html | false => {
  const [next] = alternatives;
  return (
    next !== undefined &&
    html`<section class="stack" aria-labelledby="alternatives"><div class="section-head">
<h2 id="alternatives">Alternatives</h2><p class="row"><a href="${href(
      `/compare?${new URLSearchParams({ a: slug, b: next.slug })}`,
    )}">Compare with ${next.name}</a><a href="${href(`/listings/${slug}/alternatives`)}">See all alternatives</a></p></div>
${listingTiles(alternatives, looks)}</section>`
  );
};

const updateList = ({ latest_updates: updates, language }: Profile): Html | false =>
  updates.length > 0 &&
  html`<section aria-labelledby="updates"><h2 id="updates">Updates</h2>
<ol class="timeline">${updates.map((update) => html`<li id="update-${update.id}"><h3>${theirs(update.title, language)}</h3>${updateText(update, language)}</li>`)}</ol>
<p class="small"><a href="/updates">All updates</a></p></section>`;

const milestone = (
  { date, title, description, url }: NonNullable<Profile["milestones"]>[number],
  listing: Profile,
  rel: string,
): Html =>
  html`<li><strong>${
    url
      ? html`<a href="${href(url)}" rel="${rel}">${theirs(title, listing.language)}</a>`
      : theirs(title, listing.language)
  }</strong> <span class="muted">${showDay(new Date(date))}</span>${prose(description, listing)}</li>`;

const prose = (text: string | null, { language }: Profile): Html | undefined =>
  text ? html`<p class="prose"${asTheirs(text, language)}>${text}</p>` : undefined;

type Evidences = ListingPage["listing"]["profile"]["evidence"];

/** Each entry has its own quote, unless its owner edited the list. */
const bullets = (title: Text, items: string[], { language }: Profile, quotes: Evidence[] = []): Html | false =>
  items.length > 0 &&
  html`<h3>${title}</h3><ul class="ticks">${items.map(
    (item, index) =>
      html`<li>${theirs(item, language)}${quotes.length === items.length && quotes[index]?.goneAt && html` <span class="tag">no longer stated</span>`}</li>`,
  )}</ul>`;
