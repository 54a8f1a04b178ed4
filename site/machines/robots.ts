import { Router } from "express";
import type { Deps } from "#actions/context.ts";
import { readShippedText } from "#core/runtime/shipped.ts";
import { fillTemplate } from "#core/text/fill-template.ts";
import { lackedBy } from "#domain/site/site-shape.ts";
import { escapeMarkdown } from "#domain/text/escape-markdown.ts";
import { once } from "#domain/text/once.ts";
import { invoke } from "#tools/invoke.ts";
import { listCategories } from "#tools/listings/list-categories.ts";
import { getSiteInfo } from "#tools/site/get-site-info.ts";
import { isOn } from "../kit/only-with.ts";
import { visitor } from "../kit/site.ts";
import { sendDocument } from "./document.ts";

const CLOSED = [
  ...["/account", "/notifications", "/admin", "/oauth", "/interaction", "/report/", "/reports/"],
  ...["/listings/*/website", "/listings/*/collect"],
];

const llmsTemplate = once(() => readShippedText("./data/texts/llms.md"));

export function robotsRoutes(deps: Deps): Router {
  const { BASE_URL } = deps.settings;
  const router = Router();

  router.get("/robots.txt", (req, res) => {
    const lines = [
      "User-agent: *",
      ...CLOSED.map((path) => `Disallow: ${path}`),
      "",
      `Sitemap: ${BASE_URL}/sitemap.xml`,
      "",
    ];
    sendDocument(req, res, { type: "text/plain; charset=utf-8", body: lines.join("\n") });
  });

  router.get("/llms.txt", async (req, res) => {
    const call = { deps, caller: visitor(req), interface: "site" } as const;
    const { output: site } = await invoke(getSiteInfo, {}, call);
    const { output: categories } = await invoke(listCategories, { include_empty: false }, call);
    const lacks = lackedBy(deps.store.siteLook().shape);
    const body = fillTemplate(llmsTemplate(), {
      name: escapeMarkdown(site.name),
      purpose: site.purpose,
      base: BASE_URL,
      mcp: site.mcp.url,
      listings: site.counts.live_listings,
      categoryCount: site.counts.categories,
      rules: site.rules.map((rule) => `- ${rule}`).join("\n"),
      hasLaunches: isOn("/launches", lacks),
      hasVotes: isOn("/leaderboards/community-all-time", lacks),
      categories: categories.items
        .map(
          ({ slug, name, description, total_count: count }) =>
            `- [${escapeMarkdown(name)}](${BASE_URL}/categories/${slug}.md): ${count} live. ${escapeMarkdown(description)}`,
        )
        .join("\n"),
    });
    sendDocument(req, res, { type: "text/plain; charset=utf-8", body });
  });

  return router;
}
