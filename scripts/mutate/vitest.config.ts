import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import base from "../../vitest.config.ts";

/** What `scripts/mutate.ts` sends: the file to change, and its text after the change. */
const { file, source } = JSON.parse(process.env.MUTANT ?? "{}") as { file?: string; source?: string };
const root = fileURLToPath(new URL("../../", import.meta.url));

export default defineConfig({
  ...base,
  // Only Vite can load a mutant, which is never on the disk; and its cache knows files by what is there.
  test: {
    ...base.test,
    root,
    bail: 1,
    testTimeout: 20_000,
    fsModuleCache: false,
    experimental: { viteModuleRunner: true },
  },
  plugins: [{ name: "mutant", enforce: "pre", load: (id) => (id === file ? source : undefined) }],
});
