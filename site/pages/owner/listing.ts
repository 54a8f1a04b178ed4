import type { Response } from "express";
import type { z } from "zod";
import { decideOwnAlternative } from "#actions/listings/alternatives.ts";
import { dayBefore } from "#actions/listings/listing-extras.ts";
import { setListingLanguage } from "#actions/listings/set-language.ts";
import { type Html, href, html, type Part, partWith } from "#core/text/html.ts";
import { badgeChecks } from "#domain/listings/badge-watch.ts";
import { badgeText } from "#domain/listings/badge-words.ts";
import type { ListingStatus } from "#domain/listings/listing.ts";
import { SUBMIT_LABEL } from "#domain/site/nouns.ts";
import { hasVotes } from "#domain/site/site-shape.ts";
import { TOLD_LANGUAGES } from "#domain/text/written-language.ts";
import { collator } from "#languages/formats.ts";
import { joined, languageName, plural, say, type Text, t, wordsWith } from "#languages/words.ts";
import { invoke } from "#tools/invoke.ts";
import { chooseFreeListing } from "#tools/listings/choose-free-listing.ts";
import { listMyListings } from "#tools/listings/list-my-listings.ts";
import { pauseListing } from "#tools/listings/pause-listing.ts";
import { resumeListing } from "#tools/listings/resume-listing.ts";
import { findBadgeSubject, viewBadges } from "#tools/schemas/badge.ts";
import type { OwnedSummary } from "#tools/schemas/listing.ts";
import { attempt, plainWords } from "../../kit/attempt.ts";
import { logo } from "../../kit/faces.ts";
import { choice, formFault, formText, formTo } from "../../kit/form.ts";
import { languageOf } from "../../kit/language.ts";
import { withNotice } from "../../kit/notices.ts";
import { copyable, showDay, showTime } from "../../kit/show.ts";
import { accountOf, accountOnly, memberOf, type Site, seeOther } from "../../kit/site.ts";
import { pageNumber, pager } from "../../kit/table.ts";
import { POLL_SECONDS } from "../../parts/drafts/draft-progress.ts";
import { trophyList } from "../../parts/launches/podium.ts";
import { ALTERNATIVE_NOTICES, alternativeForm, isAlternativeDecision } from "../../parts/listings/alternative-form.ts";
import { createDashboard, dashboardPath, type Owned, type Stepped, statusTag } from "../../parts/listings/dashboard.ts";
import { embedSection } from "../../parts/listings/embed-section.ts";
import { updateText } from "../../parts/listings/listing-parts.ts";
import { nextStepOf, type Stepping } from "../../parts/listings/next-step.ts";
import { doubtWords } from "../../parts/moderation/decision-parts.ts";

type Summary = z.output<typeof OwnedSummary>;

function nextOf(listing: Stepping & Summary, now: Date): Html {
  const { label, path } = nextStepOf(listing, now);
  const isUrgent = listing.next_actions.includes("choose_free_listing");
  return html`<a class="button slim ${!isUrgent && "quiet"}" href="${href(path)}">${label}<span class="unseen">:
${listing.name}</span></a>`;
}

const factsOf = ({ status, votes, followers, views, launch_week: week }: Summary): Part =>
  status === "live"
    ? joined([wordsWith("votes", plural(votes, "vote")), plural(followers, "follower"), plural(views, "view")])
    : week && (status === "scheduled" || status === "awaiting_badge")
      ? partWith("launches", html`Launches in the week of ${showDay(new Date(week))}`)
      : "";

export function myListingsPages({ deps, pages, router }: Site): void {
  router.get("/account/listings", accountOnly, async (req, res) => {
    const call = { deps, caller: memberOf(req, res), interface: "site" } as const;
    const { output } = await invoke(listMyListings, { page: pageNumber(req) }, call);
    const open = await deps.store.orders.openLaunches(accountOf(res).id, deps.now());
    pages.render(res, {
      heading: t`My listings`,
      width: "reading",
      body: html`${
        output.total === 0
          ? html`<div class="empty"><p>You have no listings yet</p>
<p>Enter the address of a website. We read it and write a draft for you to check.</p>
<p><a class="button" href="/submit">${SUBMIT_LABEL}</a></p></div>`
          : html`<ul class="dashboard-rows">${output.items.map(
              (listing) => html`<li>${logo(listing)}
<div class="grow"><h2><a href="${href(dashboardPath(listing))}">${listing.name}</a> ${statusTag(listing)}</h2>
<p class="small muted">${factsOf(listing)}</p></div>
${nextOf({ ...listing, order: open.get(listing.listing_id) }, deps.now())}</li>`,
            )}</ul>`
      }
${pager("/account/listings", {}, output)}
<p class="small muted">See also: <a href="/drafts">drafts</a>, <a href="/account/claims">claims</a>,
<a href="/account/orders">orders</a>, <a href="/account/interview">the founder interview</a>.</p>`,
    });
  });
}

