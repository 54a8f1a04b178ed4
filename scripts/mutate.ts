// `npm run mutate`: changes one operator, condition, literal, return or call at a time in the lines that differ from
// origin/main, and prints the changes that no test notices. `npm run mutate -- domain/orders/fulfil.ts` takes whole files.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { mutantsOf } from "./mutate/mutants.ts";
import { relatedTests } from "./mutate/related.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    base: { type: "string", default: "origin/main" },
    /** Run these tests instead of the nearest ones. */
    tests: { type: "string", multiple: true },
    /** How many of the related test files to run, nearest first. */
    near: { type: "string", default: "6" },
  },
});
const TIMEOUT_MS = 300_000;

const git = (...args: string[]): string => execFileSync("git", args, { cwd: root, encoding: "utf8" });
const isSource = (file: string): boolean => /^(?!test\/|scripts\/).*\.ts$/.test(file);

/** Lines of a file that differ from the base. */
function changedLines(file: string): Set<number> {
  const hunks = git("diff", "-U0", values.base, "--", file).matchAll(/^@@ \S+ \+(\d+)(?:,(\d+))? @@/gm);
  return new Set(
    [...hunks].flatMap(([, start, count = "1"]) => Array.from({ length: +count }, (_, nth) => Number(start) + nth)),
  );
}

/** Whether the tests fail, as they should: a program that no longer ends counts as well. */
function fails(tests: string[], env: Record<string, string>): boolean {
  const path = [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const args = ["run", "--config", "scripts/mutate/vitest.config.ts", "--reporter=dot", ...tests];
  const shell = process.platform === "win32";
  const options = { cwd: root, timeout: TIMEOUT_MS, shell, env: { ...process.env, PATH: path, ...env } };
  return spawnSync("vitest", args, options).status !== 0;
}

const files = positionals.length
  ? positionals
  : git("diff", "--name-only", "--diff-filter=AM", values.base).split("\n").filter(isSource);
let survived = 0;
let tried = 0;
for (const file of files) {
  const source = readFileSync(join(root, file), "utf8");
  const wanted = positionals.length ? undefined : changedLines(file);
  const mutants = mutantsOf(file, source).filter(({ line }) => wanted?.has(line) ?? true);
  if (mutants.length === 0) continue;
  const tests = values.tests ?? relatedTests(root, file).slice(0, Number(values.near));
  console.log(`${file}: ${mutants.length} mutants, tried by ${tests.join(", ") || "no test"}`);
  // One seed for all, so that a mutant is never blamed for what chance did.
  const TEST_SEED = "mutate";
  if (tests.length && fails(tests, { TEST_SEED })) throw new Error(`These tests fail without a mutant: ${tests}`);
  for (const { start, end, line, was, now } of mutants) {
    const MUTANT = JSON.stringify({ file: join(root, file), source: source.slice(0, start) + now + source.slice(end) });
    tried++;
    if (tests.length && fails(tests, { TEST_SEED, MUTANT })) continue;
    survived++;
    console.log(`${file}:${line} survives: ${short(was)} -> ${short(now)}`);
  }
}
console.log(`${tried - survived} of ${tried} mutants noticed`);
process.exitCode = survived ? 1 : 0;

function short(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 57)}...` : line || "nothing";
}
