import { Router } from "express";
import type { Deps } from "../../actions/context.ts";
import { findLiveCard } from "../../actions/listings/live-card.ts";
import { SLUG } from "../../domain/slug.ts";
import { cardPath } from "../../pictures/badges/embed.ts";
import { queryText } from "../kit/form.ts";
import { sendDocument } from "./document.ts";
import { cardPage, EMBED_POLICY, EMBED_THEMES, missingCardPage } from "./embed-card.ts";

const TYPE = "text/html; charset=utf-8";
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

  router.get("/embed/:slug", async (req, res) => {
    const { slug } = req.params;
    const about = { baseUrl, siteName: settings.SITE_NAME };
    const theme = EMBED_THEMES.find((one) => one === queryText(req, "theme"));
    const isSlug = SLUG.test(slug);
    const card = isSlug ? await findLiveCard(slug, deps) : undefined;
    const merged = isSlug && !card ? await deps.store.moderation.mergedSlug(slug) : undefined;
    if (merged !== undefined) return res.redirect(301, cardPath(merged) + (theme ? `?theme=${theme}` : ""));
    if (!card) res.status(404);
    sendDocument(req, res, {
      type: TYPE,
      body: (card ? cardPage(card, about, theme) : missingCardPage(about, theme)).text,
      maxAgeSeconds: 60,
      headers: { ...HEADERS, ...(card && { "Cache-Control": "public, max-age=300, stale-while-revalidate=86400" }) },
    });
  });

  return router;
}
