#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// Caches compiled sources, which halves startup. Releases have their own cache.
if (import.meta.url.endsWith(".ts"))
  enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/debut", import.meta.url)));

// Only the owner may read database, backups and pictures.
process.umask(0o077);

// The reader has closed the pipe, as in `debut export | head`. A closed terminal sends SIGHUP.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  if (code !== "EIO") process.exit(code === "EPIPE" ? 0 : 1);
});

// No await, because releases are CommonJS.
void import("./commands/run.ts").then(async ({ main, tell }) => {
  process.on("uncaughtException", (error) => {
    // A running server has its own handler.
    if (process.listenerCount("uncaughtException") === 1) process.exit(tell(error, process.env, process));
  });
  process.exitCode = await main(process.argv.slice(2), process.env);
});
