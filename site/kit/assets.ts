import { hash } from "node:crypto";
import { type RequestHandler, Router } from "express";
import { readShipped } from "#core/runtime/shipped.ts";
import { given } from "#domain/text/given.ts";
import { keysOf } from "#domain/text/keys.ts";
import { prepare } from "#http/encode.ts";
import { fontAt } from "./fonts.ts";

/** The parts of the style sheet, in the order in which they are sent: later ones build on earlier ones. */
const STYLES = [
  "tokens",
  "elements",
  "frame",
  "controls",
  "pieces",
  "sky",
  "launches",
  "listing",
  "comments",
  "pages",
  "room",
  "live",
  "choices",
  "finding",
  "collections",
  "owner",
  "editor",
  "guest-draft",
  "uploads",
  "transfers",
  "books",
  "desk",
  "ways",
  "admin",
  "look",
  "dashboard",
  "notifications",
  "scripts",
  "motion",
  "print",
];

/** In order of dependency: a file may reference those above it. */
const FILES = {
  "hills-day.svg": ["image/svg+xml", "./site/public/hills-day.svg"],
  "hills-night.svg": ["image/svg+xml", "./site/public/hills-night.svg"],
  "hills-room.svg": ["image/svg+xml", "./site/public/hills-room.svg"],
  "ports.svg": ["image/svg+xml", "./site/public/ports.svg"],
  "lights.svg": ["image/svg+xml", "./site/public/lights.svg"],
  "tiles-a.svg": ["image/svg+xml", "./site/public/tiles-a.svg"],
  "tiles-b.svg": ["image/svg+xml", "./site/public/tiles-b.svg"],
  "tiles-c.svg": ["image/svg+xml", "./site/public/tiles-c.svg"],
  "style.css": ["text/css; charset=utf-8", ...STYLES.map((part) => `./site/public/style/${part}.css`)],
  "theme-first-light.css": ["text/css; charset=utf-8", "./site/public/style/theme-first-light.css"],
  "theme-broadsheet.css": ["text/css; charset=utf-8", "./site/public/style/theme-broadsheet.css"],
  "theme-rack.css": ["text/css; charset=utf-8", "./site/public/style/theme-rack.css"],
  "theme-jamboree.css": ["text/css; charset=utf-8", "./site/public/style/theme-jamboree.css"],
  "theme-workbench.css": ["text/css; charset=utf-8", "./site/public/style/theme-workbench.css"],
  "scene-sunrise.css": ["text/css; charset=utf-8", "./site/public/style/scene-sunrise.css"],
  "scene-ports.css": ["text/css; charset=utf-8", "./site/public/style/scene-ports.css"],
  "scene-tiles.css": ["text/css; charset=utf-8", "./site/public/style/scene-tiles.css"],
  "words.js": ["text/javascript; charset=utf-8", "./site/public/words.js"],
  "web-mcp.js": ["text/javascript; charset=utf-8", "./site/public/web-mcp.js"],
  "sift.js": ["text/javascript; charset=utf-8", "./site/public/sift.js"],
  "script.js": ["text/javascript; charset=utf-8", "./site/public/script.js"],
  "find.js": ["text/javascript; charset=utf-8", "./site/public/find.js"],
  "comments.js": ["text/javascript; charset=utf-8", "./site/public/comments.js"],
  "collection.js": ["text/javascript; charset=utf-8", "./site/public/collection.js"],
  "passkeys.js": ["text/javascript; charset=utf-8", "./site/public/passkeys.js"],
  "entries.js": ["text/javascript; charset=utf-8", "./site/public/entries.js"],
  "live-line.js": ["text/javascript; charset=utf-8", "./site/public/live-line.js"],
  "live-worker.js": ["text/javascript; charset=utf-8", "./site/public/live-worker.js"],
  "live-tabs.js": ["text/javascript; charset=utf-8", "./site/public/live-tabs.js"],
  "joy.js": ["text/javascript; charset=utf-8", "./site/public/joy.js"],
  "live.js": ["text/javascript; charset=utf-8", "./site/public/live.js"],
  "live-draft.js": ["text/javascript; charset=utf-8", "./site/public/live-draft.js"],
  "editor.js": ["text/javascript; charset=utf-8", "./site/public/editor.js"],
  "crop.js": ["text/javascript; charset=utf-8", "./site/public/crop.js"],
  "picture-rows.js": ["text/javascript; charset=utf-8", "./site/public/picture-rows.js"],
  "uploads.js": ["text/javascript; charset=utf-8", "./site/public/uploads.js"],
  "bell.js": ["text/javascript; charset=utf-8", "./site/public/bell.js"],
  "notifications.js": ["text/javascript; charset=utf-8", "./site/public/notifications.js"],
  "push-worker.js": ["text/javascript; charset=utf-8", "./site/public/push-worker.js"],
  "reference.css": ["text/css; charset=utf-8", "./site/public/reference.css"],
  "reference.js": ["text/javascript; charset=utf-8", "./site/public/reference.js"],
  "embed.css": ["text/css; charset=utf-8", "./site/public/embed.css"],
  "embed.js": ["text/javascript; charset=utf-8", "./site/public/embed.js"],
  "logo.svg": ["image/svg+xml", "./site/public/logo.svg"],
} as const;
export type Asset = keyof typeof FILES;

