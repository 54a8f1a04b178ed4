import { Router } from "express";
import type { Deps } from "../../actions/context.ts";
import { calendarRoutes } from "./calendars.ts";
import { evidenceRoutes } from "./evidence.ts";
import { feedRoutes } from "./feeds.ts";
import { oembedRoutes } from "./oembed.ts";
import { previewRoutes } from "./previews.ts";
import { robotsRoutes } from "./robots.ts";
import { sitemapRoutes } from "./sitemaps.ts";
import { suggestionRoutes } from "./suggestions.ts";
import { wellKnownRoutes } from "./well-known.ts";

/** Documents for programs besides the API: feeds, sitemaps, preview images, oEmbed. */
export function machineRoutes(deps: Deps): Router {
  const router = Router();
  router.use(wellKnownRoutes(deps));
  router.use(robotsRoutes(deps));
  router.use(sitemapRoutes(deps));
  router.use(feedRoutes(deps));
  router.use(suggestionRoutes(deps));
  router.use(calendarRoutes(deps));
  router.use(previewRoutes(deps));
  router.use(oembedRoutes(deps));
  router.use(evidenceRoutes(deps));
  return router;
}
