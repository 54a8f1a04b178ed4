import type { RequestHandler } from "express";
import type { Deps } from "#actions/context.ts";
import { addressKey, takeQuota } from "#core/limits/limiter.ts";
import { addressOf, sessionOf } from "./site.ts";

type Counting = Pick<Deps, "limiter">;

/** Counts each page by account, or by address without a session. Mount it after `sessions.load`. */
export const limitPages =
  ({ limiter }: Counting): RequestHandler =>
  async (req, res, next) => {
    const account = sessionOf(res)?.account;
    if (account) await takeQuota(limiter, "page", account.id);
    else await takeQuota(limiter, "page-anonymous", addressKey(addressOf(req)));
    next();
  };

/** Pages have many pictures, which cost little, so pictures have their own quota. */
export const limitImages =
  ({ limiter }: Counting): RequestHandler =>
  async (req, _res, next) => {
    await takeQuota(limiter, "image", addressKey(addressOf(req)));
    next();
  };
