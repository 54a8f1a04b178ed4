import { type Request, Router } from "express";
import type { z } from "zod";
import type { Deps } from "#actions/context.ts";
import { BOARDS } from "#actions/launches/boards.ts";
import { href } from "#core/text/html.ts";
import { dateOf, dayOf, weekAfter, weekOf } from "#domain/launches/launch-week.ts";
import { SITE_PAGE_SLUGS } from "#domain/site/site-pages.ts";
import { hasLaunches, hasVotes, isDaily, lackedBy } from "#domain/site/site-shape.ts";
import type { PageAddress, Shard } from "#domain/site/sitemap.ts";
import { prefixed } from "#languages/links.ts";
import { invoke } from "#tools/invoke.ts";
import { listCategories } from "#tools/listings/list-categories.ts";
import type { CategoryNode } from "#tools/schemas/category.ts";
import { alternatesOf } from "../kit/language.ts";
import { isOn } from "../kit/only-with.ts";
import { visitor } from "../kit/site.ts";
import { sendDocument } from "./document.ts";
import { xml, xmlDocument } from "./xml.ts";

/** Pages that exist once. */
const PAGES = [
  "/",
  "/launches",
  "/search",
  "/categories",
  "/updates",
  ...BOARDS.map((board) => `/leaderboards/${board}`),
  "/awards",
  "/collections",
  "/founders",
  "/compare",
  "/blog",
  "/how-ranking-works",
  "/connect",
  "/docs",
  "/problems",
  "/bot",
  ...SITE_PAGE_SLUGS.filter((slug) => slug !== "contact").map((slug) => `/${slug}`),
];

const XML = "application/xml; charset=utf-8";
const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
const MAX_AGE_SECONDS = 3600;

type Entry = { path: string; updatedAt: Date | null };
/** listings-1.xml, and in another language of the site listings-1.de.xml. */
const FILE = /^([a-z]+)-([1-9]\d{0,5})(?:\.([a-z\d-]+))?\.xml$/;

type Kind = {
  shards: (req: Request) => Promise<Shard[]>;
  /** Paths of one shard; empty if there is no such shard. */
  paths: (req: Request, shard: number) => Promise<Entry[]>;
};

