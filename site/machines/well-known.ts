import { Router } from "express";
import type { Deps } from "../../actions/context.ts";
import { sendDocument } from "./document.ts";

/** Proofs that this domain belongs to whoever submits it to a store or a registry. */
export function proofRoutes({ settings }: Deps): Router {
  const router = Router();
  const proofs = {
    "/.well-known/openai-apps-challenge": settings.OPENAI_APPS_CHALLENGE,
    "/.well-known/mcp-registry-auth": settings.MCP_REGISTRY_AUTH,
  };
  for (const [path, body] of Object.entries(proofs)) {
    if (body === undefined) continue;
    router.get(path, (req, res) => sendDocument(req, res, { type: "text/plain; charset=utf-8", body }));
  }
  return router;
}
