import type { Request, Response } from "express";
import { mayList } from "#actions/drafts/submissions.ts";
import { boards } from "#actions/launches/boards.ts";
import { roomsIn } from "#actions/orders/price.ts";
import { type Html, href, html, partWith } from "#core/text/html.ts";
import { FEW } from "#domain/community/few.ts";
import { weekOf } from "#domain/launches/launch-week.ts";
import { moneyText } from "#domain/orders/money.ts";
import { hasLaunches } from "#domain/site/site-shape.ts";
import { joined, plural, t, wordsWith } from "#languages/words.ts";
import { invoke } from "#tools/invoke.ts";
import { remember } from "#tools/kept.ts";
import { getLaunchWeek } from "#tools/launches/get-launch-week.ts";
import { getLeaderboard } from "#tools/launches/get-leaderboard.ts";
import { listCategories } from "#tools/listings/list-categories.ts";
import { searchListings } from "#tools/listings/search-listings.ts";
import { viewSummary } from "#tools/schemas/listing.ts";
import { siteCardPath } from "../../kit/preview.ts";

import { categoryName } from "../../kit/show.ts";
import { type Site, sessionOf, visitor } from "../../kit/site.ts";
import { siteThing } from "../../machines/schema-org.ts";
import { votesFor } from "../../parts/community/toggles.ts";
import { countdown, dayInWords, nextLaunchAt, weekPath } from "../../parts/launches/calendar.ts";
import { LIVE_HEAD, liveWeek } from "../../parts/launches/live.ts";
import { emptyState, launchCard, listingCards, listingRows, listingTiles } from "../../parts/listings/listing-parts.ts";
import { hueClass, type Looks, looksOf } from "../../parts/listings/looks.ts";
import { conversation, frontSky, lastWinners, leavesOf, paths } from "../../parts/site/front-parts.ts";
import { catalogHome } from "./catalog-home.ts";

const SHOWN = { firsts: 3, week: 12, side: 5, newest: 8, categories: 14, needs: 3, billboard: 3 };

