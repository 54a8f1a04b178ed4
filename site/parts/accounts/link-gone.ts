import type { Response } from "express";
import { type Html, html } from "../../../core/text/html.ts";
import type { Pages } from "../../kit/respond.ts";

/** The page for a single-use link that was used or has expired: `why` says so, and what to do next. */
export const linkGone = (pages: Pages, res: Response, why: Html, title = "This link no longer works"): void =>
  pages.render(res, { status: 410, kind: "interaction", title, body: html`<h1>${title}</h1>\n${why}` });
