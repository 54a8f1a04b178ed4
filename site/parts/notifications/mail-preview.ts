import type { Response } from "express";

/** The HTML of an email for a sandboxed frame. `home` is the site that serves its pictures. */
export function sendMailHtml(res: Response, html: string, home: string): void {
  res.set({
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy":
      `default-src 'none'; style-src 'unsafe-inline'; img-src ${new URL(home).origin}; ` +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "private, no-store",
  });
  res.end(html);
}
