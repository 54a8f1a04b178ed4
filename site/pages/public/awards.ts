import { Router } from "express";
import type { z } from "zod";
import { type Html, href, html } from "../../../core/text/html.ts";
import type { Trophy } from "../../../domain/launches/trophy.ts";
import { given } from "../../../domain/text/given.ts";
import type { WonTrophy } from "../../../store/repos/launches/trophies.ts";
import { invoke } from "../../../tools/invoke.ts";
import { listAwards } from "../../../tools/launches/list-awards.ts";
import { listQuery, pageOf, pager } from "../../kit/paging.ts";
import { plural } from "../../kit/show.ts";
import { type Site, visitor } from "../../kit/site.ts";
import { weekDays, weekPath } from "../../parts/launches/calendar.ts";
import { podium } from "../../parts/launches/podium.ts";
import { trophyList, whenOf } from "../../parts/launches/trophies.ts";
import { emptyState } from "../../parts/listings/listing-parts.ts";
import { type Looks, looksOf } from "../../parts/listings/looks.ts";

type Award = z.output<(typeof listAwards)["output"]>["items"][number];

/** Three places a week, so a page has whole weeks, unless one had fewer. */
const PER_PAGE = 30;
/** How many months and years stand above the weeks. */
const MONTHS = 12;
const YEARS = 10;

export function awardPages({ deps, pages }: Site): Router {
  const { store } = deps;
  const router = Router();

  router.get("/awards", async (req, res) => {
    const page = pageOf(req);
    const { output } = await invoke(
      listAwards,
      { page, per_page: PER_PAGE },
      { deps, caller: visitor(req), interface: "site" },
    );
    const looks = await looksOf(
      deps,
      output.items.map(({ listing }) => listing.slug),
    );
    const best =
      page === 1
        ? [...(await store.trophies.newest("year", YEARS)), ...(await store.trophies.newest("month", MONTHS))]
        : [];
    const weeks = Map.groupBy(output.items, ({ week }) => week);
    pages.render(res, {
      title: "Awards",
      description: `Launch of the Week on ${deps.settings.SITE_NAME}: the top three launches of every week, by community votes.`,
      isPublic: true,
      query: listQuery({}, page),
      body: html`<h1>Past weeks</h1>
<p class="lead">The top three launches of every week, month and year, by people’s votes.
Figures are from the day of the award; money has no effect.</p>
${
  weeks.size > 0
    ? html`<div class="stack">${best.length > 0 && periods(best)}${[...weeks].map(([week, awards]) => section(week, awards, looks))}</div>`
    : emptyState(
        "No awards yet",
        html`Winners are named 24 hours after a week ends. <a href="/launches">Vote for a launch of this week</a>.`,
      )
}
${pager("/awards", {}, output)}`,
    });
  });

  return router;
}

const section = (week: string, awards: Award[], looks: Looks): Html =>
  html`<section><div class="section-head"><h2>${weekDays(week)}</h2><a href="${href(weekPath(week))}">All launches of the week</a></div>
${podium(
  awards.map((award) => ({ ...award, awardId: award.id })),
  looks,
)}</section>`;

/** The winners of months and years, each with the page of its award. */
function periods(won: readonly WonTrophy[]): Html {
  const groups = [...Map.groupBy(won, ({ trophy }) => trophy.period).values()];
  const words = {
    link: ({ name }: { name: string }) => html`<bdi>${name}</bdi>`,
    note: ({ votes }: Trophy) => plural(votes, "vote"),
  };
  return html`<section aria-labelledby="best"><h2 id="best">Months and years</h2><ul class="tiles">${groups.map(
    (group) =>
      html`<li class="card"><h3>${whenOf(given(group[0]).trophy)}</h3>${trophyList(
        group.map(({ trophy, listing }) => ({ ...trophy, name: listing.name })),
        words,
      )}</li>`,
  )}</ul></section>`;
}
