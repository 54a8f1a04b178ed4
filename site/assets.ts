import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type RequestHandler, Router } from "express";

const FILES = {
  "style.css": "text/css; charset=utf-8",
  "script.js": "text/javascript; charset=utf-8",
  "logo.svg": "image/svg+xml",
} as const;
type Asset = keyof typeof FILES;

const YEAR_SECONDS = 31_536_000;

const loaded = (Object.keys(FILES) as Asset[]).map((name) => {
  const body = readFileSync(new URL(`./public/${name}`, import.meta.url));
  const [stem, extension] = name.split(".");
  return { name, body, path: `/assets/${stem}.${hash("sha256", body, "hex").slice(0, 12)}.${extension}` };
});
const paths = new Map(loaded.map(({ name, path }) => [name, path]));

/** Where a file of public/ is served. The address holds a hash of the content, so a copy of it never goes stale. */
export const assetPath = (name: Asset): string => paths.get(name)!;

const serve =
  (name: Asset, body: Buffer, maxAge: string): RequestHandler =>
  (_req, res) => {
    res.set({
      "Cache-Control": maxAge,
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "cross-origin",
    });
    res.type(FILES[name]).send(body);
  };

export function assetRoutes(): Router {
  const router = Router();
  for (const { name, body, path } of loaded)
    router.get(path, serve(name, body, `public, max-age=${YEAR_SECONDS}, immutable`));
  const logo = loaded.find(({ name }) => name === "logo.svg")!;
  // Where browsers look when no page told them.
  router.get(["/favicon.ico", "/favicon.svg"], serve("logo.svg", logo.body, "public, max-age=86400"));
  return router;
}