const SHARED: ReadonlySet<string> = new Set(["awaiting_badge", "scheduled", "live"] satisfies ListingStatus[]);

const lookSection = ({ slug, name, status }: Owned): Html =>
  html`<section aria-labelledby="look"><div class="section-head"><h2 id="look">Public view</h2>
${
  status === "live"
    ? html`<a href="/listings/${slug}">View page</a>`
    : partWith("launches", html`<a href="/listings/${slug}">View launch page</a>`)
}</div>
<details><summary>Show share card</summary>
<img class="kit-card" src="/previews/listings/${slug}.png" alt="Share card of ${name}" width="1200"
height="630" loading="lazy"></details>
<p class="small muted">It appears wherever someone shares the link.</p></section>`;

const ROLES = { owner: t`owner`, editor: t`editor` };

const OWN_STEPS = [
  ["pause", pauseListing, "listing-paused"],
  ["resume", resumeListing, "listing-resumed"],
] as const;

const pauseSection = (res: Response, listing: Owned): Html =>
  html`<details class="qa"><summary>Pause listing</summary>
${formTo(res, dashboardPath(listing, "pause"))}
<p>Only your team can see it until you resume it. Nothing is lost: followers and reviews are kept.</p>
<button class="quiet slim">Pause listing</button></form></details>`;

function languageSection(res: Response, listing: Owned): Html {
  const page = languageOf(res);
  const options = TOLD_LANGUAGES.map((tag): [string, string] => [tag, say(languageName(tag), page)]);
  return html`<section aria-labelledby="language"><h2 id="language">Language</h2>
${formTo(res, dashboardPath(listing, "language"))}${choice({
  name: "language",
  id: "listing-language",
  label: t`Language of the texts`,
  hint: t`Screen readers and translators use it, and people can filter by it.`,
  value: listing.language ?? "",
  none: t`Detect it`,
  options: options.sort(([, one], [, other]) => collator(page).compare(one, other)),
})}
<p><button class="quiet slim">Save the language</button></p></form></section>`;
}

const alternativesSection = (
  res: Response,
  listing: Owned,
  named: readonly { id: number; name: string; slug: string }[],
) =>
  html`<section aria-labelledby="alternatives"><h2 id="alternatives">Alternatives to approve</h2>
<p>${
    named.length === 1
      ? t`You named this product as a competitor. Once approved, it comes first among your listing’s alternatives.`
      : t`You named these products as competitors. Once approved, they come first among your listing’s alternatives.`
  }</p>
${named.map(
  (alternative) =>
    html`<div class="row"><a href="/listings/${alternative.slug}">${alternative.name}</a> ${alternativeForm(
      res,
      dashboardPath(listing, "alternatives"),
      { listing, alternative },
    )}</div>`,
)}</section>`;

