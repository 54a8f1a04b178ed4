import { availableParallelism } from "node:os";
import { matchesGlob, relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { LONG, part } from "./test/helpers/long.ts";
import { isPostgres } from "./test/helpers/postgres/is-postgres.ts";
import { ON_BOTH, SQLITE_ONLY } from "./test/helpers/postgres/sqlite-only.ts";

/** Started last, one of these would run while the other cores are idle. */
const FIRST = [...LONG, "test/browser/*"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isFirst = ({ moduleId }: TestSpecification) =>
      FIRST.some((pattern) => matchesGlob(relative(import.meta.dirname, moduleId), pattern));
    const { first = [], later = [] } = Object.groupBy(await super.sort(files), (file) =>
      isFirst(file) ? "first" : "later",
    );
    return [...first, ...later];
  }
}

function files(): { include: string[]; exclude?: string[] } {
  if (isPostgres()) {
    return { include: ON_BOTH, exclude: Object.keys(SQLITE_ONLY) };
  }
  if (part() === "long") return { include: LONG };
  return { include: ["test/**/*.test.ts"], ...(part() === "quick" && { exclude: LONG }) };
}

export default defineConfig({
  test: {
    ...files(),
    globalSetup: ["test/helpers/seed.ts", "test/helpers/run-folder.ts", "test/helpers/postgres/setup.ts"],
    setupFiles: ["test/helpers/after-file.ts", "test/helpers/postgres/skip.ts"],
    // They end what hangs. Real servers, databases and browsers take their time on a small machine, and more on a busy one.
    testTimeout: 900_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    pool: "forks",
    // Tests make much that lives briefly. With room for it, garbage is collected less often: 3 % less CPU time.
    execArgv: ["--min-semi-space-size=32"],
    // Loading the program anew for each file took a quarter of the time. What a test changes is in its own world, not in modules.
    isolate: false,
    // Many files wait for a process, a browser or a timer. Twice as many as cores use that time.
    maxWorkers: 2 * availableParallelism(),
    sequence: { sequencer: LongestFirst },
    // Node runs TypeScript by itself, as users do. Nothing here needs what Vite would add.
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
