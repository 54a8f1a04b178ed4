import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { debut, type Program, start } from "./programs.ts";
import { cpuSeconds } from "./reads/cpu.ts";
import { median } from "./reads/rounds.ts";
import { UNLIMITED } from "./site.ts";
import { printTable } from "./table.ts";

const LISTINGS = 2000;
const ASKED = 150;
const WORDS = ["team", "invoice", "calendar", "photo", "music", "energy", "school", "health", "garden", "travel"];

/** Addresses that were not asked for before, so that every page is made. */
type Kind = { name: string; path: (slug: string, index: number) => string };
const KINDS: Kind[] = [
  { name: "listing", path: (slug) => `/listings/${slug}` },
  { name: "alternatives", path: (slug) => `/listings/${slug}/alternatives` },
  { name: "search", path: (slug, index) => `/search?q=${WORDS[index % WORDS.length]}+${slug.split("-")[0]}` },
  { name: "home", path: () => "/" },
  { name: "this week", path: () => "/launches" },
  { name: "categories", path: () => "/categories" },
];
/** The pages that have one address only are made again once the database has changed. */
const isAlone = ({ path }: Kind): boolean => path("a", 0) === path("b", 1);

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

const get = async (url: string): Promise<void> => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  await answer.arrayBuffer();
};

/** Milliseconds of CPU that the process takes for each page. A view of another listing changes the database between two. */
async function measure({ url, child, slugs }: Site, kind: Kind): Promise<number> {
  const asked = Array.from({ length: ASKED }, () => slugs.pop()!);
  const cost = async (each: (slug: string, index: number) => Promise<void>): Promise<number> => {
    const before = cpuSeconds(child);
    for (const [index, slug] of asked.entries()) await each(slug, index);
    return ((cpuSeconds(child) - before) * 1000) / ASKED;
  };
  const page = (slug: string, index: number) => get(url + kind.path(slug, index));
  if (!isAlone(kind)) return cost(page);
  const view = (slug: string) => get(`${url}/listings/${slug}`);
  for (const slug of asked) await view(slug);
  const both = await cost(async (slug, index) => {
    await view(slug);
    await page(slug, index);
  });
  return both - (await cost(view));
}

/** CPU time of pages that are made, of this checkout and, in turns, of another one. */
export async function benchPages(folder: string, options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      beside: { type: "string", default: "" },
      rounds: { type: "string", default: "3" },
      markdown: { type: "boolean", default: false },
    },
  });
  const roots = { ...(values.beside && { before: resolve(values.beside) }), now: resolve(import.meta.dirname, "../..") };
  const sites = await Promise.all(Object.entries(roots).map(([name, root]) => open(name, root, folder)));
  try {
    const rows: string[][] = [];
    for (const kind of KINDS) {
      const costs = new Map(sites.map(({ name }) => [name, [] as number[]]));
      // The first round warms up.
      for (let round = 0; round <= Number(values.rounds); round++)
        for (const site of sites) {
          const cost = await measure(site, kind);
          if (round > 0) costs.get(site.name)!.push(cost);
        }
      rows.push([kind.name, ...[...costs.values()].map((of) => median(of).toFixed(2))]);
    }
    printTable([["page, CPU ms", ...sites.map(({ name }) => name)], ...rows], values.markdown);
  } finally {
    for (const site of sites) await site.stop();
  }
}
