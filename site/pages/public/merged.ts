import type { ErrorRequestHandler, Request, Response } from "express";
import { AppError } from "#core/errors/errors.ts";
import { inLanguage } from "../../kit/language.ts";
import type { Site } from "../../kit/site.ts";

/** Redirects a merged duplicate to the remaining listing; false if it is none. */
const redirectFor =
  ({ deps }: Pick<Site, "deps">) =>
  async (req: Request, res: Response): Promise<boolean> => {
    const slug = await deps.store.moderation.mergedSlug(String(req.params.slug));
    if (slug === undefined) return false;
    const query = req.originalUrl.includes("?") ? req.originalUrl.slice(req.originalUrl.indexOf("?")) : "";
    const rest = req.path
      .split("/")
      .slice(3)
      .map((part) => `/${part}`)
      .join("");
    res.redirect(301, inLanguage(`/listings/${slug}${rest}${query}`, res));
    return true;
  };

/** Every page below the address of a merged duplicate redirects to that of the remaining listing. */
export function mergedPages(site: Site): void {
  const { router } = site;
  const redirect = redirectFor(site);
  router.get("/listings/:slug/*rest", async (req, res, next) => {
    if (!(await redirect(req, res))) next();
  });
}

export function mergedInstead(site: Pick<Site, "deps">): ErrorRequestHandler {
  const redirect = redirectFor(site);
  return async (error, req, res, next) => {
    const isMissing = error instanceof AppError && error.code === "not_found";
    if (!isMissing || !(await redirect(req, res))) next(error);
  };
}
