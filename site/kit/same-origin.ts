import type { RequestHandler } from "express";
import { isSameOrigin } from "../../http/same-origin.ts";
import type { Pages } from "./respond.ts";

/** Refuses forms from another site, according to the browser, before it reads their body. */
export const sameOriginOnly =
  (origin: string, pages: Pages): RequestHandler =>
  (req, res, next) => {
    if (isSameOrigin(req, origin)) next();
    else pages.refuse(res, req);
  };
