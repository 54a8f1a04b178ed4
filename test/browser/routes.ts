import type { Deps } from "../../actions/context.ts";
import { styleguidePages } from "../../scripts/styleguide/styleguide.ts";
import { createApp } from "../../server/app.ts";

/** Answers that no person reads: files, figures, and ways to another page. */
const NO_PAGES = [
  /\.(atom|css|csv|ics|ico|js|json|png|svg|txt|webmanifest|webp|woff2|xml)$/,
  /^\/(healthz|readyz|metrics)$/,
  /^\/\.well-known\//,
  /^\/mcp(\/account|\/public)?$/,
  /^\/oauth\/authorize$/,
  /^\/leaderboards$/,
  /^\/listings\/:slug\/website$/,
  /^\/notifications\/:id$/,
  /^\/badges\/:slug\/:kind\/:file$/,
  /^\/embed\/:slug$/,
  /^\/oembed$/,
  /^\/webmcp\/call\/:name$/,
  /^\/pictures\/:key\/:size$/,
  /^\/uploads\/:id\/:size$/,
  /^.*%40/,
  /^\/sitemaps\/:file$/,
  /^\/submit\/:id\/(events|save)$/,
  /^\/invoices\/:token\/(pdf|xml)$/,
  /^\/checkout\/:token\/pro-forma\/pdf$/,
  /^\/admin\/(audit|invoices)\/files\/:format$/,
  /^\/admin\/reports\/figures\/:file$/,
  /^\/admin\/mails\/:kind\/html$/,
  /^\/admin\/digest\/html$/,
  /^\/listings\/:slug\/\*rest$/,
];

/** What programs send, and the button in emails, which works from mail programs. */
const NO_FORMS = /^\/(mcp|webhooks|unsubscribe|oauth|token)(\/|$)/;

type Layer = {
  route?: { path: string | string[]; methods: Record<string, boolean> };
  handle: { stack?: Layer[]; whole?: () => Promise<{ stack?: Layer[] }> };
  match(path: string): boolean;
};
type Route = { path: string; match: (path: string) => boolean };

/** What answers at the root, in order. Below /api/v1 and /mcp there are no pages. */
async function routesOf(layers: Layer[], method: "get" | "post"): Promise<Route[]> {
  const found = layers.map(async (layer): Promise<Route[]> => {
    const { route, handle } = layer;
    const match = (path: string) => layer.match(path);
    if (route) return route.methods[method] ? [{ path: String(route.path), match }] : [];
    const { stack } = handle.whole ? await handle.whole() : handle;
    if (!stack) return [];
    if (!layer.match("/")) return [{ path: "a router that this test cannot look into", match }];
    return routesOf(stack, method);
  });
  return (await Promise.all(found)).flat();
}

const readAll = async (deps: Deps, method: "get" | "post"): Promise<Route[]> =>
  routesOf((await createApp(deps, { morePages: [styleguidePages] })).router.stack as unknown as Layer[], method);

/** The paths to which forms of the site are sent, with 1 for every parameter. */
export const readForms = async (deps: Deps): Promise<string[]> =>
  (await readAll(deps, "post"))
    .map(({ path }) => path.replaceAll(/[:*]\w+/g, "1"))
    .filter((path) => /^\/[\w/-]*$/.test(path) && !NO_FORMS.test(path));

/** The routes that answer GET: those of pages, and the others. */
export async function readRoutes(deps: Deps): Promise<{ pages: Route[]; others: Route[] }> {
  const isPage = ({ path }: Route) => !NO_PAGES.some((pattern) => pattern.test(path));
  const routes = await readAll(deps, "get");
  return { pages: routes.filter(isPage), others: routes.filter((route) => !isPage(route)) };
}
