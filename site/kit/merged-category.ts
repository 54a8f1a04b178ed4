import type { ErrorRequestHandler } from "express";
import { AppError } from "#core/errors/errors.ts";
import { inLanguage } from "./language.ts";
import type { Site } from "./site.ts";

/** Addresses of a merged category lead to the one that took its listings. */
export const mergedCategory =
  ({ deps }: Pick<Site, "deps">): ErrorRequestHandler =>
  async (error, req, res, next) => {
    const slug = String(req.params.slug);
    const isMissing = error instanceof AppError && error.code === "not_found";
    const into = isMissing ? await deps.store.categories.formerly(slug) : undefined;
    if (!into) return next(error);
    const query = req.originalUrl.includes("?") ? req.originalUrl.slice(req.originalUrl.indexOf("?")) : "";
    const path = req.path.replace(`/categories/${slug}`, `/categories/${into.slug}`);
    res.redirect(301, inLanguage(`${path}${query}`, res));
  };
