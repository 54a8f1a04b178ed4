import { debut, start } from "./programs.ts";
import { quantile } from "./quantile.ts";

const LISTINGS = 100_000;
const ASKED = 300;
const WARM_UP = 40;
export const UNLIMITED = {
  LIMIT_READ_ANONYMOUS: "1000000000",
  LIMIT_SEARCH_ANONYMOUS: "1000000000",
  LIMIT_PAGE_ANONYMOUS: "1000000000",
  LIMIT_VIEW: "1000000000",
};

/** A page, and the REST operations that return the same data. */
type Page = { name: string; page: (slug: string) => string; rest: (slug: string) => string[] };

const PAGES: Page[] = [
  {
    name: "home",
    page: () => "/",
    rest: () => [
      "/site",
      "/launches/weeks/this",
      "/launches/weeks/next",
      "/launches?section=trending&per_page=5",
      "/leaderboards/billboard?per_page=3",
      "/listings?sort=newest&per_page=40",
      "/categories?include_empty=false",
    ],
  },
  {
    name: "listing",
    page: (slug) => `/listings/${slug}`,
    rest: (slug) => [`/listings/${slug}`, `/listings/${slug}/alternatives`],
  },
];

async function timed(urls: string[]): Promise<number> {
  const started = performance.now();
  for (const url of urls) {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    await answer.arrayBuffer();
  }
  return performance.now() - started;
}

/** Pages and the REST responses with the same data, alternating. Each listing is a different one, and every view changes the database. */
export async function benchSite(folder: string): Promise<void> {
  const env = { DATA_DIR: folder, PORT: "0", ...UNLIMITED };
  debut(["seed", "--listings", String(LISTINGS)], env);
  const served = await start("server/main.ts", ["serve", "--json"], env);
  try {
    const slugs: string[] = [];
    for (let page = 1; slugs.length < ASKED + WARM_UP; page++) {
      const answer = await fetch(`${served.url}/api/v1/listings?per_page=100&page=${page}`);
      slugs.push(...((await answer.json()) as { items: { slug: string }[] }).items.map(({ slug }) => slug));
    }
    for (const { name, page, rest } of PAGES) {
      const pages: number[] = [];
      const answers: number[] = [];
      for (const [index, slug] of slugs.slice(0, ASKED + WARM_UP).entries()) {
        const shown = () => timed([`${served.url}${page(slug)}`]);
        const asked = () => timed(rest(slug).map((path) => `${served.url}/api/v1${path}`));
        // The first of the two finds nothing cached, so they take turns.
        const [first, second] = index % 2 ? [shown, asked] : [asked, shown];
        const one = await first();
        const two = await second();
        if (index < WARM_UP) continue;
        pages.push(index % 2 ? one : two);
        answers.push(index % 2 ? two : one);
      }
      const [page95, rest95] = [quantile(pages, 0.95), quantile(answers, 0.95)];
      console.log(
        `  ${name.padEnd(8)} page p50 ${quantile(pages, 0.5).toFixed(1)} ms, p95 ${page95.toFixed(1)} ms; REST p50 ${quantile(answers, 0.5).toFixed(1)} ms, p95 ${rest95.toFixed(1)} ms; p95 page / REST ${(page95 / rest95).toFixed(2)}`,
      );
    }
  } finally {
    await served.stop();
  }
}
