import type { Response } from "express";

/** The HTML of an email, alone and without rights, for a frame of an admin page. `home` is the site, whose pictures it shows. */
export function sendMailHtml(res: Response, html: string, home: string): void {
  res.set({
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": `default-src 'none'; style-src 'unsafe-inline'; img-src ${new URL(home).origin}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox`,
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "private, no-store",
  });
  res.end(html);
}
