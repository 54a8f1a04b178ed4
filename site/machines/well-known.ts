import { Router } from "express";
import type { Deps } from "#actions/context.ts";
import { teamPages } from "#core/settings/policies.ts";
import { indexnowKeyPath } from "#core/text/paths.ts";
import { aiCatalog, CARD_TYPE, CATALOG_TYPE, serverCard } from "#resources/server-card.ts";
import { sendDocument } from "./document.ts";

const DAY_MS = 24 * 3600_000;
const SECURITY_DAYS = 180;
const TEXT = "text/plain; charset=utf-8";

export function wellKnownRoutes({ settings, now }: Deps): Router {
  const router = Router();
  const serveAt = (path: string, type: string, body: () => string) =>
    router.get(path, (req, res) => sendDocument(req, res, { type, body: body() }));
  const prove = (path: string, proof: string | undefined) => {
    if (proof !== undefined) serveAt(`/.well-known/${path}`, TEXT, () => proof);
  };
  prove("openai-apps-challenge", settings.OPENAI_APPS_CHALLENGE);
  prove("mcp-registry-auth", settings.MCP_REGISTRY_AUTH);
  serveAt("/.well-known/ai-catalog.json", CATALOG_TYPE, () => JSON.stringify(aiCatalog(settings)));
  // Where drafts before July 2026 had them.
  serveAt("/.well-known/mcp/catalog.json", "application/json", () => JSON.stringify(aiCatalog(settings)));
  serveAt("/.well-known/mcp/server-card.json", CARD_TYPE, () => JSON.stringify(serverCard(settings)));
  router.get("/.well-known/change-password", (_req, res) => res.redirect(302, "/account/password"));
  // RFC 9116. The date moves with the days, so it never runs out while the site runs.
  router.get("/.well-known/security.txt", (req, res) => {
    const expires = new Date(Math.floor(now().getTime() / DAY_MS + SECURITY_DAYS) * DAY_MS).toISOString();
    const body =
      `Contact: ${teamPages(settings).contact}\nExpires: ${expires}\nCanonical: ` +
      `${settings.BASE_URL}/.well-known/security.txt\nPreferred-Languages: en\n`;
    sendDocument(req, res, { type: TEXT, body });
  });
  const { INDEXNOW_KEY: key } = settings;
  if (key !== undefined) serveAt(indexnowKeyPath(key), TEXT, () => key);
  return router;
}
