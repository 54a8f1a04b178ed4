#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// What Node compiles of the sources is kept for the next start, which then takes half as long. The release brings its own along.
if (import.meta.url.endsWith(".ts"))
  enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/debut", import.meta.url)));

// Database, backups and pictures are for the owner's eyes, also where a folder is open to everybody.
process.umask(0o077);

// Whoever reads has read enough, as `debut export | head` does.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => process.exit(code === "EPIPE" ? 0 : 1));

// No await here: the release makes CommonJS of this, which has none at its top.
void import("./commands/run.ts").then(async ({ main, tell }) => {
  process.on("uncaughtException", (error) => {
    // A server that runs looks after its own.
    if (process.listenerCount("uncaughtException") === 1) process.exit(tell(error, process.env, process));
  });
  process.exitCode = await main(process.argv.slice(2), process.env);
});
