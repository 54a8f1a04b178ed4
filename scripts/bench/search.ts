import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { indexWords } from "../../domain/search/search-text.ts";
import questions from "./everyday-questions.json" with { type: "json" };
import { type Doc, readDocs, writeDocs } from "./search-data.ts";
import { ENGINES } from "./search-engines.ts";
import { broadQueries, knownItems, oneWordQueries, type Query } from "./search-queries.ts";
import type { EngineResult } from "./search-worker.ts";

const SAMPLED = 4000;
const PER_SET = 300;
const BROAD = 600;
const WARM_UP = 600;
const QUESTIONED = 1000;

/** Queries about a sample of the listings; word frequencies are counted over all of them. */
async function queriesFor(file: string, rows: number): Promise<(Query & { warmUp?: boolean })[]> {
  const every = Math.max(1, Math.floor(rows / SAMPLED));
  const sample: Doc[] = [];
  const places = new Map<string, number[]>();
  for await (const doc of readDocs(file)) if (doc.id % every === 0) sample.push(doc);
  const wanted = new Set(
    sample.flatMap((doc) => indexWords(`${doc.name} ${doc.tagline} ${doc.keywords.join(" ")} ${doc.description}`)),
  );
  for await (const doc of readDocs(file)) {
    for (const word of indexWords(`${doc.name} ${doc.tagline} ${doc.keywords.join(" ")} ${doc.description}`)) {
      if (!wanted.has(word)) continue;
      const list = places.get(word) ?? [];
      places.set(word, list);
      // A very common word never makes a query fair by itself, so it need not be counted to the end.
      if (list.length <= rows / 20) list.push(doc.id);
    }
  }
  const sharedBy = (words: string[]): number => {
    const lists = words.map((word) => places.get(word) ?? []).sort((a, b) => a.length - b.length);
    if (lists.at(-1)!.length > rows / 20) return Infinity;
    const others = lists.slice(1).map((list) => new Set(list));
    return lists[0]!.filter((id) => others.every((set) => set.has(id))).length;
  };
  const warmUp = [
    ...knownItems(sample, sharedBy, WARM_UP / 12, "warm"),
    ...broadQueries(sample, WARM_UP, "warm"),
    ...oneWordQueries(sample, WARM_UP, "warm"),
  ];
  return [
    ...warmUp.map((query) => ({ ...query, warmUp: true })),
    ...knownItems(sample, sharedBy, PER_SET),
    ...broadQueries(sample, BROAD),
    ...oneWordQueries(sample, BROAD),
    ...questions.map(({ q }) => ({ set: "everyday questions", q })),
  ];
}

function measure(engine: string, docs: string, queries: string, folder: string): EngineResult | undefined {
  const own = mkdtempSync(join(folder, "engine-"));
  const worker = new URL("./search-worker.ts", import.meta.url).pathname;
  const args = ["--expose-gc", "--max-old-space-size=12000", worker, engine, docs, queries, own];
  const { stdout, status } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "inherit"],
  });
  rmSync(own, { recursive: true, force: true });
  return status === 0 ? (JSON.parse(stdout) as EngineResult) : undefined;
}

const share = (value: number | null) => (value === null ? "" : value.toFixed(3));
const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);

function pooled({ sets }: EngineResult, part: string): string {
  const chosen = sets.filter(({ set, recall }) => set.includes(part) && recall !== null);
  const asked = chosen.reduce((sum, set) => sum + set.asked, 0);
  return asked ? (chosen.reduce((sum, set) => sum + set.recall! * set.asked, 0) / asked).toFixed(3) : "";
}

function print(rows: number, results: EngineResult[]): void {
  console.log(`\n${rows.toLocaleString("en")} listings\n`);
  console.log(
    "| engine | asked | build s | memory MB | disk MB | no error | one error | two errors | p50 ms | p99 ms | p99 CPU ms | worst ms | loop blocked ms |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
  for (const result of results) {
    const { engine, buildSeconds, memoryMb, diskMb, blockedMs, all, sets } = result;
    const recalls = ["no error", "one error in", "two errors in"].map((part) => pooled(result, part));
    console.log(
      `| ${engine} | ${sets.reduce((sum, { asked }) => sum + asked, 0)} | ${buildSeconds.toFixed(1)} | ${memoryMb.toFixed(0)} | ${diskMb.toFixed(0)} | ${recalls.join(" | ")} | ${ms(all.p50)} | ${ms(all.p99)} | ${ms(all.cpu99)} | ${ms(all.worst)} | ${ms(blockedMs)} |`,
    );
  }
  for (const { engine, sets } of results) {
    console.log(
      `\n${engine}\n\n| queries | asked | recall@10 | first right | mean CPU ms | p50 ms | p99 ms | p99 CPU ms | worst ms |\n|---|---|---|---|---|---|---|---|---|`,
    );
    for (const { set, asked, recall, first, cpuMean, p50, p99, cpu99, worst } of sets)
      console.log(
        `| ${set} | ${asked} | ${share(recall)} | ${share(first)} | ${cpuMean.toFixed(2)} | ${ms(p50)} | ${ms(p99)} | ${ms(cpu99)} | ${ms(worst)} |`,
      );
  }
}

/** Everyday questions about a thousand listings: is one of the category meant among the first ten? */
async function benchQuestions(folder: string, engines: string[]): Promise<void> {
  const docs = join(folder, "questions.jsonl");
  const queries = join(folder, "questions.json");
  await writeDocs(docs, QUESTIONED);
  writeFileSync(queries, JSON.stringify(questions.map((question) => ({ set: "everyday questions", ...question }))));
  console.log(`\nEveryday questions about ${QUESTIONED} listings\n\n| engine | hit@10 | hit@1 |\n|---|---|---|`);
  for (const engine of engines) {
    const set = measure(engine, docs, queries, folder)?.sets[0];
    if (set) console.log(`| ${engine} | ${share(set.recall)} | ${share(set.first)} |`);
  }
}

/**
 * Search against its peers on the same listings: `--rows 100000` (more than once for several sizes), `--only Debut`,
 * `--keep FOLDER` to keep the listings and queries for another run.
 */
export async function benchSearch(temporary: string, options: string[]): Promise<void> {
  const valuesOf = (name: string) => options.flatMap((option, index) => (options[index - 1] === name ? [option] : []));
  const only = valuesOf("--only");
  const folder = valuesOf("--keep")[0] ?? temporary;
  mkdirSync(folder, { recursive: true });
  const engines = Object.keys(ENGINES).filter((engine) => !only.length || only.includes(engine));
  await benchQuestions(folder, engines);
  for (const rows of valuesOf("--rows").length ? valuesOf("--rows").map(Number) : [100_000]) {
    const docs = join(folder, `${rows}.jsonl`);
    const queries = join(folder, `${rows}-queries.json`);
    if (!existsSync(queries)) {
      await writeDocs(docs, rows);
      writeFileSync(queries, JSON.stringify(await queriesFor(docs, rows)));
    }
    const results: EngineResult[] = [];
    for (const engine of engines) {
      const result = measure(engine, docs, queries, folder);
      console.error(`${engine}: ${result ? `p99 ${ms(result.all.p99)} ms` : "failed"}`);
      if (result) results.push(result);
    }
    print(rows, results);
  }
}
