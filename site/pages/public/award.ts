import { type Response, Router } from "express";
import { href, html } from "../../../core/text/html.ts";
import { FEW } from "../../../domain/community/few.ts";
import { awardPath, titleOf } from "../../../domain/launches/trophy.ts";
import { SLUG } from "../../../domain/text/slug.ts";
import { viewSummary } from "../../../tools/schemas/listing.ts";
import { cardPath } from "../../kit/preview.ts";
import { copyable, plural, showDay } from "../../kit/show.ts";
import type { Site } from "../../kit/site.ts";
import { weekDays, weekPath } from "../../parts/launches/calendar.ts";
import { whenOf } from "../../parts/launches/trophies.ts";
import { medal } from "../../parts/listings/listing-parts.ts";
import { hueClass, looksOf, picture } from "../../parts/listings/looks.ts";
import { teamBar } from "../../parts/listings/owner-bar.ts";

const RULES = {
  week: "The three launches with the most votes in their week win this award.",
  month: "Of the winners of the weeks that begin in this month, those with the most votes win this award.",
  year: "Of the winners of the weeks that begin in this year, those with the most votes win this award.",
};

/** A page of each award, to share. */
export function awardPage({ deps, pages }: Site, notFound: (res: Response) => void): Router {
  const { store, settings } = deps;
  const { BASE_URL } = settings;
  const router = Router();

  router.get("/awards/:id", async (req, res) => {
    const found = SLUG.test(req.params.id) ? await store.trophies.find(req.params.id) : undefined;
    if (!found) return notFound(res);
    const { trophy } = found;
    const listing = viewSummary(found.listing, { baseUrl: BASE_URL });
    const looks = await looksOf(deps, [listing.slug]);
    const title = titleOf(trophy);
    const when = whenOf(trophy);
    const votes = trophy.votes >= FEW ? `, with ${plural(trophy.votes, "vote")}` : "";
    pages.render(res, {
      title: `${listing.name}: ${title}, ${when}`,
      description: `${listing.name} is ${title} on ${settings.SITE_NAME}, ${when}${votes}. Awards are based on people’s votes.`,
      isPublic: true,
      preview: cardPath("awards", trophy.id, [trophy.votes]),
      place: "/awards",
      width: "full",
      body: html`<div class="sky podium-sky"><div class="wrap award-stage">${medal(trophy.place)}
<h1>${title}</h1><p class="big"><bdi>${listing.name}</bdi><br>${when}</p>
<p class="small">${plural(trophy.votes, "vote")}${trophy.tied && ", tied"}. Given on ${showDay(trophy.awardedAt)}.</p></div></div>
<div class="wrap sections after-sky">${await teamBar(listing.slug, res, deps)}
<section class="halves middle ${hueClass(listing.slug, looks)}" aria-label="${listing.name}">${picture(listing, looks, {
        size: 1280,
        isLazy: false,
      })}
<div><h2><bdi>${listing.name}</bdi></h2>${listing.tagline && html`<p class="big"><bdi>${listing.tagline}</bdi></p>`}
<p class="row"><a class="button" href="${href(`/listings/${listing.slug}`)}">See ${listing.name}</a> <a class="button quiet" href="${href(weekPath(trophy.week))}">${
        trophy.kind === "week" ? "The whole week" : `Its week, ${weekDays(trophy.week, "short")}`
      }</a></p></div></section>
<section aria-labelledby="rules"><h2 id="rules">What this award means</h2>
<p>${RULES[trophy.kind]} Figures are from the day of the award. Money has no effect.
<a href="/how-ranking-works">How ranking works</a></p></section>
<section aria-labelledby="share"><h2 id="share">Share it</h2>
${copyable("award-url", `${BASE_URL}${awardPath(trophy)}`)}
<p class="small"><a href="${href(`/listings/${listing.slug}/badges`)}">Badges of ${listing.name}</a></p></section></div>`,
    });
  });

  return router;
}
