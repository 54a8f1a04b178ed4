import { hash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { readSettings } from "../../core/settings/config.ts";
import { seededRandom } from "../../data/demo/random.ts";
import { castVote } from "../../test/helpers/cast-vote.ts";
import { addListing, COMPLETE } from "../../test/helpers/listing.ts";
import { addPerson, type Credentials } from "../../test/helpers/people.ts";
import { spread } from "./figures.ts";
import { createPostgres, query, withStore } from "./postgres.ts";
import { type Env, type Program, serve } from "./programs.ts";

const POLL_MS = 5;
const GIVE_UP_MS = 10_000;

type Owned = { id: number; slug: string; owner: Credentials };
type Database = Awaited<ReturnType<typeof createPostgres>>;

/** Nodes on one PostgreSQL, with live listings that each have an owner and one vote. */
async function withNodes(
  folder: string,
  { nodes, listings }: { nodes: number; listings: number },
  work: (urls: string[], owned: Owned[], database: Database) => Promise<void>,
): Promise<void> {
  const database = await createPostgres(folder);
  const programs: Program[] = [];
  try {
    const owned = await addOwned(database.env("settling"), listings);
    for (let at = 0; at < nodes; at++) programs.push(await serve(database.env(`node-${at}`)));
    await work(
      programs.map(({ url }) => url),
      owned,
      database,
    );
  } finally {
    await Promise.all(programs.map((program) => program.stop("SIGKILL")));
    await database.stop();
  }
}

const addOwned = (env: Env, count: number): Promise<Owned[]> =>
  withStore(env, async (store) => {
    const now = new Date();
    const voting = { store, settings: readSettings(env), now: () => now };
    const first = await addPerson(store, { email: "first@people.test", name: "First" }, now);
    const owned: Owned[] = [];
    for (let at = 0; at < count; at++) {
      const owner = await addPerson(store, { email: `p${at}@people.test`, name: `Person ${at}` }, now);
      const given = { ...COMPLETE, name: `Listing ${at}`, site: `l${at}.test`, ownerId: owner.id };
      const listing = await addListing(store, given, now);
      await castVote(voting, first.id, listing.id);
      owned.push({ ...listing, owner });
    }
    return owned;
  });

const numbersOf = <Name extends string>(values: Record<Name, string>): Record<Name, number> =>
  Object.fromEntries(Object.entries<string>(values).map(([name, value]) => [name, Number(value)])) as never;

/** Votes by forms of the site on several nodes: `--votes`, `--listings`, `--nodes`, `--clients`. */
export async function benchVotes(folder: string, options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      votes: { type: "string", default: "5000" },
      listings: { type: "string", default: "500" },
      nodes: { type: "string", default: "2" },
      clients: { type: "string", default: "64" },
    },
  });
  const { votes, listings, nodes, clients } = numbersOf(values);
  await withNodes(folder, { nodes, listings }, async (urls, owned, { url }) => {
    const random = seededRandom("votes");
    const pairs = owned.flatMap(({ owner }) =>
      random.sample(owned, Math.ceil(votes / listings)).map((to) => ({ owner, to })),
    );
    const picked = random.sample(pairs, votes).filter(({ owner, to }) => owner !== to.owner);
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
    const [row] = await query(url, sql);
    const wanted = picked.length + listings;
    console.log(`  given ${wanted}, rows ${row!.given}, counted ${row!.counted}`);
    if (Number(row!.given) !== wanted || Number(row!.counted) !== wanted) process.exitCode = 1;
  });
}

/** Whether it was taken; otherwise the database could not be used. */
async function vote(origin: string, { owner: { cookie }, to }: { owner: Credentials; to: Owned }): Promise<boolean> {
  const { status } = await fetch(`${origin}/listings/${to.slug}/vote`, {
    method: "POST",
    headers: { cookie: `sid=${cookie}`, origin, "sec-fetch-site": "same-origin", accept: "application/json" },
    body: new URLSearchParams({ csrf: hash("sha256", `csrf ${cookie}`, "base64url"), vote: "on" }),
  });
  if (status !== 200 && status !== 503) throw new Error(`A vote was answered with ${status}.`);
  return status === 200;
}

/** How soon an edit on one node is in the answers and the search of the others: `--writes`, `--writers`, `--nodes`, `--listings`. */
export async function benchSpread(folder: string, options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      writes: { type: "string", default: "500" },
      writers: { type: "string", default: "2" },
      nodes: { type: "string", default: "3" },
      listings: { type: "string", default: "200" },
    },
  });
  const { writes, writers, nodes, listings } = numbersOf(values);
  await withNodes(folder, { nodes, listings }, async (urls, owned) => {
    const [seen, found]: [number[], number[]] = [[], []];
    let left = writes;
    const writer = async (first: number) => {
      for (let at = first; left-- > 0; at += writers) {
        const { id, slug, owner } = owned[at % owned.length]!;
        const tagline = `Wording${at}x${first}`;
        await edit(urls[at % urls.length]!, id, owner.key, tagline);
        const from = performance.now();
        const read = async (path: string) => (await fetch(path)).text();
        await Promise.all(
          urls
            .toSpliced(at % urls.length, 1)
            .flatMap((node) => [
              until(from, seen, async () => (await read(`${node}/api/v1/listings/${slug}`)).includes(tagline)),
              until(from, found, async () =>
                (await read(`${node}/api/v1/listings?q=${tagline}`)).includes(`"${slug}"`),
              ),
            ]),
        );
      }
    };
    await Promise.all(Array.from({ length: writers }, (_, at) => writer(at)));
    console.log(`  in the answers of the others: ${spread(seen)}\n  in their search: ${spread(found)}`);
  });
}

async function edit(origin: string, id: number, key: string, tagline: string): Promise<void> {
  const answer = await fetch(`${origin}/api/v1/me/listings/${id}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ fields: { tagline } }),
  });
  if (answer.status !== 200) throw new Error(`An edit was answered with ${answer.status}: ${await answer.text()}`);
}

async function until(from: number, times: number[], isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo()))
    if (performance.now() - from > GIVE_UP_MS) throw new Error(`It took more than ${GIVE_UP_MS / 1000} s.`);
    else await delay(POLL_MS);
  times.push(performance.now() - from);
}
