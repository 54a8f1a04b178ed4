import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import base from "../../vitest.config.ts";

/** What `scripts/mutate.ts` sends: the file to change, and its text after the change. */
const { file, source } = JSON.parse(process.env.MUTANT ?? "{}") as { file?: string; source?: string };
const root = fileURLToPath(new URL("../../", import.meta.url));

export default defineConfig({
  ...base,
  // Vitest's cache knows files by what is on the disk, where the mutant never is.
  test: { ...base.test, root, bail: 1, testTimeout: 20_000, fsModuleCache: false },
  plugins: [{ name: "mutant", enforce: "pre", load: (id) => (id === file ? source : undefined) }],
});