export function homePages({ deps, pages, router }: Site): void {
  const { settings } = deps;
  const { BASE_URL } = settings;
  const site = { baseUrl: BASE_URL };

  const read = (req: Request) =>
    remember(
      { name: "home" },
      {},
      deps,
      () => readPublic(req),
      () => true,
    );

  async function readPublic(req: Request) {
    const { store, now } = deps;
    const call = { deps, caller: visitor(req), interface: "site" } as const;
    const { output: week } = await invoke(getLaunchWeek, { week: "this" }, call);
    const { output: next } = await invoke(getLaunchWeek, { week: "next" }, call);
    const { output: last } = await invoke(getLaunchWeek, { week: "last" }, call);
    const { output: billboard } = await invoke(getLeaderboard, { board: "billboard", per_page: SHOWN.billboard }, call);
    const { output: latest } = await invoke(searchListings, { sort: "newest", per_page: 40 }, call);
    const { output: categories } = await invoke(listCategories, { include_empty: false }, call);
    const { monday } = weekOf(now(), settings.SITE_TIMEZONE);
    const picks = (await store.moderation.picks(monday)).map((listing) => viewSummary(listing, site));
    const featured = (await store.orders.featured(monday)).map((listing) => viewSummary(listing, site));
    const items = week.items.slice(0, SHOWN.week);
    const shown = new Set(items.map(({ slug }) => slug));
    const newest = latest.items.filter(({ slug }) => !shown.has(slug)).slice(0, SHOWN.newest);
    const pictured = [...items, ...last.items.slice(0, 3), ...picks, ...featured, ...newest];
    const [free] = await roomsIn(store, "launch", [next.week], deps);
    return {
      ...{ week, items, next, last, billboard, picks, featured, newest },
      pictured: [...new Set(pictured.map(({ slug }) => slug))],
      launch: (await store.products.onSale()).find(({ product }) => product === "launch"),
      free: free ?? 0,
      categories: leavesOf(categories.items)
        .sort((a, b) => b.total_count - a.total_count)
        .slice(0, SHOWN.categories),
    };
  }
  type Found = Awaited<ReturnType<typeof read>> & { looks: Looks };

  const offer = ({ launch, free, next }: Found): Html =>
    html`${
      launch ? t`Free, or ${moneyText(launch.priceCents, "USD", true)} to choose your week.` : t`Free.`
    } <span class="whole">${
      free > 0
        ? t`${dayInWords(next.week, { weekday: true })}: ${plural(free, "place")} left`
        : t`${dayInWords(next.week, { weekday: true })}: full`
    }</span>`;

  async function thisWeek(req: Request, res: Response, found: Found): Promise<Html> {
    const { week, items, looks } = found;
    const slugs = items.map(({ slug }) => slug);
    const votes = await votesFor(req, res, deps, slugs);
    const [firsts, others] = [items.slice(0, SHOWN.firsts), items.slice(SHOWN.firsts)];
    const card = (listing: (typeof items)[number], index: number) =>
      html`<li class="launch ${hueClass(listing.slug, looks)}">${launchCard(listing, { place: index + 1, looks, votes })}</li>`;
    return html`<section aria-labelledby="week" id="live-week" data-live-part data-live-most="${SHOWN.week}">
<div class="section-head"><div><h2 id="week">This week’s launches</h2>
${partWith("votes", html`<p>Vote once per product. Voting closes on Sunday at midnight, ${settings.SITE_TIMEZONE}.</p>`)}</div>
${week.total > items.length && html`<a href="${href(weekPath(week.week))}">See all ${plural(week.total, "launch", "launches")}</a>`}</div>
${
  items.length > 0
    ? html`<ol class="firsts">${firsts.map(card)}</ol>`
    : emptyState(t`No launches this week yet`, html`Be the first. <a href="/launches">See the launch calendar</a>.`)
}
<div class="columns"><div>${
      others.length > 0 &&
      listingRows(others, {
        firstRank: firsts.length + 1,
        votes,
        looks,
      })
    }</div>${await side(found)}</div></section>`;
  }

  const side = async ({ week, next, billboard }: Found): Promise<Html> => html`<aside aria-label="Calendar">
<div class="card">${
    week.total > 0
      ? html`<h2>${wordsWith("votes", t`Voting closes in`, t`This week ends in`)}</h2>${countdown(new Date(week.ends_at), deps)}`
      : html`<h2>Next launches in</h2>${countdown(await nextLaunchAt(deps), deps)}`
  }</div>
<div class="card"><div class="section-head"><h2>Launching Monday</h2>
${
  next.items.length > 0 &&
  html`<a href="${href(weekPath(next.week))}">${next.total >= FEW ? t`See all ${next.total}` : t`See all`}</a>`
}</div>
${
  next.items.length > 0
    ? listingCards(next.items.slice(0, SHOWN.side))
    : html`<p class="muted">No launches planned yet. <a href="/submit">Be the first</a>.</p>`
}</div>
${
  billboard.items.length > 0 &&
  html`<div class="card"><div class="section-head"><h2>Billboard</h2><span class="tag warm">Paid</span></div>
${listingCards(billboard.items.map(({ listing }) => listing))}
<p class="small muted">${boards.billboard.disclosure} <a href="/leaderboards/billboard">See the billboard</a></p></div>`
}</aside>`;

  const showCatalog = catalogHome({ deps, pages });

  router.get("/", async (req, res) => {
    if (!hasLaunches(deps.store)) return showCatalog(req, res);
    const known = await read(req);
    const found = { ...known, looks: await looksOf(deps, known.pictured) };
    const { looks, featured, picks, newest, categories } = found;
    pages.render(res, {
      title: settings.SITE_NAME,
      isPublic: true,
      preview: siteCardPath(settings.SITE_NAME, found.week.items),
      width: "full",
      head: LIVE_HEAD,
      things: siteThing({ name: settings.SITE_NAME, baseUrl: BASE_URL }),
      feeds: [
        { title: t`Launches · ${settings.SITE_NAME}`, path: "/feeds/launches.atom" },
        { title: t`Latest updates · ${settings.SITE_NAME}`, path: "/feeds/updates.atom" },
      ],
      description: joined(
        [
          wordsWith(
            "votes",
            t`New products launch on ${settings.SITE_NAME} every Monday, ranked by votes.`,
            t`New products launch on ${settings.SITE_NAME} every Monday.`,
          ),
          t`Your assistant can search and submit.`,
        ],
        " ",
      ),
      body: html`${frontSky(found.week, deps.store.siteLook())}
${paths(res, { canSubmit: mayList(deps.store.siteLook().shape.submission, sessionOf(res)?.account), offer: offer(found), needs: categories.slice(0, SHOWN.needs) })}
<div class="wrap sections after-sky">
${await thisWeek(req, res, found)}
${partWith("awards", lastWinners(found.last, looks))}
${
  featured.length > 0 &&
  html`<section aria-labelledby="featured"><div class="section-head"><h2 id="featured">Featured this week</h2>
<span class="tag warm">Paid placement</span></div>
<p class="small muted">These companies paid to be shown here. ${wordsWith("votes", t`Payment does not affect votes, rankings or awards.`)}</p>
${listingTiles(featured, looks)}</section>`
}
${
  picks.length > 0 &&
  html`<section aria-labelledby="picks"><div class="section-head"><h2 id="picks">Our picks this week</h2></div>
<p class="small muted">Chosen by the team behind ${settings.SITE_NAME}.
Picks cannot be bought and do not affect rankings.</p>
${listingTiles(picks, looks)}</section>`
}
${conversation(found.week, { siteName: settings.SITE_NAME, mcpUrl: `${BASE_URL}/mcp` })}
${
  newest.length > 0 &&
  html`<section aria-labelledby="newest"><div class="section-head"><h2 id="newest">Recently launched</h2>
<a href="/search?sort=newest">Browse all</a></div>${listingTiles(newest, looks)}</section>`
}
${
  categories.length > 0 &&
  html`<section aria-labelledby="categories"><div class="section-head"><h2 id="categories">Categories</h2>
<a href="/categories">All categories</a></div>
<ul class="chips">${categories.map(
    ({ slug, name, total_count: count }) =>
      html`<li><a class="chip" href="${href(`/categories/${slug}`)}">${categoryName({ slug, name })}${
        count >= FEW &&
        html`
<span class="muted">${count}</span>`
      }</a></li>`,
  )}</ul></section>`
}
</div>
${liveWeek(found.week)}`,
    });
  });
}
