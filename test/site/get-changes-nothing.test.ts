import { afterAll, expect, it } from "vitest";
import { tools } from "../../tools/index.ts";
import { PAGES } from "../browser/pages.ts";
import { readRoutes } from "../browser/routes.ts";
import { createScene, type Scene } from "../browser/scene.ts";
import { openRaw } from "../helpers/database.ts";
import { createVisitor, type Visitor } from "./world.ts";

/** What a browser sends when a page of another site leads a person here, by a link or a redirect. */
const CROSS_SITE = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

/** What any request may count or note, by table; "*" is every column. Nothing else may change. */
const COUNTED: Record<string, string[]> = {
  // Visits of pages, badges and websites.
  ...{ daily_views: ["*"], daily_visitors: ["*"], visit_hours: ["*"], visit_sources: ["*"] },
  // When a session was last seen, and thus when it ends if it rests.
  sessions: ["last_seen_at", "expires_at"],
  // An authorization that an app begins leads a browser here from the app's site.
  oauth_objects: ["*"],
  // A key of the site is made when a page first needs it.
  secrets: ["*"],
  // Quotas that nodes count together on PostgreSQL.
  quota_windows: ["*"],
};

const scene = await createScene();
const raw = await openRaw(scene.deps.settings);
afterAll(async () => {
  raw.close();
  await scene.close();
});
const { store } = scene.deps;
await scene.drain();
await scene.jobs.stop(0);

/** A draft that Bo made without an account, in the browser in which they signed in since. */
const bo = createVisitor(scene.url);
const draft = (await bo.post("/submit", { url: "https://acme.test/" })).location;
await scene.account("bo");
await bo.signIn("bo@people.example");

const [ann, root] = [await scene.signedIn("ann"), await scene.signedIn("root")];
// Long enough that pages note when a session was last seen, and short enough to be a recent sign-in.
scene.advance(11 * 60_000);
const [news] = await store.notifications.ofAccount(scene.annId, { offset: 0, limit: 1 });

/** Addresses of what is no page, and of pages that are not in the list of those that are looked at. */
const others = ({ listing, winner, addresses, other }: Scene): string[] => {
  const { slug, id } = listing;
  const week = winner.launchWeek!;
  return [
    ...["/healthz", "/readyz", "/metrics", "/mcp", "/live", "/oauth/jwks", "/interaction/none", "/setup?token=none"],
    ...["", "/mcp", "/mcp/account", "/mcp/typed", "/mcp/directory", "/api/v1"].map(
      (path) => `/.well-known/oauth-protected-resource${path}`,
    ),
    ...["ai-catalog.json", "mcp/catalog.json", "mcp/server-card.json", "change-password", "security.txt"].map(
      (path) => `/.well-known/${path}`,
    ),
    ...["/.well-known/oauth-authorization-server", "/robots.txt", "/llms.txt", "/sitemap.xml", "/sitemaps/pages.xml"],
    ...[
      "/push-worker.js",
      "/favicon.ico",
      "/favicon.svg",
      "/manifest.webmanifest",
      "/app-icon-180.png",
      "/app-icon-512.png",
      "/icon-64.png",
      "/icon-192.png",
      "/icon-512.png",
      "/docs/viewer.js",
    ],
    ...[
      `/badges/${slug}/listed/light.svg`,
      `/embed/${slug}`,
      "/style/none.css",
      "/style/own-none.css",
      "/uploads/none/64",
      "/pictures/none/64",
    ],
    ...[
      ...["launches", "listings", "updates", `updates/${slug}`, "awards", "collections", "blog"],
      ...["categories/accounting", `weeks/${week}`],
    ].map((path) => `/feeds/${path}.atom`),
    ...["/launches/days/2026-11-23", "/feeds/days/2026-11-23.atom", "/previews/days/2026-11-23.png"],
    ...["/launches/months/2026-11", "/launches/years/2026", "/admin/settings/look/preview", "/admin/start"],
    ...["/feeds/search.atom?q=tool", `/feeds${addresses.collection}.atom`, "/feeds/launches.ics"],
    ...["/feeds/categories/accounting.ics", "/calendar.ics?token=none", "/search/suggestions.json?q=a"],
    ...["/webmcp/tools.json", "/webmcp/call/list_my_listings"],
    ...[
      "/previews/site.png",
      `/previews/weeks/${week}.png`,
      "/previews/awards/none.png",
      "/previews/founders/none.png",
    ],
    ...["/previews/profiles/ann-abel.png", "/previews/categories/accounting.png", "/previews/blog/none.png"],
    ...[`/previews${addresses.collection}.png`, `/previews/compare/${slug}/${other.slug}.png`],
    ...["", "/square"].map((format) => `/previews/listings/${slug}${format}.png`),
    ...["", "/square"].map((format) => `/previews/listings/${slug}${format}.webp`),
    ...[`/oembed?url=${scene.url}/listings/${slug}`, `/listings/${slug}/evidence.json`, `/listings/${slug}/none/none`],
    ...["/leaderboards", "/%40ann-abel", `/listings/${slug}/website`, "/sign-in/second"],
    ...["/sign-in/with/google/callback?state=x&code=y", draft, `${draft}/events`, `${draft}/save`],
    ...[`/account/listings/${id}/figures/views.csv`, `${addresses.transfer}/pro-forma/pdf`],
    ...[`${addresses.invoice}/pdf`, `${addresses.invoice}/xml`, "/notifications/unread.json"],
    ...[`/notifications/${news!.id}`, "/account/data.json", "/admin/reports/figures/none.csv"],
    ...["/admin/invoices/files/csv", "/admin/audit/files/csv", "/admin/mails/listing-live/html", "/admin/digest/html"],
    ...["/admin/fields/none", "/admin/fields/none/delete"],
    ...["/admin/import/none", "/admin/import/none/report.csv"],
    ...tools.flatMap(({ rest }) =>
      rest.startsWith("GET ")
        ? [`/api/v1${rest.slice(4).replaceAll(/\{(\w+)\}/g, (_, name) => (name === "slug" ? slug : "1"))}`]
        : [],
    ),
  ];
};