export function myListingPages(site: Site): void {
  const { deps, router } = site;
  const { store, settings } = deps;
  const dashboard = createDashboard(site);

  async function show(res: Response, listing: Stepped, fault?: Text): Promise<void> {
    const team = await store.listings.team(listing.listing_id);
    const isChecking = await store.jobs.isOpen(badgeChecks(listing.listing_id));
    const [latest] = listing.latest_updates;
    const { badgeViews } = await store.engagement.badgeViewsSince(listing.listing_id, dayBefore(deps.now(), 29));
    const named = (await store.moderation.suggestions(listing.listing_id)).map(({ alternative }) => alternative);
    const trophies = listing.awards.length > 0 ? await store.trophies.ofSlugs([listing.slug]) : [];
    dashboard.render(res, listing, {
      tab: "",
      title: t`Overview`,
      status: fault ? 400 : 200,
      refreshSeconds: isChecking ? POLL_SECONDS : undefined,
      body: html`${formFault(fault)}
<section class="card" aria-labelledby="next"><h2 id="next">Next step</h2>${await nextStep(res, listing, isChecking)}</section>
${
  listing.suggestions.length > 0 &&
  html`<p class="notice">Your website now differs in ${plural(listing.suggestions.length, "fact")}.
<a href="${href(dashboardPath(listing, "proof"))}">See changes</a></p>`
}
<section aria-labelledby="figures"><h2 id="figures">Performance</h2>${figures(listing, badgeViews)}</section>
${
  trophies.length > 0 &&
  partWith(
    "awards",
    html`<section aria-labelledby="awards"><div class="section-head"><h2 id="awards">Awards</h2>
<a href="/listings/${listing.slug}/badges">Badges</a></div>${trophyList(trophies)}
<p class="small muted">Each award has a page to share.</p></section>`,
  )
}
<section aria-labelledby="latest"><div class="section-head"><h2 id="latest">Latest update</h2>
<a href="${href(dashboardPath(listing, "updates"))}">${latest ? t`All updates` : t`Post an update`}</a></div>
${
  latest
    ? html`<h3>${latest.title}</h3>${updateText(latest)}`
    : html`<p class="muted">No updates yet.
Updates appear on your page, and we email your followers.</p>`
}</section>
${named.length > 0 && alternativesSection(res, listing, named)}
${SHARED.has(listing.status) && lookSection(listing)}
${listing.status === "live" && embedSection(listing, settings)}
${languageSection(res, listing)}
${listing.next_actions.includes("pause_listing") && pauseSection(res, listing)}
<section aria-labelledby="team"><div class="section-head"><h2 id="team">Team</h2>
${listing.draft_id && html`<a href="/drafts/${listing.draft_id}#invites">Invite a co-founder</a>`}</div>
<ul>${team.map(({ role, account }) => html`<li>${account.name ?? account.email} <span class="tag">${ROLES[role]}</span></li>`)}</ul></section>`,
    });
  }

  router.get("/account/listings/:id", accountOnly, async (req, res) => {
    const { listing } = await dashboard.open(req, res);
    if (listing.isTeam) seeOther(res, `/admin/listings/${listing.listing_id}`);
    else await show(res, listing);
  });

  // The same operation reserves a week and, once there is one, checks the badge.
  router.post("/account/listings/:id/free", accountOnly, async (req, res) => {
    const listing = await dashboard.find(req, res);
    const { output, error } = await attempt(
      chooseFreeListing,
      { listing_id: listing.listing_id },
      dashboard.call(req, res),
    );
    if (error) return show(res, listing, plainWords(error.detail));
    const path = dashboardPath(listing);
    if (listing.status === "draft") return seeOther(res, path, "free-chosen");
    seeOther(res, output.checking ? path : withNotice(path, output.badge.found ? "badge-found" : "badge-missing"));
  });

  router.post("/account/listings/:id/language", accountOnly, async (req, res) => {
    const { listing_id: id } = await dashboard.find(req, res);
    await setListingLanguage(id, formText(req, "language") || null, { ...deps, caller: memberOf(req, res) });
    seeOther(res, dashboardPath({ listing_id: id }), "listing-edited");
  });

  router.post("/account/listings/:id/alternatives", accountOnly, async (req, res) => {
    const listing = await dashboard.find(req, res);
    const decision = formText(req, "decision");
    if (!isAlternativeDecision(decision)) return show(res, listing, t`Choose Approve or Decline.`);
    const choice = {
      listingId: listing.listing_id,
      alternativeId: Number(formText(req, "alternative")),
      isApproved: decision === "approve",
    };
    const isDone = await decideOwnAlternative(choice, deps);
    seeOther(res, dashboardPath(listing), isDone ? ALTERNATIVE_NOTICES[decision] : "gone");
  });

  for (const [step, tool, notice] of OWN_STEPS)
    router.post(`/account/listings/:id/${step}`, accountOnly, async (req, res) => {
      const listing = await dashboard.find(req, res);
      const { error } = await attempt(tool, { listing_id: listing.listing_id }, dashboard.call(req, res));
      if (error) return show(res, listing, plainWords(error.detail));
      seeOther(res, dashboardPath(listing), notice);
    });

  async function nextStep(res: Response, listing: Stepped, isChecking: boolean): Promise<Part> {
    const { status } = listing;
    const { words, label, path } = nextStepOf(listing, deps.now());
    const needsBadge = status === "awaiting_badge" || status === "hidden";
    return html`<p>${words}</p>
${needsBadge && html`<p>Add this badge to <a href="${href(listing.url)}" rel="noopener">your homepage</a>:</p>${await badge(listing)}`}
${
  label &&
  path !== dashboardPath(listing) &&
  html`<p class="row"><a class="button" href="${href(path)}">${label}</a>${
    status === "live" &&
    html`${
      path !== `/listings/${listing.slug}` &&
      html` <a class="button quiet" href="/listings/${listing.slug}">View page</a>`
    } <a class="button quiet" href="/listings/${listing.slug}/badges">Badges</a>`
  }</p>`
}
${status === "paused" && html`${formTo(res, dashboardPath(listing, "resume"))}<p><button>Resume listing</button></p></form>`}
${(needsBadge || listing.badge.required) && looked(res, listing, isChecking)}`;
  }

  async function badge({ slug }: Owned): Promise<Html | false | undefined> {
    const subject = await findBadgeSubject(store, slug);
    if (!subject) return false;
    const look = { baseUrl: settings.BASE_URL, siteName: settings.SITE_NAME };
    const [first] = viewBadges(subject, look, { shape: "standard", mode: "auto", size: "m" });
    return (
      first &&
      html`<p class="badge-stage auto"><img src="${href(
        new URL(first.svg_url).pathname,
      )}" alt="${first.alt}" width="${first.width}" height="${first.height}"></p>
${copyable("badge-code", first.html)}
<p class="small"><a href="/listings/${slug}/badges">Other shapes and colors</a></p>`
    );
  }

  const looked = (
    res: Response,
    { listing_id, badge: seen, next_actions: next }: Owned,
    isChecking: boolean,
  ): Html => html`${
    isChecking &&
    html`<p class="notice good" role="status" data-poll="${POLL_SECONDS}">We are checking your homepage. The result will appear here.</p>`
  }
<p class="small muted">${
    seen.last_checked_at
      ? html`Last checked ${showTime(new Date(seen.last_checked_at))}: ${seen.last_detail === null ? seen.last_result : badgeText(seen.last_detail)}`
      : t`We have not checked your homepage yet.`
  }${
    seen.grace_ends_at && [" ", html`Until ${showTime(new Date(seen.grace_ends_at))}, a missing badge has no effect.`]
  }${seen.next_check_at && [" ", html`Next check: ${showTime(new Date(seen.next_check_at))}.`]}</p>
${
  next.includes("choose_free_listing") &&
  html`${formTo(res, dashboardPath({ listing_id }, "free"))}
<p class="row"><button>Check now</button> <a href="${href(dashboardPath({ listing_id }, "launch"))}">${wordsWith("launches", t`Launch without a badge`, t`Publish without a badge`)}</a></p></form>`
}`;

  const figures = ({ stats, views, rating, badge: { required } }: Owned, badgeViews: number): Html => {
    const shown = [
      ...(hasVotes(store) ? [[stats.votes_counted, t`votes`] as const] : []),
      [stats.followers, t`followers`],
      [stats.views_30d, t`views (30 days)`],
      [stats.clicks_30d, t`website clicks (30 days)`],
      ...(required || badgeViews > 0 ? [[badgeViews, t`badge views (30 days)`] as const] : []),
      [views, t`views (total)`],
      [rating.average === null ? "–" : `★ ${rating.average}`, plural(rating.count, "review")],
    ] as const;
    return html`<dl class="figures">${shown.map(([value, label]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
${
  stats.votes_removed > 0 &&
  hasVotes(store) &&
  html`<p class="small muted">${plural(stats.votes_removed, "vote is", "votes are")} not counted: ${joined(
    Object.entries(stats.votes_removed_by_reason).map(([reason, count]) =>
      joined([doubtWords(reason), `(${count})`], " "),
    ),
    ", ",
  )}.</p>`
}`;
  };
}