/** /sitemap.xml and its files, each a range of ids, so that a new listing changes only one of them. */
export function sitemapRoutes(deps: Deps): Router {
  const { BASE_URL } = deps.settings;
  const { launches, profiles, sitemap } = deps.store;
  const { languages } = deps;
  const alternates = (path: string) =>
    alternatesOf(languages, path).map(
      ({ tag, path }) => xml`<xhtml:link rel="alternate" hreflang="${tag}" href="${href(BASE_URL + path)}"/>`,
    );
  const router = Router();

  const single = (addresses: (req: Request) => Promise<PageAddress[]>, prefix: string): Kind => ({
    async shards(req) {
      const found = await addresses(req);
      const times = found.flatMap(({ updatedAt }) => (updatedAt ? [updatedAt.getTime()] : []));
      return found.length ? [{ number: 1, updatedAt: times.length ? new Date(Math.max(...times)) : null }] : [];
    },
    paths: async (req, shard) => (shard === 1 ? below(prefix, await addresses(req)) : []),
  });

  const isKept = (path: string) => isOn(path, lackedBy(deps.store.siteLook().shape));

  const categories = async (req: Request): Promise<PageAddress[]> => {
    const input = { include_empty: false };
    const { output } = await invoke(listCategories, input, { deps, caller: visitor(req), interface: "site" });
    return slugsOf(output.items).map((slug) => ({ slug, updatedAt: null }));
  };

  const alternatives = async (): Promise<PageAddress[]> =>
    (await deps.store.listings.replaced()).map(({ slug }) => ({ slug: encodeURIComponent(slug), updatedAt: null }));

  /** The current week and those that somebody won. Without votes, those in which something launched. */
  const weeks = async (): Promise<PageAddress[]> => {
    const { SITE_TIMEZONE: zone } = deps.settings;
    const first = await launches.firstLaunchAt();
    if (!first || !hasLaunches(deps.store)) return [];
    const current = weekOf(deps.now(), zone);
    const won = hasVotes(deps.store) ? await deps.store.awards.wonWeeks() : undefined;
    const found = won?.filter((monday) => monday < current.monday) ?? [];
    for (let week = won ? current : weekOf(first, zone); week.monday <= current.monday; week = weekAfter(week, zone))
      if ((await launches.countLaunched(week)) > 0) found.push(week.monday);
    return found.map((slug) => ({ slug, updatedAt: null }));
  };

  /** Days that somebody won, and today. */
  const days = async (): Promise<PageAddress[]> => {
    const { SITE_TIMEZONE: zone } = deps.settings;
    if (!isDaily(deps.store)) return [];
    const today = dayOf(deps.now(), zone);
    const won = (await launches.raceTimes(hasVotes(deps.store))).map((at) => dateOf(at, zone));
    if ((await launches.countLaunched(today)) > 0) won.push(today.date);
    return [...new Set(won)].map((slug) => ({ slug, updatedAt: null }));
  };

  /** Months and years that somebody won. */
  const periods = async (): Promise<PageAddress[]> => {
    const won = hasVotes(deps.store) && hasLaunches(deps.store) ? await deps.store.awards.wonWeeks() : [];
    const months = new Set(won.map((monday) => `months/${monday.slice(0, 7)}`));
    const years = new Set(won.map((monday) => `years/${monday.slice(0, 4)}`));
    return [...months, ...years].map((slug) => ({ slug, updatedAt: null }));
  };

  const pages = async (): Promise<PageAddress[]> => [
    ...PAGES.filter(isKept).map((slug) => ({ slug, updatedAt: null })),
    ...((await alternatives()).length > 0 ? [{ slug: "/alternatives", updatedAt: null }] : []),
    ...(await deps.store.sitePages.list()).flatMap(({ slug, title, isHidden, updatedAt }) =>
      title === null || isHidden ? [] : { slug: `/${slug}`, updatedAt },
    ),
  ];

  const apart = async (addresses: PageAddress[]): Promise<PageAddress[]> => {
    const handles = await profiles.handlesOfFounders(addresses.map(({ slug }) => slug));
    return addresses.filter(({ slug }) => !handles.has(slug));
  };

  const kinds: Record<string, Kind> = {
    pages: single(pages, ""),
    categories: single(categories, "/categories/"),
    weeks: single(weeks, "/launches/weeks/"),
    days: single(days, "/launches/days/"),
    periods: single(periods, "/launches/"),
    alternatives: single(alternatives, "/alternatives/"),
    posts: single(() => sitemap.postAddresses(deps.now()), "/blog/"),
    collections: single(() => deps.store.collections.addresses(), "/collections/"),
    listings: {
      shards: () => sitemap.listingShards(),
      paths: async (_req, shard) => below("/listings/", await sitemap.listingAddresses(shard)),
    },
    founders: {
      shards: () => sitemap.founderShards(),
      paths: async (_req, shard) => below("/founders/", await apart(await sitemap.founderAddresses(shard))),
    },
    profiles: {
      shards: () => profiles.profileShards(),
      paths: async (_req, shard) => below("/@", await profiles.profileAddresses(shard)),
    },
  };

  router.get("/sitemap.xml", async (req, res) => {
    const entries: Entry[] = [];
    for (const [kind, { shards }] of Object.entries(kinds))
      for (const { number, updatedAt } of await shards(req))
        for (const { prefix } of languages.all)
          entries.push({ path: `/sitemaps/${kind}-${number}${prefix.replace("/", ".")}.xml`, updatedAt });
    const body = xmlDocument(xml`<sitemapindex xmlns="${NAMESPACE}">
${entries.map((entry) => xml`<sitemap>${place(BASE_URL, entry)}</sitemap>\n`)}</sitemapindex>`);
    sendDocument(req, res, { type: XML, body, maxAgeSeconds: MAX_AGE_SECONDS });
  });

  router.get("/sitemaps/:file", async (req, res, next) => {
    const [, name = "", number = "", prefix = ""] = FILE.exec(req.params.file) ?? [];
    const language = languages.all.find((one) => one.prefix.slice(1) === prefix);
    if (!language) return next();
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    const entries = (await kind?.paths(req, Number(number))) ?? [];
    if (!entries.length) return next();
    const inOne = ({ path, updatedAt }: Entry): Entry => ({ path: prefixed(language.prefix, path), updatedAt });
    const body = xmlDocument(xml`<urlset xmlns="${NAMESPACE}"${
      languages.all.length > 1 && xml` xmlns:xhtml="http://www.w3.org/1999/xhtml"`
    }>
${entries.map((entry) => xml`<url>${place(BASE_URL, inOne(entry))}${alternates(entry.path)}</url>\n`)}</urlset>`);
    sendDocument(req, res, { type: XML, body, maxAgeSeconds: MAX_AGE_SECONDS });
  });

  return router;
}

const below = (prefix: string, addresses: PageAddress[]) =>
  addresses.map(({ slug, updatedAt }) => ({ path: `${prefix}${slug}`, updatedAt }));

const place = (baseUrl: string, { path, updatedAt }: Entry) =>
  xml`<loc>${baseUrl}${path}</loc>${updatedAt && xml`<lastmod>${updatedAt.toISOString()}</lastmod>`}`;

const slugsOf = (nodes: z.output<typeof CategoryNode>[]): string[] =>
  nodes.flatMap(({ slug, children }) => [slug, ...slugsOf(children)]);
