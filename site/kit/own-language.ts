import type { RequestHandler } from "express";
import type { Languages } from "#core/languages.ts";
import { prefixed } from "#languages/links.ts";
import { languageOf } from "./language.ts";
import { sessionOf } from "./site.ts";

/**
 * Leads people from elsewhere, like a bookmark or an old email, to their account in their language. Within the site,
 * the address decides, so that the menu of languages works.
 */
export const inOwnLanguage =
  (languages: Languages): RequestHandler =>
  (req, res, next) => {
    const wanted = languages.of(sessionOf(res)?.account?.language);
    const isOurs = req.get("sec-fetch-site") === "same-origin" || languageOf(res).prefix !== "";
    const there = prefixed(wanted.prefix, req.originalUrl);
    // A file has no address in another language.
    if (isOurs || there === req.originalUrl || req.method !== "GET") next();
    else res.redirect(303, there);
  };
