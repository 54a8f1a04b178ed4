import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { weekOf } from "../../domain/launches/launch-week.ts";
import { debut, type Program, start } from "./programs.ts";
import { threadsMs } from "./reads/cpu.ts";
import { UNLIMITED } from "./site.ts";
import { printTable } from "./table.ts";

const LISTINGS = 5000;
const ASKED = 100;
/** Until then V8 compiles, and caches fill that a running site has filled. */
const WARM_ROUNDS = 5;
const WORDS = ["team", "invoice", "calendar", "photo", "music", "energy", "school", "health", "garden", "travel"];

type Kind = { name: string; path: (slug: string, index: number) => string };
const word = (index: number) => WORDS[index % WORDS.length];
/** Few listings have both: before related ones were found, such a page showed 4 listings, and now 20. */
const words = (slug: string, index: number): string => `q=${word(index)}+${slug.split("-")[0]}`;
const KINDS: Kind[] = [
  { name: "home", path: () => "/" },
  { name: "listing", path: (slug) => `/listings/${slug}` },
  { name: "alternatives", path: (slug) => `/listings/${slug}/alternatives` },
  { name: "alternatives by REST", path: (slug) => `/api/v1/listings/${slug}/alternatives` },
  { name: "this week", path: () => "/launches" },
  { name: "past week", path: () => `/launches/weeks/${weekOf(new Date(), "UTC", -1).monday}` },
  { name: "categories", path: () => "/categories" },
  { name: "search, one word", path: (_slug, index) => `/search?q=${word(index)}&page=${1 + (index % 20)}` },
  { name: "search, a name", path: (slug) => `/search?q=${slug.replaceAll("-", "+")}` },
  { name: "search, two words", path: (slug, index) => `/search?${words(slug, index)}` },
  { name: "two words by REST", path: (slug, index) => `/api/v1/listings?${words(slug, index)}` },
];

type Site = Program & { name: string; slugs: string[] };

/** Runs a checkout with listings of its own generator, in a folder of its own. */
async function open(name: string, root: string, folder: string): Promise<Site> {
  const env = { DATA_DIR: resolve(folder, name), PORT: "0", ...UNLIMITED };
  debut(["seed", "--listings", String(LISTINGS)], env, root);
  const program = await start(resolve(root, "server/main.ts"), ["serve", "--json"], env);
  const slugs: string[] = [];
  for (let page = 1; slugs.length < LISTINGS; page++) {
    const answer = await fetch(`${program.url}/api/v1/listings?per_page=100&page=${page}`);
    const { items } = (await answer.json()) as { items: { slug: string }[] };
    if (items.length === 0) break;
    slugs.push(...items.map(({ slug }) => slug));
  }
  return { ...program, name, slugs };
}

/** Milliseconds of CPU that the process takes for each page. */
async function measure({ url, child, slugs }: Site, { path }: Kind): Promise<number> {
  const before = threadsMs(child);
  for (let index = 0; index < ASKED; index++) {
    // The next page is always one that was not asked for in a while.
    const slug = slugs.shift()!;
    slugs.push(slug);
    const address = url + path(slug, index);
    // Pages for readers with a cookie are not kept.
    const answer = await fetch(address, { headers: { cookie: "seen=1" } });
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`);
    await answer.arrayBuffer();
  }
  return (threadsMs(child) - before) / ASKED;
}

/** The least CPU time of pages that are made, because other programs only add to it: of this checkout and, in turns, of another one. */
export async function benchPages(folder: string, options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      beside: { type: "string", default: "" },
      rounds: { type: "string", default: "3" },
      markdown: { type: "boolean", default: false },
    },
  });
  const roots = {
    ...(values.beside && { before: resolve(values.beside) }),
    now: resolve(import.meta.dirname, "../.."),
  };
  const sites = await Promise.all(Object.entries(roots).map(([name, root]) => open(name, root, folder)));
  try {
    const rows: string[][] = [];
    for (const kind of KINDS) {
      const costs = new Map(sites.map(({ name }) => [name, [] as number[]]));
      for (let round = -WARM_ROUNDS; round < Number(values.rounds); round++)
        for (const site of sites) {
          const cost = await measure(site, kind);
          if (round >= 0) costs.get(site.name)!.push(cost);
        }
      rows.push([kind.name, ...[...costs.values()].map((of) => Math.min(...of).toFixed(2))]);
    }
    printTable([["page, CPU ms", ...sites.map(({ name }) => name)], ...rows], values.markdown);
  } finally {
    for (const site of sites) await site.stop();
  }
}
