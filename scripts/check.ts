// What `npm test` runs. Every step runs even when one before it failed, so that one look shows all that is wrong.
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const report = join(tmpdir(), `debut-vitest-${process.pid}.json`);

const STEPS: [name: string, command: string[]][] = [
  ["style and lint", ["biome", "ci", "--reporter=summary"]],
  ["types", ["tsc", "--noEmit"]],
  ["unused code", ["knip"]],
  ["generated documents", [process.execPath, "scripts/print-docs.ts", "--check"]],
  ["tests", ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`]],
];

/** Runs a program of node_modules/.bin with its output shown; gives whether it succeeded. */
function run([program, ...args]: string[]): Promise<boolean> {
  const path = [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
  return new Promise((resolve) => {
    const child = spawn(program!, args, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, PATH: path },
      shell: process.platform === "win32",
    });
    child.on("error", (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.on("exit", (code) => resolve(code === 0));
  });
}

/** What vitest counted; when it wrote nothing, it did not get as far as the tests. */
function totals(): { passed: number; failed: number } {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
    return { passed: numPassedTests, failed: numFailedTests };
  } catch {
    return { passed: 0, failed: 0 };
  } finally {
    rmSync(report, { force: true });
  }
}

const failed: string[] = [];
for (const [name, command] of STEPS) {
  console.log(`\n== ${name}`);
  const started = performance.now();
  const isGood = await run(command);
  console.log(`== ${name}: ${isGood ? "ok" : "FAILED"} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (!isGood) failed.push(name);
}

const tests = totals();
if (failed.length) {
  console.log(`\nFailed: ${failed.join(", ")}`);
  process.exitCode = 1;
}
// A failed step beside the tests counts as one failure.
const others = failed.filter((name) => name !== "tests").length;
console.log(
  `\n${tests.passed} passed, ${tests.failed + others + (failed.includes("tests") && tests.failed === 0 ? 1 : 0)} failed`,
);
