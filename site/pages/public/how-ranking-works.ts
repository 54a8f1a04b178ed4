import { Router } from "express";
import { html } from "../../../core/text/html.ts";
import { RANKING_RULES } from "../../../domain/launches/ranking.ts";
import type { Site } from "../../kit/site.ts";

const TITLES: Record<keyof typeof RANKING_RULES, string> = {
  votes: "Votes",
  trending: "Trending",
  weeks: "Launch weeks",
  awards: "Awards",
  boards: "Leaderboards",
};

/** The ranking rules, the same words as in get_site_info. */
export function rankingPages({ deps, pages }: Site): Router {
  const router = Router();

  router.get("/how-ranking-works", (_req, res) => {
    pages.render(res, {
      title: "How ranking works",
      description: "What counts as a vote, how launches are ranked, and how awards are given.",
      isPublic: true,
      width: "reading",
      body: html`<h1>How ranking works</h1>
<p class="lead">Listings are ranked by people’s votes. These are all the rules.
The time zone of this site is ${deps.settings.SITE_TIMEZONE}.</p>
${Object.entries(TITLES).map(
  ([name, title]) =>
    html`<h2>${title}</h2><ul>${RANKING_RULES[name as keyof typeof RANKING_RULES].map((rule) => html`<li>${rule}</li>`)}</ul>`,
)}`,
    });
  });

  return router;
}