const YEAR_SECONDS = 31_536_000;

const paths = new Map<Asset, string>();
const loaded = keysOf(FILES).map((name) => {
  const [type, ...files] = FILES[name];
  const read = Buffer.concat(files.map(readShipped));
  const body = /^(style|theme-|scene-)/.test(name) ? Buffer.from(withPaths(read.toString("utf8"))) : withImports(read);
  const [stem, extension] = name.split(".");
  const path = `/assets/${stem}.${hash("sha256", body, "hex").slice(0, 12)}.${extension}`;
  paths.set(name, path);
  return { name, type, body, path };
});

/** A style sheet with url("…") replaced by the served paths, without its comments and indentation. */
function withPaths(css: string): string {
  return css
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/\n\s+/g, "\n")
    .replace(/url\("([^"]+)"\)/g, (_, name: Asset) => `url("${assetPath(name)}")`);
}

/** A script with the served paths of its imports. Other files stay unchanged. */
function withImports(body: Buffer): Buffer {
  if (!body.includes('"./')) return body;
  const text = body.toString("utf8");
  return Buffer.from(
    text.replace(
      /(from |import\(|SharedWorker\()"\.\/([\w-]+\.js)"/g,
      (_, verb, name: Asset) => `${verb}"${assetPath(name)}"`,
    ),
  );
}

/** The served path of a public file or font. It contains a hash, so caches never go stale. */
export function assetPath(name: Asset): string {
  return given(paths.get(name));
}

const forBrowsers = (maxAge: string) => ({
  "Cache-Control": maxAge,
  "Cross-Origin-Resource-Policy": "cross-origin",
});
const serve = (type: string, body: Buffer, maxAge: string): RequestHandler => {
  const send = prepare(body);
  return (req, res) => {
    res.set(forBrowsers(maxAge));
    return send(req, res.type(type));
  };
};

export function assetRoutes(): Router {
  const router = Router();
  for (const { type, body, path } of loaded)
    router.get(path, serve(type, body, `public, max-age=${YEAR_SECONDS}, immutable`));
  router.get("/assets/:name.woff2", (req, res, next) => {
    const body = fontAt(req.path);
    if (!body) return next();
    res
      .set(forBrowsers(`public, max-age=${YEAR_SECONDS}, immutable`))
      .type("font/woff2")
      .send(body);
  });
  // Its address stays the same, because browsers keep it; they ask for changes by themselves.
  const worker = given(loaded.find(({ name }) => name === "push-worker.js"));
  router.get("/push-worker.js", serve(worker.type, worker.body, "no-cache"));
  return router;
}
