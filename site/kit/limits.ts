import type { Request, RequestHandler, Response } from "express";
import type { Deps } from "../../actions/context.ts";
import { AppError } from "../../core/errors.ts";
import { addressKey, type Limiter, type LimitName } from "../../core/limiter.ts";
import { addressOf, sessionOf } from "./site.ts";

type Counting = Pick<Deps, "limiter">;

/** Counts each page: by account for people who are signed in, else by address. Put it behind `sessions.load`. */
export const limitPages =
  ({ limiter }: Counting): RequestHandler =>
  async (req, res, next) => {
    const account = sessionOf(res)?.account;
    if (account) await take(limiter, "page", account.id);
    else await take(limiter, "page-anonymous", addressKey(addressOf(req)));
    next();
  };

/** Pictures are many on one page and cost little, so they have a quota of their own. */
export const limitImages =
  ({ limiter }: Counting): RequestHandler =>
  async (req, _res, next) => {
    await take(limiter, "image", addressKey(addressOf(req)));
    next();
  };

/** Searching by words costs as much here as by REST, and counts against the same quota. */
export async function limitSearch({ limiter }: Counting, req: Request, res: Response): Promise<void> {
  if (!sessionOf(res)?.account) await take(limiter, "search-anonymous", addressKey(addressOf(req)));
}

async function take(limiter: Limiter, name: LimitName, key: string): Promise<void> {
  const { allowed, resetSeconds } = await limiter.take(name, key);
  if (allowed) return;
  throw new AppError(
    "quota_exceeded",
    `Your network has asked for very many pages in a short time. Wait ${resetSeconds} seconds, then reload this page.`,
    { retryAfter: resetSeconds },
  );
}
