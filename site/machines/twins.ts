import type { Request, RequestHandler, Response } from "express";

/** Where the Markdown twin of a page is. */
export const twinPath = (path: string): string => (path === "/" ? "/index.md" : `${path.replace(/\/$/, "")}.md`);

/** Every public page again with `.md` after its path, as anybody sees it; the page itself decides whether it is public. */
export const twins: RequestHandler = (req, res, next) => {
  const [path = "", query] = req.url.split(/(?=\?)/, 2);
  if ((req.method === "GET" || req.method === "HEAD") && path.endsWith(".md")) {
    const page = path === "/index.md" ? "/" : path.slice(0, -".md".length);
    res.locals.twin = true;
    req.url = `${page}${query ?? ""}`;
    req.originalUrl = req.url;
    // Nobody is signed in here: what is sent may be kept by any cache.
    delete req.headers.cookie;
  }
  next();
};

export const isTwin = (res: Response): boolean => res.locals.twin === true;

/** Whether somebody would rather have Markdown than HTML. */
export const prefersMarkdown = (req: Request): boolean =>
  req.headers.accept?.includes("markdown") === true && req.accepts(["text/html", "text/markdown"]) === "text/markdown";
