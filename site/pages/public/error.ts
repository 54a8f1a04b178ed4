import type { ErrorRequestHandler, Request, Response } from "express";
import { AppError, asAppError, type ErrorCode, titleOf } from "#core/errors/errors.ts";
import { html, partWith } from "#core/text/html.ts";
import { hasEncodedControls } from "#domain/text/text.ts";
import { refusalOf } from "#http/refusal.ts";
import { type Text, t } from "#languages/words.ts";
import { oldPath } from "#transfer/old-address.ts";
import { plainWords } from "../../kit/attempt.ts";
import type { Site } from "../../kit/site.ts";
import { sendOwnFile } from "../../machines/own-files.ts";
import { searchBar } from "../../parts/listings/listing-parts.ts";

/** Errors of Express and its body parser, as our codes. */
const CODE_OF_STATUS: Record<number, ErrorCode> = {
  400: "validation_failed",
  413: "payload_too_large",
  415: "unsupported_media_type",
};

const HEADINGS: Partial<Record<ErrorCode, Text>> = {
  validation_failed: t`Check your input`,
  quota_exceeded: t`Wait a moment`,
};
const headingOf = (code: ErrorCode): Text => HEADINGS[code] ?? titleOf(code);

const appErrorOf = (error: unknown): AppError => {
  const status = error instanceof Object && "status" in error ? error.status : undefined;
  const code = typeof status === "number" && !(error instanceof AppError) ? CODE_OF_STATUS[status] : undefined;
  return code ? new AppError(code, t`We could not read the request.`, { cause: error }) : asAppError(error);
};

export function errorPages({ deps, pages }: Pick<Site, "deps" | "pages">) {
  const notFound = (res: Response): void =>
    pages.render(res, {
      status: 404,
      title: t`Page not found`,
      detail: t`This no longer exists. Reload the page.`,
      width: "full",
      body: html`<div class="sky catalog-hero"><div class="wrap"><p class="eyebrow">404</p>
<h1>Page not found</h1>
<p class="big">This page may have moved, or the address is wrong. Search for it:</p>
${searchBar("", undefined, "sun")}
<p class="small"><a href="/">Home</a>${partWith("launches", html` · <a href="/launches">Launches</a>`)} · <a href="/search">Browse</a> · <a href="/categories">Categories</a></p></div></div>`,
    });

  /** Leads to where a page of the former site is now, or says that there is none. */
  async function missing(req: Request, res: Response): Promise<void> {
    if (await sendOwnFile(req, res, deps)) return;
    const path = req.method === "GET" || req.method === "HEAD" ? oldPath(req.originalUrl) : undefined;
    const found = path && (await deps.store.redirects.find(path));
    const to = found ?? (path?.includes("?") ? await deps.store.redirects.find(path.replace(/\?.*/s, "")) : undefined);
    return to ? res.redirect(301, to) : notFound(res);
  }

  const failed: ErrorRequestHandler = async (thrown, req, res, next) => {
    if (res.headersSent) return next(thrown);
    const error = appErrorOf(thrown);
    // A malformed name names nothing either, unless no person can have typed it.
    const isMalformed =
      error.code === "validation_failed" && req.method === "GET" && !hasEncodedControls(req.originalUrl);
    const isMissing = error.status === 404 || isMalformed;
    if (isMissing) return missing(req, res);
    const { problem, headers } = refusalOf(error, req, deps);
    const requestId = error.status >= 500 && problem.request_id;
    res.set(headers);
    pages.render(res, {
      status: error.status,
      title: headingOf(error.code),
      detail: error.detail,
      width: "reading",
      body: html`<p class="eyebrow">${error.status}</p>
<h1>${headingOf(error.code)}</h1>
<p class="lead">${plainWords(error.detail)}</p>
${requestId && html`<p class="muted small">Request ID: <span class="mono">${requestId}</span></p>`}
<p><a class="button" href="/">Go to the home page</a></p>`,
    });
  };

  return { missing, failed };
}
