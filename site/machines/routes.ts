import type { RequestHandler } from "express";
import type { Deps } from "#actions/context.ts";
import { byFirstPart } from "../kit/by-first-part.ts";
import { calendarRoutes } from "./calendars.ts";
import type { Drawer } from "./drawer.ts";
import { evidenceRoutes } from "./evidence.ts";
import { feedRoutes } from "./feeds.ts";
import { oembedRoutes } from "./oembed.ts";
import { previewRoutes } from "./previews.ts";
import { robotsRoutes } from "./robots.ts";
import { sitemapRoutes } from "./sitemaps.ts";
import { suggestionRoutes } from "./suggestions.ts";
import { wellKnownRoutes } from "./well-known.ts";

export const machineRoutes = (deps: Deps, drawer: Drawer): RequestHandler =>
  byFirstPart([
    wellKnownRoutes(deps),
    robotsRoutes(deps),
    sitemapRoutes(deps),
    feedRoutes(deps),
    suggestionRoutes(deps),
    calendarRoutes(deps),
    previewRoutes(deps, drawer),
    oembedRoutes(deps),
    evidenceRoutes(deps),
    { parts: ["webmcp"], load: async () => (await import("./web-mcp.ts")).webMcpRoutes(deps) },
  ]);
