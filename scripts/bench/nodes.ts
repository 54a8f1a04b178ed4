import { hash } from "node:crypto";
import { seededRandom } from "../../data/demo/random.ts";
import { addOwners, createPostgres, type Owner, query, withStore } from "./databases.ts";
import { optionsOf, spread } from "./figures.ts";
import { type Program, serve, until } from "./programs.ts";

type Work = (urls: string[], owners: Owner[], database: string) => Promise<void>;

/** Nodes on one PostgreSQL, with live listings that each have an owner. */
async function withNodes(folder: string, nodes: number, listings: number, work: Work): Promise<void> {
  const database = await createPostgres(folder);
  const programs: Program[] = [];
  try {
    const owners = await withStore(database.env("settling"), (store) => addOwners(store, listings, "owner"));
    for (let at = 0; at < nodes; at++) programs.push(await serve(database.env(`node-${at}`)));
    const urls = programs.map(({ url }) => url);
    await work(urls, owners, database.url);
  } finally {
    await Promise.all(programs.map((program) => program.stop("SIGKILL")));
    await database.stop();
  }
}

/** Votes by forms of the site on several nodes: `--votes`, `--listings`, `--nodes`, `--clients`. */
export async function benchVotes(folder: string, args: string[]): Promise<void> {
  const { votes, listings, nodes, clients } = optionsOf(args, { votes: 5000, listings: 500, nodes: 2, clients: 64 });
  await withNodes(folder, nodes, listings, async (urls, owners, database) => {
    const random = seededRandom("votes");
    const each = Math.ceil(votes / listings);
    const pairs = owners.flatMap((owner) => random.sample(owners, each).map((to) => ({ owner, to })));
    const picked = random.sample(pairs, votes).filter(({ owner, to }) => owner !== to);
    const times: number[] = [];
    let [refused, at] = [0, 0];
    const from = performance.now();
    const voter = async () => {
      for (let pair = picked[at++]; pair; pair = picked[at++]) {
        const began = performance.now();
        while (!(await vote(urls[at % urls.length]!, pair))) refused++;
        times.push(performance.now() - began);
      }
    };
    await Promise.all(Array.from({ length: clients }, voter));
    const rate = (times.length / (performance.now() - from)) * 1000;
    console.log(`  ${times.length} votes, ${rate.toFixed(0)}/s, ${spread(times)}; refused and sent again ${refused}`);
    const sql = "select (select count(*) from votes) as given, (select sum(votes) from listings) as counted";
    const [row] = await query(database, sql);
    console.log(`  given ${picked.length}, rows ${row!.given}, counted ${row!.counted}`);
    if (Number(row!.given) !== picked.length || Number(row!.counted) !== picked.length) process.exitCode = 1;
  });
}

/** Whether it was accepted; if not, the database could not be used. */
async function vote(origin: string, { owner: { cookie }, to }: Record<"owner" | "to", Owner>): Promise<boolean> {
  const { status } = await fetch(`${origin}/listings/${to.slug}/vote`, {
    method: "POST",
    headers: { cookie: `sid=${cookie}`, origin, "sec-fetch-site": "same-origin", accept: "application/json" },
    body: new URLSearchParams({ csrf: hash("sha256", `csrf ${cookie}`, "base64url"), vote: "on" }),
  });
  if (status !== 200 && status !== 503) throw new Error(`A vote was answered with ${status}.`);
  return status === 200;
}

/** How soon other nodes answer and find an edit: `--writes`, `--writers`, `--nodes`, `--listings`. */
export async function benchSpread(folder: string, args: string[]): Promise<void> {
  const { writes, writers, nodes, listings } = optionsOf(args, { writes: 500, writers: 2, nodes: 3, listings: 200 });
  await withNodes(folder, nodes, listings, async (urls, owners) => {
    const [seen, found]: [number[], number[]] = [[], []];
    let left = writes;
    const writer = async (first: number) => {
      for (let at = first; left-- > 0; at += writers) {
        const owner = owners[at % owners.length]!;
        const tagline = `Wording${at}x${first}`;
        await edit(urls[at % urls.length]!, owner, tagline);
        const from = performance.now();
        const awaitText = async (address: string, text: string, times: number[]) => {
          const isThere = async () => (await (await fetch(address)).text()).includes(text);
          if (!(await until(isThere, { everyMs: 5 }))) throw new Error(`${text} never came to ${address}`);
          times.push(performance.now() - from);
        };
        const others = urls
          .toSpliced(at % urls.length, 1)
          .flatMap((node) => [
            awaitText(`${node}/api/v1/listings/${owner.slug}`, tagline, seen),
            awaitText(`${node}/api/v1/listings?q=${tagline}`, `"${owner.slug}"`, found),
          ]);
        await Promise.all(others);
      }
    };
    await Promise.all(Array.from({ length: writers }, (_, at) => writer(at)));
    console.log(`  in the answers of the others: ${spread(seen)}\n  in their search: ${spread(found)}`);
  });
}

async function edit(origin: string, { listingId, key }: Owner, tagline: string): Promise<void> {
  const answer = await fetch(`${origin}/api/v1/me/listings/${listingId}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ fields: { tagline } }),
  });
  if (answer.status !== 200) throw new Error(`An edit was answered with ${answer.status}: ${await answer.text()}`);
}
