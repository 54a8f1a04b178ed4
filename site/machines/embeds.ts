import { Router } from "express";
import type { Deps } from "#actions/context.ts";
import { findLiveCard } from "#actions/listings/live-card.ts";
import { SLUG } from "#domain/text/slug.ts";
import { cardPath } from "#pictures/badges/embed.ts";
import { remember } from "#tools/kept.ts";
import { queryText } from "../kit/form.ts";
import { inLanguage, languageOf } from "../kit/language.ts";
import { standingOf } from "../parts/launches/live.ts";
import { sendDocument } from "./document.ts";
import { cardPage, EMBED_POLICY, EMBED_THEMES, missingCardPage } from "./embed-card.ts";

const TYPE = "text/html; charset=utf-8";
/** A card of the current week reloads each minute, others every 15 minutes, without a script. */
const CURRENT = { racing: { seconds: 60, stale: 60 }, resting: { seconds: 900, stale: 3600 } };

const HEADERS = {
  "Content-Security-Policy": EMBED_POLICY,
  // For websites that frame only pages with this policy.
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** The live cards that other websites frame. They need no session and set no cookie. */
export function embedRoutes(deps: Deps): Router {
  const { settings } = deps;
  const { BASE_URL: baseUrl } = settings;
  const router = Router();

  const cardOf = (slug: string) =>
    remember(
      { name: "live_card" },
      { slug },
      deps,
      () => findLiveCard(slug, deps),
      () => true,
    );

  router.get("/embed/:slug", async (req, res) => {
    const { slug } = req.params;
    const language = languageOf(res);
    const about = { baseUrl, siteName: settings.SITE_NAME, language };
    const theme = EMBED_THEMES.find((one) => one === queryText(req, "theme"));
    const isSlug = SLUG.test(slug);
    const card = isSlug ? await cardOf(slug) : undefined;
    const merged = isSlug && !card ? await deps.store.moderation.mergedSlug(slug) : undefined;
    if (merged !== undefined)
      return res.redirect(301, inLanguage(cardPath(merged) + (theme ? `?theme=${theme}` : ""), res));
    if (!card) res.status(404);
    const isRacing = card !== undefined && (await standingOf(card.listing, deps)) !== undefined;
    const { seconds, stale } = CURRENT[isRacing ? "racing" : "resting"];
    const maxAge = Math.min(300, seconds / 2);
    const current = {
      "Cache-Control": `public, max-age=${maxAge}, stale-while-revalidate=${stale}`,
      Refresh: String(seconds),
    };
    sendDocument(req, res, {
      type: TYPE,
      body: (card ? cardPage(card, about, theme) : missingCardPage(about, theme)).in(language),
      maxAgeSeconds: 60,
      headers: { ...HEADERS, ...(card && current) },
    });
  });

  return router;
}
