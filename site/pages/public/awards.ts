import { Router } from "express";
import type { z } from "zod";
import { type Html, href, html } from "../../../core/html.ts";
import { invoke } from "../../../tools/invoke.ts";
import { listAwards } from "../../../tools/launches/list-awards.ts";
import { listQuery, pageOf, pager } from "../../kit/paging.ts";
import { plural } from "../../kit/show.ts";
import { type Site, visitor } from "../../kit/site.ts";
import { weekDays, weekPath } from "../../parts/calendar.ts";
import { emptyState, logo } from "../../parts/listing-parts.ts";

type Award = z.output<(typeof listAwards)["output"]>["items"][number];

const PLACES = ["", "First", "Second", "Third"];
/** Three places a week, so a page has whole weeks, unless one had fewer. */
const PER_PAGE = 30;

export function awardPages({ deps, pages }: Site): Router {
  const router = Router();

  router.get("/awards", async (req, res) => {
    const page = pageOf(req);
    const { output } = await invoke(
      listAwards,
      { page, per_page: PER_PAGE },
      { deps, caller: visitor(req), interface: "site" },
    );
    const weeks = Map.groupBy(output.items, ({ week }) => week);
    pages.render(res, {
      title: "Awards",
      description: `Launch of the Week at ${deps.settings.SITE_NAME}: the three best launches of every week, by community votes.`,
      isPublic: true,
      query: listQuery({}, page),
      body: html`<h1>Awards</h1>
<p class="lead">The three best launches of every week, by the votes of people. Figures are those of the day of the award; money has no effect.</p>
${
  weeks.size > 0
    ? html`<div class="stack">${[...weeks].map(([week, awards]) => section(week, awards))}</div>`
    : emptyState(
        "No award has been given yet",
        html`Winners are named 24 hours after a week ends. <a href="/launches">Vote for a launch of this week</a>.`,
      )
}
${pager("/awards", {}, output)}`,
    });
  });

  return router;
}

const section = (
  week: string,
  awards: Award[],
): Html => html`<section><div class="section-head"><h2>${weekDays(week)}</h2><a href="${href(weekPath(week))}">All launches of the week</a></div>
<ol class="podium">${awards.map(
  ({ place, listing, votes, tied }) => html`<li>${logo(listing)}
<h3><a href="${href(`/listings/${listing.slug}`)}">${listing.name}</a></h3>
<p class="muted small">${listing.tagline}</p>
<p><span class="tag ${place === 1 && "warm"}">${PLACES[place]} place</span> <span class="small">${plural(votes, "vote")}${tied && ", tied"}</span></p></li>`,
)}</ol></section>`;
