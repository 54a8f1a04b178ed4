import { href, html } from "#core/text/html.ts";
import { FEW } from "#domain/community/few.ts";
import { awardPath, titleOf } from "#domain/launches/trophy.ts";
import { SLUG } from "#domain/text/slug.ts";
import { plural, t } from "#languages/words.ts";
import { viewSummary } from "#tools/schemas/listing.ts";
import { cardPath } from "../../kit/preview.ts";
import { copyable, showDay } from "../../kit/show.ts";
import { orNotFound, type Site } from "../../kit/site.ts";
import { theirs } from "../../kit/theirs.ts";
import { weekDays, weekPath } from "../../parts/launches/calendar.ts";
import { whenOf } from "../../parts/launches/podium.ts";
import { medal } from "../../parts/listings/listing-parts.ts";
import { hueClass, looksOf, picture } from "../../parts/listings/looks.ts";
import { teamBar } from "../../parts/listings/owner-bar.ts";

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
