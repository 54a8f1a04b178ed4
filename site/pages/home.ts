import { Router } from "express";
import { weekOf } from "../../domain/launch-week.ts";
import { searchListings } from "../../tools/directory/search-listings.ts";
import { invoke } from "../../tools/invoke.ts";
import { viewSummary } from "../../tools/schemas/listing.ts";
import { html } from "../html.ts";
import { listingRows } from "../listing-parts.ts";
import { siteThing } from "../machines/schema-org.ts";
import { copyable } from "../show.ts";
import { type Site, visitor } from "../site.ts";

export function homePages({ deps, pages }: Site): Router {
  const router = Router();
  const { SITE_NAME, BASE_URL } = deps.settings;

  router.get("/", async (req, res) => {
    const { output } = await invoke(
      searchListings,
      { sort: "newest", per_page: 12 },
      { deps, caller: visitor(req), door: "site" },
    );
    const week = weekOf(deps.now(), deps.settings.SITE_TIMEZONE);
    const featured = await deps.store.orders.featured(week.monday);
    pages.render(res, {
      title: SITE_NAME,
      isPublic: true,
      things: siteThing({ name: SITE_NAME, baseUrl: BASE_URL }),
      feeds: [
        { title: `Launches at ${SITE_NAME}`, path: "/feeds/launches.atom" },
        { title: `Latest updates at ${SITE_NAME}`, path: "/feeds/updates.atom" },
      ],
      description: `${SITE_NAME} is a product directory that AI assistants use directly: they search it, and list your product for you.`,
      body: html`<section class="hero">
<h1>The product directory your assistant can use</h1>
<p class="lead">Ask Claude, ChatGPT or Cursor to find a product here, or to list yours. It reads your website, drafts the profile, and every fact carries a quote from your own pages.</p>
${copyable("mcp-address", `${BASE_URL}/mcp`)}
<p><a class="button" href="/connect">Connect your assistant</a></p>
</section>
<div class="stack">
<section aria-labelledby="how">
<h2 id="how">From website to listing in one conversation</h2>
<ol class="steps">
<li><h3>Connect</h3><p>Give your assistant the address above. Searching needs no account.</p></li>
<li><h3>Say “list my product”</h3><p>Name your website. The profile is drafted from what it says, and from nothing else.</p></li>
<li><h3>Check and submit</h3><p>See the source of every fact, change what you like, and submit when it is right.</p></li>
</ol>
</section>
${
  featured.length > 0 &&
  html`<section aria-labelledby="featured">
<h2 id="featured">Featured this week</h2>
<p><span class="tag warm">Paid placement</span> These companies paid to be shown here. It has no effect on votes, rankings or awards.</p>
${listingRows(featured.map((listing) => viewSummary(listing, { baseUrl: BASE_URL })))}
</section>`
}
<section aria-labelledby="newest">
<h2 id="newest">Newest listings</h2>
${
  output.items.length > 0
    ? listingRows(output.items)
    : html`<p class="lead">Nothing is listed yet. <a href="/connect">Connect your assistant</a> and make the first entry.</p>`
}
<p><a href="/updates">Latest updates from listed products</a></p>
</section>
</div>`,
    });
  });

  return router;
}
