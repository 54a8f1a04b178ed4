import type { Random } from "../../../data/demo/random.ts";
import { callOf, jsonOf, type Asked as Request } from "../attack/client.ts";
import { broadQueries, knownItems, oneWordQueries, type Query } from "../search-queries.ts";
import type { Ground } from "./ground.ts";

type Asked = Ground & { url: string };
/** One row of the table. */
export type Subject = {
  name: string;
  /** Answered by the bare peer. */
  isBare?: true;
  /** Needs somebody who is signed in. */
  isPersonal?: true;
  /** Long lists, of which most costs grow with the number of listings. */
  isLong?: true;
  requests: (ground: Asked) => Request[] | Promise<Request[]>;
};

export const BARE = "bare Express";
export const REST = "REST get_listing";
const MCP = "MCP get_listing";
/** What Node's fetch adds to the headers of MCP clients. */
const FETCH = {
  accept: "*/*",
  "accept-language": "*",
  "sec-fetch-mode": "cors",
  "user-agent": "node",
  "accept-encoding": "gzip, deflate",
};
const PAGES = 5000;
const LISTS = 1000;
const VOTES = 2000;
/** The first and the last pages that anybody may ask for. */
const [FIRST, LAST] = [25, 1000];

const get = (path: string, headers: Record<string, string> = {}): Request => ({ method: "GET", path, headers });
const times = (count: number, one: () => Request): Request[] => Array.from({ length: count }, one);

/** Visitors come from many addresses through a proxy: their views count, and no limit is met. */
const visit = (random: Random, path: string, more: Record<string, string> = {}): Request =>
  get(path, {
    accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "accept-encoding": "identity",
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "x-forwarded-for": `10.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(1, 254)}`,
    ...more,
  });

const search = ({ q, country }: Query): Request =>
  get(`/api/v1/listings?${new URLSearchParams({ q, ...(country && { country }) })}`);

/** A call of get_listing for every listing, with the headers of MCP clients. */
const calls = ({ slugs }: Asked, callFor: (slug: string) => Request): Request[] =>
  slugs.map((slug) => {
    const call = callFor(slug);
    return { ...call, headers: { ...FETCH, ...call.headers } };
  });
const EARLIER = { "mcp-protocol-version": "2025-11-25" };
const earlierCall = (slug: string): Request => {
  const params = { name: "get_listing", arguments: { slug } };
  return jsonOf("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params }, undefined, EARLIER);
};

/** A person votes for random listings by the form of their pages, and takes the vote back. */
async function votes({ url, slugs, cookie, random }: Asked): Promise<Request[]> {
  const headers = { cookie: `sid=${cookie}`, accept: "text/html" };
  const page = await (await fetch(new URL(`/listings/${slugs[0]}`, url), { headers })).text();
  const csrf = /name="csrf" value="([^"]+)"/.exec(page)![1]!;
  return random.sample(slugs, Math.min(slugs.length, VOTES / 2)).flatMap((slug) =>
    ["on", "off"].map((vote) => ({
      method: "POST" as const,
      path: `/listings/${slug}/vote`,
      headers: { ...headers, origin: new URL(url).origin, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ csrf, vote }).toString(),
    })),
  );
}

/** Pages in sizes that few others ask for, near the top of a list or far below. */
const list = (name: string, path: (ground: Asked) => string): Subject[] =>
  ["first", "deep"].map((where) => ({
    name: `${name}, ${where} pages`,
    isLong: true,
    requests: (ground) =>
      times(LISTS, () => {
        const page = ground.random.between(1, FIRST) + (where === "deep" ? LAST - FIRST : 0);
        return get(`${path(ground)}page=${page}&per_page=${ground.random.between(20, 49)}`);
      }),
  }));

/** What is read, and a vote. */
export const SUBJECTS: Subject[] = [
  { name: BARE, isBare: true, requests: ({ slugs }) => slugs.map((slug) => get(`/listings/${slug}`)) },
  { name: REST, requests: ({ slugs }) => slugs.map((slug) => get(`/api/v1/listings/${slug}`)) },
  { name: `${REST}, compressed`, requests: ({ slugs }) => slugs.map((slug) => get(`/api/v1/listings/${slug}`, FETCH)) },
  { name: `${MCP}, 2026-07-28`, requests: (ground) => calls(ground, (slug) => callOf("get_listing", { slug })) },
  { name: `${MCP}, earlier`, requests: (ground) => calls(ground, earlierCall) },
  { name: "search, one word", requests: ({ docs }) => oneWordQueries(docs, 1500).map(search) },
  {
    name: "search, names, words, typos, unfinished",
    requests: ({ docs, random }) => {
      const queries = [...knownItems(docs, () => 1, 200), ...broadQueries(docs, 400)];
      return random.sample(queries, queries.length).map(search);
    },
  },
  { name: "home page", requests: ({ random }) => times(PAGES, () => visit(random, "/")) },
  {
    name: "listing page, rendered",
    requests: ({ slugs, random }) => slugs.map((slug) => visit(random, `/listings/${slug}`)),
  },
  {
    name: "listing page, one of 50",
    requests: ({ slugs, random }) => times(PAGES, () => visit(random, `/listings/${random.pick(slugs.slice(0, 50))}`)),
  },
  {
    name: "category page",
    requests: ({ categories, random }) => times(PAGES, () => visit(random, `/categories/${random.pick(categories)}`)),
  },
  {
    name: "draft editor, signed in",
    isPersonal: true,
    requests: ({ cookie, draftId, random }) =>
      times(LISTS, () => visit(random, `/drafts/${draftId}`, { cookie: `sid=${cookie}` })),
  },
  ...list("listings", () => "/api/v1/listings?sort=newest&"),
  ...list("categories", ({ categories, random }) => `/api/v1/categories/${random.pick(categories)}?`),
  { name: "vote, a write", isPersonal: true, isLong: true, requests: votes },
];
