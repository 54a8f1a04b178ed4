import type { Response } from "express";
import type { Shows } from "../../tools/kept.ts";

/** The listing whose views a page counts, and all listings that it shows. */
export type PageOf = { listingId: number; shows: Shows };

/** Keeps the page that is about to be sent, if it is for anybody. */
export function keepPage(res: Response, body: string, of: PageOf | undefined): void {
  // Set-Cookie is for one visitor.
  if (!res.hasHeader("Set-Cookie")) res.locals.keepPage?.(body, of);
}
