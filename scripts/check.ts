// What `npm test`, `npm run test:long` and `npm run test:postgres` run. A failed step does not end the
// others, so that one run shows everything.
import { spawn } from "node:child_process";
import { appendFileSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const report = join(tmpdir(), `debut-vitest-${process.pid}.json`);

/** The tests of each command, as vitest.config.ts takes them. */
const PARTS: Record<string, NodeJS.ProcessEnv> = {
  quick: { TEST_PART: "quick" },
  long: { TEST_PART: "long" },
  postgres: { TEST_ENGINE: "postgres" },
};
const part = process.argv[2] ?? "quick";
const environment = PARTS[part];
if (!environment)
  throw new Error(`There is no part "${part}" of the tests. Use one of ${Object.keys(PARTS).join(", ")}.`);

/** In parallel, because each leaves a core idle. They look at the tests of all parts. */
const CHECKS: [name: string, command: string[]][] = [
  ["style and lint", ["biome", "ci", "--reporter=summary"]],
  // More threads check the same types again in each, which costs more than two cores gain.
  ["types", ["tsc", "--noEmit", "--singleThreaded"]],
  ["unused code", ["knip"]],
];
const TESTS = ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];

/** For all programs. The compiler of types is one of Go: collecting garbage as often as usual took it half of its time. */
const CHEAPER = { GOGC: "400", NODE_COMPILE_CACHE: join(root, "node_modules/.cache/checks") };

type Outcome = { isGood: boolean; output: string; seconds: number };

/** Runs a program of node_modules/.bin; its output is shown, or collected while others run in parallel. */
function run([program, ...args]: string[], shown: boolean): Promise<Outcome> {
  const path = [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program!, args, {
      cwd: root,
      stdio: ["ignore", shown ? "inherit" : "pipe", shown ? "inherit" : "pipe"],
      env: { ...CHEAPER, ...process.env, ...environment, PATH: path },
      shell: process.platform === "win32",
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk) => {
        output += chunk;
      });
    }
    const end = (isGood: boolean) => resolve({ isGood, output, seconds: (performance.now() - started) / 1000 });
    child.on("error", (error) => {
      output += `${error.message}\n`;
      end(false);
    });
    child.on("close", (code) => end(code === 0));
  });
}

type Report = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

const firstLine = (text = ""): string => text.split("\n", 1)[0]!.slice(0, 300);

/** The counts of vitest, and what failed; if it wrote none, it did not reach the tests. */
function totals(): { passed: number; failed: number; failures: string[] } {
  try {
    const { numPassedTests, numFailedTests, testResults }: Report = JSON.parse(readFileSync(report, "utf8"));
    const failures = testResults
      .filter(({ status }) => status === "failed")
      .flatMap(({ name, message, assertionResults }) => {
        const failed = assertionResults.filter(({ status }) => status === "failed");
        const told = failed.map(({ fullName, failureMessages: [first] }) => `${fullName}: ${firstLine(first)}`);
        return (told.length ? told : [firstLine(message)]).map((text) => `${relative(root, name)}: ${text}`);
      });
    return { passed: numPassedTests, failed: numFailedTests, failures };
  } catch {
    return { passed: 0, failed: 0, failures: [] };
  } finally {
    rmSync(report, { force: true });
  }
}

const failed: string[] = [];
const tell = (name: string, { isGood, output, seconds }: Outcome): void => {
  console.log(`${output}== ${name}: ${isGood ? "ok" : "FAILED"} (${seconds.toFixed(1)} s)`);
  if (!isGood) failed.push(name);
};
const checks = part === "quick" ? CHECKS.map(([name, command]) => [name, run(command, false)] as const) : [];
for (const [name, outcome] of checks) tell(name, await outcome);
console.log();
tell("tests", await run(TESTS, true));

const tests = totals();
if (failed.length) {
  const told = [`npm run ${process.env.npm_lifecycle_event ?? part}: ${failed.join(", ")} failed`, ...tests.failures];
  console.log(`\n${told.join("\n")}`);
  // Of several commands, so that one place says what failed in any of them.
  if (process.env.CHECK_FAILURES) appendFileSync(process.env.CHECK_FAILURES, `${told.join("\n")}\n`);
  process.exitCode = 1;
}
// A failed step besides the tests counts as one failure.
const others = failed.filter((name) => name !== "tests").length;
console.log(
  `\n${tests.passed} passed, ${tests.failed + others + (failed.includes("tests") && tests.failed === 0 ? 1 : 0)} failed`,
);
