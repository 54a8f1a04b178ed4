import { type Request, type Response, Router } from "express";
import { type Html, href, html } from "../../../core/html.ts";
import { weekOf } from "../../../domain/launch-week.ts";
import { getSiteInfo } from "../../../tools/directory/get-site-info.ts";
import { listCategories } from "../../../tools/directory/list-categories.ts";
import { searchListings } from "../../../tools/directory/search-listings.ts";
import { invoke } from "../../../tools/invoke.ts";
import { getLaunchWeek } from "../../../tools/launches/get-launch-week.ts";
import { getLeaderboard } from "../../../tools/launches/get-leaderboard.ts";
import { listLaunches } from "../../../tools/launches/list-launches.ts";
import { viewSummary } from "../../../tools/schemas/listing.ts";
import { copyable, plural } from "../../kit/show.ts";
import { type Site, visitor } from "../../kit/site.ts";
import { siteThing } from "../../machines/schema-org.ts";
import { countdown, nextLaunchAt, weekPath } from "../../parts/calendar.ts";
import { emptyState, listingCards, listingRows, searchBar } from "../../parts/listing-parts.ts";
import { votesFor } from "../../parts/toggles.ts";

/** How many items each part of the page shows. */
const SHOWN = { week: 15, side: 5, newest: 9, categories: 14, billboard: 3 };