const tables = (
  raw.prepare("select name from sqlite_master where type = 'table' and sql not like 'create virtual%'").all() as {
    name: string;
  }[]
).map(({ name }) => name);

/** All rows, each as one text, without what may be counted. */
function rows(): Map<string, string[]> {
  return new Map(
    tables.flatMap((table) => {
      const counted = COUNTED[table] ?? [];
      if (counted.includes("*")) return [];
      const all = raw.prepare(`select * from "${table}"`).all() as Record<string, unknown>[];
      const plain = all.map((row) =>
        JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name]) => !counted.includes(name)))),
      );
      return [[table, plain.sort()]];
    }),
  );
}

async function leaveAfter({ body }: Response, ms: number): Promise<void> {
  const reader = body!.getReader();
  setTimeout(() => void reader.cancel(), ms);
  for (let isOver = false; !isOver; ) isOver = (await reader.read()).done;
}

/** Opens addresses one by one and tells what changed the database. */
async function changesOf(who: Visitor, addresses: readonly string[]): Promise<string[]> {
  const changes: string[] = [];
  let before = rows();
  let version = raw.pragma("data_version", { simple: true });
  for (const address of addresses) {
    const patience = AbortSignal.timeout(60_000);
    const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...CROSS_SITE, ...(cookie && { cookie }) };
    const answer = await fetch(scene.url + address, { redirect: "manual", headers, signal: patience });
    // Streams go on until their reader leaves.
    if (/\/(events|live)$/.test(address)) await leaveAfter(answer, 200);
    else await answer.arrayBuffer();
    // Changes are made in turn, so what the request began is over.
    await store.change(async () => undefined);
    const now = raw.pragma("data_version", { simple: true });
    if (now === version) continue;
    version = now;
    const after = rows();
    for (const [table, all] of after) {
      const known = new Set(before.get(table));
      const fresh = all.filter((row) => !known.has(row));
      if (fresh.length > 0 || all.length !== known.size)
        changes.push(`${address} changes ${table}: ${fresh.join(" ")}`);
    }
    before = after;
  }
  return changes;
}

it("every address that answers GET is among those that are opened here", async () => {
  const { pages, others: files } = await readRoutes(scene.deps);
  const paths = [...Object.values(PAGES).flatMap((of) => of(scene)), ...others(scene)].map(
    (address) => new URL(address, scene.url).pathname,
  );
  const isAsset = ({ path }: { path: string }) => path.startsWith("/assets/");
  const missing = [...pages, ...files].filter((route) => !isAsset(route) && !paths.some((path) => route.match(path)));
  expect(missing.map(({ path }) => path)).toEqual([]);
});

it.each<[string, Visitor, () => string[]]>([
  ["a visitor", createVisitor(scene.url), () => [...PAGES.visitor(scene), ...PAGES.ann(scene), ...others(scene)]],
  ["Ann", ann, () => [...PAGES.visitor(scene), ...PAGES.ann(scene), ...others(scene)]],
  ["Bo", bo, () => [...PAGES.visitor(scene), ...others(scene)]],
  ["an admin", root, () => [...PAGES.root(scene), ...others(scene)]],
])("a link on another site that %s follows changes nothing", async (_, who, addresses) => {
  expect(await changesOf(who, addresses())).toEqual([]);
});
