import { Router } from "express";
import type { Deps } from "#actions/context.ts";
import { sendDocument } from "./document.ts";

const DAY_SECONDS = 86_400;
const SOON_SECONDS = 5;

/** One transparent pixel while there is no copy: the initial behind a logo stays visible. */
const NOTHING = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** Copies of remote pictures, so that browsers contact no other host. */
export function pictureRoutes({ pictures }: Pick<Deps, "pictures">): Router {
  const router = Router();
  router.get("/pictures/:key/:size", async (req, res, next) => {
    const { key, size } = req.params;
    if (!/^[\w-]{27}$/.test(key) || !/^\d{2,4}$/.test(size)) return next();
    const body = await pictures.find(key, Number(size));
    if (body) sendDocument(req, res, { type: "image/webp", body, maxAgeSeconds: DAY_SECONDS });
    else sendDocument(req, res, { type: "image/gif", body: NOTHING, maxAgeSeconds: SOON_SECONDS });
  });
  return router;
}
