import { join } from "node:path";
import Database from "better-sqlite3";
import { demoListings } from "../../data/demo/listings.ts";
import { searchWords } from "../../domain/search/search-text.ts";
import { withStore } from "./databases.ts";
import questions from "./everyday-questions.json" with { type: "json" };
import { optionsOf, printTable, quantile } from "./figures.ts";
import { debut, UNLIMITED } from "./programs.ts";
import {
  broadQueries,
  countShared,
  type Doc,
  docOf,
  knownItems,
  oneWordQueries,
  otherLanguageQueries,
  type Query,
} from "./search-queries.ts";

const SAMPLED = 4000;
const PER_SET = 300;
const QUESTIONED = 1000;

type Engine = (query: Query) => Promise<number[]> | number[];
type Result = { set: string; ms: number; cpuMs: number; first: boolean | undefined; found: boolean | undefined };

/** Names, words, typos and everyday questions among `--rows 100000` listings, by Debut and by FTS5 alone. */
export async function benchSearch(folder: string, args: string[]): Promise<void> {
  const asked = optionsOf(args, { rows: 100_000 });
  const everyday = questions.map(([q, ...categories]): Query => ({ set: "everyday", q: q!, categories }));
  const table: Record<string, string | number>[] = [];
  for (const [rows, isEveryday] of [[QUESTIONED, true] as const, [asked.rows, false] as const]) {
    const docs = new Map([...demoListings({ count: rows })].map((demo, index) => [index + 1, docOf(demo, index)]));
    const env = { ...UNLIMITED, DATA_DIR: join(folder, String(rows)), LOG_LEVEL: "error" };
    debut(["seed", "--listings", String(rows)], env);
    const db = new Database(join(env.DATA_DIR, "debut.db"), { readonly: true });
    // Some of the listings wait for their week, and no search finds them.
    const live = new Set(db.prepare("select id from listings where status = 'live'").pluck().all());
    db.close();
    const sample = [...docs.values()].filter(({ id }) => live.has(id) && id % Math.ceil(rows / SAMPLED) === 0);
    const queries = isEveryday
      ? everyday
      : [
          ...knownItems(sample, countShared(docs.values()), PER_SET),
          ...broadQueries(sample, 2 * PER_SET),
          ...oneWordQueries(sample, 2 * PER_SET),
          ...otherLanguageQueries(PER_SET),
        ];
    const before = process.memoryUsage.rss();
    await withStore(env, async (store) => {
      await store.listings.warmSearch();
      const results = await ask(docs, queries, async ({ q, country }) => {
        const filter = { q, status: "live", sort: "relevance", ...(country ? { country: [country] } : {}) } as const;
        return (await store.listings.search(filter, { page: 1, perPage: 10 })).items.map(({ id }) => id);
      });
      const memory = (process.memoryUsage.rss() - before) / 1e6;
      table.push({ engine: `Debut, ${rows}`, ...figuresOf(results), "memory MB": memory });
    });
    table.push({ engine: `FTS5, ${rows}`, ...figuresOf(await ask(docs, queries, plainFts(docs.values()))) });
  }
  printTable(table);
}

/** Asks everything twice: the second time, the code is compiled. */
async function ask(docs: ReadonlyMap<number, Doc>, queries: Query[], engine: Engine): Promise<Result[]> {
  for (const query of queries) await engine(query);
  const results: Result[] = [];
  for (const query of queries) {
    const [from, used] = [performance.now(), process.cpuUsage()];
    const ids = await engine(query);
    const { user, system } = process.cpuUsage(used);
    const { set, target, categories } = query;
    const isRight = (id: number | undefined) =>
      id !== undefined && (id === target || (categories?.includes(docs.get(id)?.category ?? "") ?? false));
    const isJudged = target !== undefined || categories !== undefined;
    results.push({
      ...{ set, ms: performance.now() - from, cpuMs: (user + system) / 1000 },
      first: isJudged ? isRight(ids[0]) : undefined,
      found: isJudged ? ids.some(isRight) : undefined,
    });
  }
  return results;
}

function figuresOf(results: Result[]) {
  const share = (part: string, of: "found" | "first" = "found") => {
    const judged = results.filter(({ set, found }) => set.includes(part) && found !== undefined);
    return judged.length ? (judged.filter((one) => one[of]).length / judged.length).toFixed(3) : "";
  };
  const times = results.map(({ ms }) => ms);
  const cpuOf = (part: string) => {
    const some = results.filter(({ set }) => set.includes(part)).map(({ cpuMs }) => cpuMs);
    return some.length ? some.reduce((sum, ms) => sum + ms, 0) / some.length : "";
  };
  const cpu = results.map(({ cpuMs }) => cpuMs);
  return {
    "no error": share("no error"),
    "one error": share("one error in"),
    "two errors": share("two errors in"),
    everyday: share("everyday"),
    "everyday, first": share("everyday", "first"),
    "p50 ms": quantile(times, 0.5),
    "p99 ms": quantile(times, 0.99),
    "p99 CPU ms": quantile(cpu, 0.99),
    "mean CPU ms, everyday": cpuOf("everyday"),
    "mean CPU ms, other languages": cpuOf("other languages"),
  };
}

/** The baseline: every word must occur, the last may be unfinished. */
function plainFts(docs: Iterable<Doc>): Engine {
  const db = new Database(":memory:");
  db.exec(
    `create virtual table search using fts5(name, tagline, keywords, description, country unindexed,
       tokenize="unicode61 remove_diacritics 2", prefix='2 3')`,
  );
  const add = db.prepare(
    "insert into search(rowid, name, tagline, keywords, description, country) values (?, ?, ?, ?, ?, ?)",
  );
  db.transaction(() => {
    for (const { id, name, tagline, keywords, description, country } of docs)
      add.run(id, name, tagline, keywords.join("\n"), description, country);
  })();
  const find = db
    .prepare(
      `select rowid from search where search match @match and (@country is null or country = @country)
       order by bm25(search, 10, 5, 4, 1) limit 10`,
    )
    .pluck();
  return ({ q, country }) => {
    const words = searchWords(q).map((word) => `"${word}"`);
    return words.length ? (find.all({ match: `${words.join(" ")}*`, country: country ?? null }) as number[]) : [];
  };
}
