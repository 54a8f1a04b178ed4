import { Router } from "express";
import type { Deps } from "#actions/context.ts";
import { SLUG } from "#domain/text/slug.ts";
import { readEvidence } from "#tools/schemas/evidence.ts";
import { sendDocument } from "./document.ts";

export function evidenceRoutes(deps: Deps): Router {
  const router = Router();

  router.get("/listings/:slug/evidence.json", async (req, res, next) => {
    if (!SLUG.test(req.params.slug)) return next();
    const body = JSON.stringify(await readEvidence(req.params.slug, deps));
    sendDocument(req, res, { type: "application/json; charset=utf-8", body });
  });

  return router;
}
