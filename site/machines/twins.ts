import type { Request, RequestHandler, Response } from "express";

export const twinPath = (path: string): string => (path === "/" ? "/index.md" : `${path.replace(/\/$/, "")}.md`);

/** Markdown twins: every public page at its path with `.md`, as an anonymous visitor sees it. */
export const twins: RequestHandler = (req, res, next) => {
  const [path = "", query] = req.url.split(/(?=\?)/, 2);
  if ((req.method === "GET" || req.method === "HEAD") && path.endsWith(".md")) {
    const page = path === "/index.md" ? "/" : path.slice(0, -".md".length);
    res.locals.twin = true;
    req.url = `${page}${query ?? ""}`;
    req.originalUrl = req.originalUrl.replace(/\/index\.md(?=\?|$)/, "/").replace(/\.md(?=\?|$)/, "");
    // Nobody is signed in here, so any cache may store the response.
    delete req.headers.cookie;
  }
  next();
};

export const isTwin = (res: Response): boolean => res.locals.twin === true;

/** A path to redirect to: its twin for whoever asked for one. */
export const sameTwin = (path: string, res: Response): string => (isTwin(res) ? twinPath(path) : path);

export const prefersMarkdown = (req: Request): boolean =>
  req.headers.accept?.includes("markdown") === true && req.accepts(["text/html", "text/markdown"]) === "text/markdown";
