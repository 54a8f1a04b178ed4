import type { Response } from "express";
import type { Shows } from "../../tools/kept.ts";

/** All listings and categories that a page shows, and the listing whose views it counts. */
export type PageOf = { listingId?: number; shows: Shows };

/** Keeps the page that is about to be sent, if it is for anyone. */
export function keepPage(res: Response, body: Buffer, of: PageOf | undefined): void {
  // Set-Cookie is for one visitor.
  if (!res.hasHeader("Set-Cookie")) res.locals.keepPage?.(body, of);
}
