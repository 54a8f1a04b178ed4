import { randomUUID } from "node:crypto";
import Database from "better-sqlite3";
import { databaseFile, readSettings } from "../../../core/settings/config.ts";
import { demoListings } from "../../../data/demo/listings.ts";
import { seededRandom } from "../../../data/demo/random.ts";
import { addDraft } from "../../../test/helpers/drafts.ts";
import { addPerson } from "../../../test/helpers/people.ts";
import { withStore } from "../databases.ts";
import { debut, type Env, ROOT } from "../programs.ts";
import { docOf } from "../search-queries.ts";

/** Random rows that are read, and listings that queries are made of. */
const MOST_SLUGS = 30_000;
const MOST_DOCS = 2000;

export type Ground = Awaited<ReturnType<typeof createGround>>;

/** A database with so many listings, made by the checkout that serves it. An existing one is used again. */
export async function createGround(env: Env, count: number, checkout = ROOT) {
  debut(["seed", "--listings", String(count)], env, checkout);
  const db = new Database(databaseFile(readSettings(env)));
  // Figures as after some years, so that boards and orders have something to sort.
  db.exec(
    `update listings set votes = id * 7919 % 997, trending = id * 104729 % 991, domain_rating = id * 31 % 90
     where status = 'live' and votes = 0`,
  );
  const random = "select slug from listings where status = 'live' order by id * 7919 % 104729 limit ?";
  const slugs = db.prepare(random).pluck().all(MOST_SLUGS) as string[];
  db.close();
  const demos = [...demoListings({ count: Math.min(count, MOST_DOCS) })];
  return {
    slugs,
    random: seededRandom("reads"),
    docs: demos.map(docOf),
    categories: [...new Set(demos.map(({ category }) => category))],
    // Only the checkout that runs knows how to write rows.
    ...(checkout === ROOT ? await signIn(env) : { cookie: undefined, draftId: undefined }),
  };
}

/** A person who is signed in, and a draft of theirs as a website gives one: every value with a quote. */
const signIn = (env: Env) =>
  withStore(env, async (store) => {
    const now = () => new Date();
    const person = { email: `ann-${randomUUID()}@people.example`, name: "Ann" };
    const { id: accountId, cookie } = await addPerson(store, person, now());
    const [demo] = demoListings({ count: 1 });
    const { url, name, tagline, features, keywords, tags, city, country, description, faqs } = demo!;
    const values = Object.entries({ name, tagline, features, keywords, tags, city, country, description });
    const quoted = values.map(([field, value]) => {
      const evidence = [{ quote: [value].flat()[0]!.slice(0, 200), url }];
      return [field, { value, evidence }];
    });
    const given = { accountId, siteKey: "bench.example", fields: Object.fromEntries(quoted), faqs };
    return { cookie, draftId: await addDraft({ deps: { store, now, uuid: randomUUID } }, given) };
  });