export function homePages({ deps, pages }: Site): Router {
  const router = Router();
  const { SITE_NAME, BASE_URL } = deps.settings;

  async function read(req: Request) {
    const call = { deps, caller: visitor(req), interface: "site" } as const;
    const { output: site } = await invoke(getSiteInfo, {}, call);
    const { output: week } = await invoke(getLaunchWeek, { week: "this" }, call);
    const { output: next } = await invoke(getLaunchWeek, { week: "next" }, call);
    const { output: trending } = await invoke(listLaunches, { section: "trending", per_page: SHOWN.side }, call);
    const { output: billboard } = await invoke(getLeaderboard, { board: "billboard", per_page: SHOWN.billboard }, call);
    const { output: newest } = await invoke(searchListings, { sort: "newest", per_page: 40 }, call);
    const { output: categories } = await invoke(listCategories, { include_empty: false }, call);
    const shown = new Set(week.items.slice(0, SHOWN.week).map(({ slug }) => slug));
    return {
      site,
      week,
      next,
      trending: trending.items.filter(({ votes }) => votes > 0),
      billboard,
      picks: (await deps.store.moderation.picks(weekOf(deps.now(), deps.settings.SITE_TIMEZONE).monday)).map(
        (listing) => viewSummary(listing, { baseUrl: BASE_URL }),
      ),
      featured: (await deps.store.orders.featured(weekOf(deps.now(), deps.settings.SITE_TIMEZONE).monday)).map(
        (listing) => viewSummary(listing, { baseUrl: BASE_URL }),
      ),
      newest: newest.items.filter(({ slug }) => !shown.has(slug)).slice(0, SHOWN.newest),
      categories: categories.items
        .flatMap(({ children, ...top }) => [top, ...children])
        .filter(({ parent }) => parent !== null)
        .sort((a, b) => b.total_count - a.total_count)
        .slice(0, SHOWN.categories),
    };
  }
  type Found = Awaited<ReturnType<typeof read>>;

  const hero = ({ site }: Found): Html => html`<section class="hero">
<div><h1>The product directory your assistant can use</h1>
<p class="lead">New products every Monday, ranked by people. Search them here, or let Claude, ChatGPT or Cursor do it, and list yours in one conversation.</p>
${searchBar()}</div>
<div class="card"><h2>Ask your assistant</h2>
${copyable("mcp-address", `${BASE_URL}/mcp`)}
<p class="small muted">One MCP address for ${plural(site.counts.live_listings, "product")} in ${site.counts.categories} categories. <a href="/connect">Connect your assistant</a></p></div>
</section>`;

  async function thisWeek(req: Request, res: Response, { week }: Found): Promise<Html> {
    const items = week.items.slice(0, SHOWN.week);
    const votes = await votesFor(
      req,
      res,
      deps,
      items.map(({ slug }) => slug),
    );
    return html`<section aria-labelledby="week">
<div class="section-head"><h2 id="week">Launches of this week</h2>${week.total > items.length && html`<a href="${href(weekPath(week.week))}">All ${week.total}</a>`}</div>
${
  items.length > 0
    ? listingRows(items, { firstRank: 1, votes })
    : emptyState("Nothing has launched this week yet", html`<a href="/launches">See the calendar</a>`)
}</section>`;
  }

  const side = async ({ next, trending, billboard }: Found): Promise<Html> => html`<aside aria-label="Calendar">
<div class="card"><h2>Next launches in</h2>${countdown(await nextLaunchAt(deps), deps)}<p class="small"><a href="/launches">Launch calendar</a></p></div>
${
  trending.length > 0 &&
  html`<div class="card"><div class="section-head"><h2>Trending</h2><a href="/launches?section=trending">More</a></div>${listingCards(trending)}</div>`
}
${
  next.items.length > 0 &&
  html`<div class="card"><div class="section-head"><h2>Coming next week</h2><a href="${href(weekPath(next.week))}">All ${next.total}</a></div>${listingCards(next.items.slice(0, SHOWN.side), { isLinked: false })}</div>`
}
${
  billboard.items.length > 0 &&
  html`<div class="card"><div class="section-head"><h2>Billboard</h2><span class="tag warm">Paid</span></div>${listingCards(billboard.items.map(({ listing }) => listing))}<p class="small muted">${billboard.disclosure} <a href="/leaderboards/billboard">Billboard</a></p></div>`
}</aside>`;

  router.get("/", async (req, res) => {
    const found = await read(req);
    pages.render(res, {
      title: SITE_NAME,
      isPublic: true,
      things: siteThing({ name: SITE_NAME, baseUrl: BASE_URL }),
      feeds: [
        { title: `Launches at ${SITE_NAME}`, path: "/feeds/launches.atom" },
        { title: `Latest updates at ${SITE_NAME}`, path: "/feeds/updates.atom" },
      ],
      description: `${SITE_NAME} is a product directory that AI assistants use directly: they search it, and list your product for you.`,
      body: html`${hero(found)}
<div class="columns">${await thisWeek(req, res, found)}${await side(found)}</div>
<div class="stack">
${
  found.featured.length > 0 &&
  html`<section aria-labelledby="featured"><div class="section-head"><h2 id="featured">Featured this week</h2><span class="tag warm">Paid placement</span></div>
<p class="small muted">These companies paid to be shown here. It has no effect on votes, rankings or awards.</p>
${listingRows(found.featured, { look: "tiles" })}</section>`
}
${
  found.picks.length > 0 &&
  html`<section aria-labelledby="picks"><div class="section-head"><h2 id="picks">Our picks this week</h2></div>
<p class="small muted">Chosen by the people who run ${SITE_NAME}. Nobody can buy a place here, and it changes no ranking.</p>
${listingRows(found.picks, { look: "tiles" })}</section>`
}
${
  found.newest.length > 0 &&
  html`<section aria-labelledby="newest"><div class="section-head"><h2 id="newest">Launched lately</h2><a href="/search?sort=newest">Browse all</a></div>${listingRows(found.newest, { look: "tiles" })}</section>`
}
${
  found.categories.length > 0 &&
  html`<section aria-labelledby="categories"><div class="section-head"><h2 id="categories">Categories</h2><a href="/categories">All categories</a></div>
<ul class="chips">${found.categories.map(({ slug, name, total_count: count }) => html`<li><a class="chip" href="${href(`/categories/${slug}`)}">${name} <span class="muted">${count}</span></a></li>`)}</ul></section>`
}
<section aria-labelledby="how">
<h2 id="how">From website to listing in one conversation</h2>
<ol class="steps">
<li><h3>Connect</h3><p>Give your assistant the MCP address. Searching needs no account.</p></li>
<li><h3>Say “list my product”</h3><p>Name your website. The profile is drafted from what it says, and every fact carries a quote from your own pages.</p></li>
<li><h3>Check and submit</h3><p>See the source of every fact, change what you like, and pick the week in which you launch.</p></li>
</ol>
</section>
</div>`,
    });
  });

  return router;
}
