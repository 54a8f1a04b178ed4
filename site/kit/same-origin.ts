import type { RequestHandler } from "express";
import { isSameOrigin } from "../../http/same-origin.ts";
import type { Pages } from "./respond.ts";

/** Refuses every form that the browser says another site sent, before its body is read. */
export const sameOriginOnly =
  (origin: string, pages: Pages): RequestHandler =>
  (req, res, next) => {
    if (isSameOrigin(req, origin)) next();
    else pages.refuse(res, req);
  };
