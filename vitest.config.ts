import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/helpers/seed.ts",
    // Real servers, real SQLite and a real browser take their time on a small machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: "forks",
    // Loading the program anew for each file took a quarter of the time. What a test changes is in its own world, not in modules.
    isolate: false,
    // Vitest leaves one core for itself, which on two cores means one file at a time.
    maxWorkers: "100%",
  },
});
