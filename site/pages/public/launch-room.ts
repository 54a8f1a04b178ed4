import type { Request, Response } from "express";
import { checkEmail } from "#actions/accounts/new-account.ts";
import { idsOf, readTalk, readTalkReader, THREADS_OF_LISTING } from "#actions/community/read-comments.ts";
import { askToBeTold, confirmWait, findWait, setWaiting } from "#actions/launches/wait.ts";
import { isOfTeam } from "#actions/listings/listing-page.ts";
import { NETWORK_LIMIT } from "#core/limits/limit-words.ts";
import { takeQuota } from "#core/limits/limiter.ts";
import { type Html, href, html } from "#core/text/html.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { hasLaunches } from "#domain/site/site-shape.ts";
import { type Text, t } from "#languages/words.ts";
import { findBadgeSubject, viewBadges } from "#tools/schemas/badge.ts";
import { viewSummary } from "#tools/schemas/listing.ts";
import { formText, formTo, hidden, queryText } from "../../kit/form.ts";
import { tagToKeep } from "../../kit/language.ts";
import { listingCardPath, PREVIEW_SIZE } from "../../kit/preview.ts";
import { addressOf, notFound, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { linkGone } from "../../parts/accounts/secrets.ts";
import { commentScript, commentSection } from "../../parts/community/comment-section.ts";
import { wantedState } from "../../parts/community/community.ts";
import { LIVE_HEAD, liveListing } from "../../parts/launches/live.ts";
import { dayOfPlan, getReady, planOf, roomRest, roomSky } from "../../parts/launches/room.ts";
import { ownHueClass } from "../../parts/listings/looks.ts";
import { teamBar } from "../../parts/listings/owner-bar.ts";
import { reportLink } from "../../parts/moderation/report-form.ts";

type Asked = { email?: string; fault?: Text; status?: number };

export function launchRoomPages({ deps, sessions, pages, router }: Site): void {
  const { store, settings, now } = deps;
  const { BASE_URL } = settings;

  async function show(req: Request, res: Response, listing: Listing, { email, fault, status }: Asked = {}) {
    await sessions.ensure(req, res);
    const account = sessionOf(res)?.account;
    const plan = planOf(listing, deps);
    const visitor = {
      waiting: await store.waits.count(listing.id),
      wait: account && (await store.waits.ofAddress(listing.id, account.email)),
      isSignedIn: account !== undefined,
      isOfTeam: account !== undefined && (await isOfTeam(listing.id, account.id, store)),
    };
    const talk = await readTalk({ listingId: listing.id, page: 1, perPage: THREADS_OF_LISTING }, store);
    const talked = { listingId: listing.id, ids: idsOf(talk.threads), isOfTeam: visitor.isOfTeam };
    const reader = account && (await readTalkReader(account, talked, store));
    const hue = ownHueClass(listing);
    const said = await store.live.figures(listing.slug);
    const title = plan ? t`${listing.name} launches on ${dayOfPlan(plan)}` : t`${listing.name} launches soon`;
    pages.render(res, {
      status: status ?? 200,
      title,
      description: listing.tagline ?? title,
      head: html`${cardOf(listing, title)}${LIVE_HEAD}${reader && commentScript()}`,
      width: "full",
      body: html`${roomSky(listing, plan, visitor, { res, email, fault, deps })}
<div class="wrap sections after-sky">${await teamBar(listing.slug, res, deps)}${
        visitor.isOfTeam && (await ready(listing, plan))
      }${roomRest(plan, hue, settings.SITE_TIMEZONE)}
<div class="room-talk ${hue}">${commentSection(talk, { slug: listing.slug, res, reader }, true)}</div>
<p class="small">${reportLink({ type: "listing", id: listing.slug }, t`this listing`)}</p></div>
${liveListing("coming", { slug: listing.slug, name: listing.name, comments: said?.comments ?? 0, newest: said?.newestComment ?? null })}`,
    });
  }

  /** For links to the page. It is not for search engines: soon there is a listing at its address. */
  const cardOf = (
    listing: Listing,
    title: Text,
  ): Html => html`<meta property="og:site_name" content="${settings.SITE_NAME}">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
${listing.tagline && html`<meta property="og:description" content="${listing.tagline}">`}
<meta property="og:url" content="${BASE_URL}/listings/${listing.slug}">
<meta property="og:image" content="${BASE_URL}${listingCardPath(viewSummary(listing, { baseUrl: BASE_URL }))}">
<meta property="og:image:width" content="${PREVIEW_SIZE.width}">
<meta property="og:image:height" content="${PREVIEW_SIZE.height}">
<meta property="og:image:alt" content="${title}">
<meta name="twitter:card" content="summary_large_image">`;

  async function ready(listing: Listing, plan: ReturnType<typeof planOf>): Promise<Html> {
    const subject = await findBadgeSubject(store, listing.slug);
    const site = { baseUrl: BASE_URL, siteName: settings.SITE_NAME };
    const [badge] = subject ? viewBadges(subject, site, { shape: "standard", mode: "auto", size: "m" }) : [];
    const watch = await store.badgeWatches.find(listing.id);
    return getReady(listing, plan, watch, { ...site, badge: badge?.html });
  }

  router.get("/listings/:slug", async (req, res, next) => {
    const listing = hasLaunches(store) && (await store.listings.findComing(req.params.slug));
    if (!listing) return next();
    await show(req, res, listing);
  });

  router.post("/listings/:slug/tell-me", async (req, res) => {
    const listing = await store.listings.findComing(req.params.slug);
    if (!listing) return (await isLive(req.params.slug)) ? seeOther(res, `/listings/${req.params.slug}`) : notFound();
    const page = `/listings/${listing.slug}`;
    const account = sessionOf(res)?.account;
    if (account) {
      const isWanted = wantedState(req, "wait");
      await takeQuota(deps.limiter, "follow", account.id);
      const outcome = await setWaiting(listing, { account, isWanted }, deps);
      return seeOther(res, page, outcome === "done" ? (isWanted ? "wait-on" : "wait-off") : outcome);
    }
    const email = formText(req, "email");
    const fault = checkEmail(email);
    if (fault) return show(req, res, listing, { email, fault, status: 400 });
    const outcome = await askToBeTold(
      listing,
      { email, address: addressOf(req), language: tagToKeep(res, deps.languages) },
      deps,
    );
    if (outcome === "sent") return seeOther(res, page, "wait-asked");
    await show(req, res, listing, { email, fault: NETWORK_LIMIT, status: 429 });
  });

  const isLive = async (slug: string): Promise<boolean> => (await store.listings.findLive(slug)) !== undefined;

  const showGone = (res: Response): void =>
    linkGone(
      pages,
      res,
      html`<p class="lead">Links expire after 48 hours, when you get a newer one, or when the product launches.</p>
<p><a href="/launches?section=upcoming">See upcoming launches</a></p>`,
    );

  /** What a link of an email is about, unless the launch was called off. */
  async function linked(token: string) {
    const wait = await findWait(store, token, now());
    const listing = wait && (await store.listings.find(wait.listingId));
    const isOpen = listing && ["awaiting_badge", "scheduled", "live"].includes(listing.status);
    return wait && isOpen ? { wait, listing } : undefined;
  }

  // The link opens a page with a button, because mail scanners follow links.
  router.get("/tell-me", async (req, res) => {
    const token = queryText(req, "token");
    const found = await linked(token);
    if (!found) return showGone(res);
    await sessions.ensure(req, res);
    const { wait, listing } = found;
    const plan = planOf(listing, deps);
    const day = plan && listing.status !== "live" ? dayOfPlan(plan) : undefined;
    pages.render(res, {
      kind: "interaction",
      heading: t`Get notified when ${listing.name} launches`,
      body: html`<p class="lead">${
        day
          ? html`We will send one email to <strong>${wait.email}</strong> on ${day}, nothing else.`
          : html`We will send one email to <strong>${wait.email}</strong>, nothing else.`
      }</p>
${formTo(res, "/tell-me")}${hidden("token", token)}
<p><button>Notify me</button></p></form>`,
    });
  });

  router.post("/tell-me", async (req, res) => {
    const token = formText(req, "token");
    const found = await linked(token);
    const confirmed = found && (await confirmWait(token, deps));
    if (!confirmed) return showGone(res);
    const { wait, listing } = found;
    pages.render(res, {
      kind: "interaction",
      heading: t`You are on the list`,
      body: html`<p class="lead">We will email <strong>${wait.email}</strong> once, when ${listing.name} launches.</p>
<p><a class="button" href="${href(`/listings/${listing.slug}`)}">Go to ${listing.name}</a></p>
<p class="small"><a href="${href(confirmed.unsubscribeUrl)}">Unsubscribe</a></p>`,
    });
  });
}
