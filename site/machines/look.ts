import { Router } from "express";
import type { Deps } from "#actions/context.ts";
import { cssHash } from "#actions/site/save-head.ts";
import { lookFromKey } from "#domain/site/design.ts";
import { OWN_CSS } from "#domain/site/own-files.ts";
import { PICTURE_SIZES } from "#pictures/key.ts";
import { lookSheet } from "../kit/look-sheet.ts";
import { sendDocument } from "./document.ts";

const YEAR_SECONDS = 31_536_000;
/** No browser asks again, and none runs anything of it. */
const FOREVER = {
  "Cache-Control": `public, max-age=${YEAR_SECONDS}, immutable`,
  "Content-Security-Policy": "default-src 'none'; sandbox",
};
const SIZES: readonly number[] = Object.values(PICTURE_SIZES).flat();

/** Style sheets of looks and of the team, and uploaded pictures. They never change at their address. */
export function lookRoutes({ uploads, store }: Pick<Deps, "uploads" | "store">): Router {
  const router = Router();
  router.get("/style/own-:hash.css", async (req, res, next) => {
    const body = await store.siteFiles.find(OWN_CSS);
    if (body === undefined) return next();
    // A page from before a change gets the newest one, for now.
    const maxAgeSeconds = req.params.hash === cssHash(body) ? YEAR_SECONDS : 60;
    sendDocument(req, res, { type: "text/css; charset=utf-8", body, maxAgeSeconds });
  });
  router.get("/style/:name.css", (req, res, next) => {
    const look = lookFromKey(req.params.name);
    if (!look) return next();
    const { css } = lookSheet(look);
    sendDocument(req, res, { type: "text/css; charset=utf-8", body: css, maxAgeSeconds: YEAR_SECONDS });
  });
  router.get("/uploads/:id/:size", async (req, res, next) => {
    const { id, size } = req.params;
    if (!/^[\w-]{27}$/.test(id) || !SIZES.includes(Number(size))) return next();
    const body = await uploads.find(id, Number(size));
    if (!body) return next();
    sendDocument(req, res, { type: "image/webp", body, maxAgeSeconds: YEAR_SECONDS, headers: FOREVER });
  });
  return router;
}
