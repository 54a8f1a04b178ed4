import { Router } from "express";
import type { Deps } from "../../actions/context.ts";
import { CARD_TYPE, mcpCatalog, serverCard } from "../../resources/server-card.ts";
import { sendDocument } from "./document.ts";

const TEXT = "text/plain; charset=utf-8";

/**
 * Documents below /.well-known: proofs that the domain belongs to whoever submits it to a store or a
 * registry, and where the MCP server is.
 */
export function wellKnownRoutes({ settings }: Deps): Router {
  const router = Router();
  const serve = (path: string, type: string, body: string | undefined) => {
    if (body !== undefined) router.get(`/.well-known/${path}`, (req, res) => sendDocument(req, res, { type, body }));
  };
  serve("openai-apps-challenge", TEXT, settings.OPENAI_APPS_CHALLENGE);
  serve("mcp-registry-auth", TEXT, settings.MCP_REGISTRY_AUTH);
  serve("mcp/catalog.json", "application/json", JSON.stringify(mcpCatalog(settings)));
  serve("mcp/server-card.json", CARD_TYPE, JSON.stringify(serverCard(settings)));
  return router;
}
