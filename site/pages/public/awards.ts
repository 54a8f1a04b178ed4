import type { z } from "zod";
import { type Html, href, html } from "#core/text/html.ts";
import { FEW } from "#domain/community/few.ts";
import { awardPath, type Trophy, titleOf } from "#domain/launches/trophy.ts";
import { given } from "#domain/text/given.ts";
import { SLUG } from "#domain/text/slug.ts";
import { plural, t } from "#languages/words.ts";
import type { WonTrophy } from "#store/repos/launches/trophies.ts";
import { invoke } from "#tools/invoke.ts";
import { listAwards } from "#tools/launches/list-awards.ts";
import { viewSummary } from "#tools/schemas/listing.ts";
import { cardPath } from "../../kit/preview.ts";
import { copyable, showDay } from "../../kit/show.ts";
import { orNotFound, type Site, visitor } from "../../kit/site.ts";
import { listQuery, pageOf, pager } from "../../kit/table.ts";
import { theirs } from "../../kit/theirs.ts";
import { weekDays, weekPath } from "../../parts/launches/calendar.ts";
import { podium, trophyList, whenOf } from "../../parts/launches/podium.ts";
import { emptyState, medal } from "../../parts/listings/listing-parts.ts";
import { hueClass, type Looks, looksOf, picture } from "../../parts/listings/looks.ts";
import { teamBar } from "../../parts/listings/owner-bar.ts";

type Award = z.output<(typeof listAwards)["output"]>["items"][number];

/** Three places a week, so a page has whole weeks, unless one had fewer. */
const PER_PAGE = 30;
const MONTHS = 12;
const YEARS = 10;

export function awardPages({ deps, pages, router }: Site): void {
  const { store } = deps;

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
      title: t`Awards`,
      description: t`The top three launches of every week on ${deps.settings.SITE_NAME}, by votes.`,
      isPublic: true,
      query: listQuery({}, page),
      feeds: [{ title: t`Awards · ${deps.settings.SITE_NAME}`, path: "/feeds/awards.atom" }],
      body: html`<h1>Past weeks</h1>
<p class="lead">The top three launches of every week, month and year.
Only votes count, as of the day of the award.</p>
${
  weeks.size > 0
    ? html`<div class="stack">${best.length > 0 && periods(best)}${[...weeks].map(([week, awards]) => section(week, awards, looks))}</div>`
    : emptyState(
        t`No awards yet`,
        html`Winners are announced 24 hours after each week ends. <a href="/launches">Vote for a launch of this week</a>.`,
      )
}
${pager("/awards", {}, output)}`,
    });
  });
}

const section = (week: string, awards: Award[], looks: Looks): Html =>
  html`<section><div class="section-head"><h2>${weekDays(week)}</h2><a href="${href(weekPath(week))}">See all launches</a></div>
${podium(
  awards.map((award) => ({ ...award, awardId: award.id })),
  looks,
)}</section>`;

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

const RULES = {
  week: t`This award goes to the three launches with the most votes in a week.`,
  month: t`This award goes to the weekly winners with the most votes in a month. A week belongs to the month in which it begins.`,
  year: t`This award goes to the weekly winners with the most votes in a year. A week belongs to the year in which it begins.`,
};

export function awardPage({ deps, pages, router }: Site): void {
  const { store, settings } = deps;
  const { BASE_URL } = settings;

  router.get("/awards/:id", async (req, res) => {
    const found = orNotFound(SLUG.test(req.params.id) ? await store.trophies.find(req.params.id) : undefined);
    const { trophy } = found;
    const listing = viewSummary(found.listing, { baseUrl: BASE_URL });
    const looks = await looksOf(deps, [listing.slug]);
    const title = titleOf(trophy);
    const when = whenOf(trophy);
    pages.render(res, {
      title: t`${listing.name}: ${title}, ${when}`,
      description:
        trophy.votes >= FEW
          ? t`${listing.name}: ${title} on ${settings.SITE_NAME}, ${when}, with ${plural(trophy.votes, "vote")}.`
          : t`${listing.name}: ${title} on ${settings.SITE_NAME}, ${when}.`,
      isPublic: true,
      preview: cardPath("awards", trophy.id, [trophy.votes]),
      place: "/awards",
      width: "full",
      body: html`<div class="sky podium-sky"><div class="wrap award-stage">${medal(trophy.place)}
<h1>${title}</h1><p class="big"><bdi>${listing.name}</bdi><br>${when}</p>
<p class="small">${
        trophy.tied
          ? html`${plural(trophy.votes, "vote")}, tied. Awarded on ${showDay(trophy.awardedAt)}.`
          : html`${plural(trophy.votes, "vote")}. Awarded on ${showDay(trophy.awardedAt)}.`
      }</p></div></div>
<div class="wrap sections after-sky">${await teamBar(listing.slug, res, deps)}
<section class="halves middle ${hueClass(listing.slug, looks)}" aria-label="${listing.name}">${picture(listing, looks, {
        size: 1280,
        isLazy: false,
      })}
<div><h2><bdi>${listing.name}</bdi></h2>${listing.tagline && html`<p class="big">${theirs(listing.tagline, listing.language)}</p>`}
<p class="row"><a class="button" href="${href(`/listings/${listing.slug}`)}">See ${listing.name}</a>
<a class="button quiet" href="${href(weekPath(trophy.week))}">${
        trophy.kind === "week" ? t`See all launches` : t`Its launch week: ${weekDays(trophy.week, "short")}`
      }</a></p></div></section>
<section aria-labelledby="rules"><h2 id="rules">How this award works</h2>
<p>${RULES[trophy.kind]} ${html`Votes are counted on the day of the award. Payment has no effect.`}
<a href="/how-ranking-works">How ranking works</a></p></section>
<section aria-labelledby="share"><h2 id="share">Share</h2>
${copyable("award-url", `${BASE_URL}${awardPath(trophy)}`)}
<p class="small"><a href="${href(`/listings/${listing.slug}/badges`)}">Badges for ${listing.name}</a></p></section></div>`,
    });
  });
}
