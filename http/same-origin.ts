import type { Request } from "express";

/**
 * True if the browser says that a page of this site sent the form. Browsers that say nothing are
 * refused. Pages with `Referrer-Policy: no-referrer` make Chrome send `Origin: null`, so that
 * counts only with `Sec-Fetch-Site: same-origin`.
 */
export function isSameOrigin(req: Pick<Request, "headers">, origin: string): boolean {
  const site = req.headers["sec-fetch-site"];
  const sender = req.headers.origin;
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  if (sender === undefined) return site !== undefined;
  return sender === origin || (sender === "null" && site === "same-origin");
}
