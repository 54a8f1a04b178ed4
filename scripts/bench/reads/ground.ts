import { randomUUID } from "node:crypto";
import Database from "better-sqlite3";
import { databaseFile, readSettings } from "../../../core/settings/config.ts";
import { demoListings } from "../../../data/demo/listings.ts";
import { seededRandom } from "../../../data/demo/random.ts";
import { type DraftContent, emptyContent } from "../../../domain/drafts/draft.ts";
import { createLog } from "../../../server/log.ts";
import { openStore } from "../../../server/open-store.ts";
import { addPerson } from "../../../test/helpers/people.ts";
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
  const slugs = db
    .prepare("select slug from listings where status = 'live' order by id * 7919 % 104729 limit ?")
    .pluck()
    .all(MOST_SLUGS) as string[];
  db.close();
  const demos = [...demoListings({ count: Math.min(count, MOST_DOCS) })];
  return {
    slugs,
    random: seededRandom("reads"),
    docs: demos.map(docOf),
    categories: [...new Set(demos.map(({ category }) => category))],
    // Only the checkout that runs knows how to write rows.
    ...(checkout === ROOT ? await signedIn(env) : { cookie: undefined, draftId: undefined }),
  };
}

/** A person who is signed in, and a draft of theirs as a website gives one: every value with a quote. */
async function signedIn(env: Env): Promise<{ cookie: string; draftId: string }> {
  const settings = readSettings({ ...env, LOG_LEVEL: "error" });
  const store = await openStore(settings, createLog(settings));
  const now = new Date();
  const email = `ann-${randomUUID()}@people.example`;
  const { id: accountId, cookie } = await addPerson(store, { email, name: "Ann" }, now);
  const [demo] = demoListings({ count: 1 });
  const { name, tagline, features, keywords, tags, city, country, description, faqs } = demo!;
  const values = { name, tagline, features, keywords, tags, city, country, description };
  const fields = Object.entries(values).map(([field, value]) => {
    const evidence = [{ quote: [value].flat()[0]!.slice(0, 200), url: demo!.url }];
    return [
      field,
      { value, state: "ai", evidence, aiValue: value, aiEvidence: evidence, updatedAt: now.toISOString() },
    ];
  });
  const content: DraftContent = { ...emptyContent(), fields: Object.fromEntries(fields), faqs };
  const draftId = randomUUID();
  const crawl = { pages: [], robots: null, error: null, needsJavascript: false, fetchedAt: null, drafter: null };
  await store.change((tx) =>
    tx.drafts.add({
      ...{ id: draftId, accountId, url: "https://bench.example/", siteKey: "bench.example", status: "ready", crawl },
      ...{ content, listingId: null, createdAt: now, updatedAt: now },
    }),
  );
  await store.close();
  return { cookie, draftId };
}
