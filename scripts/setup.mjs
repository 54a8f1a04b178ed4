// Installs what is missing, on whatever Node the host has (this file must run on Node 18 and later).
// The pinned Node comes with the install as the npm package `node`; later npm scripts find it in node_modules/.bin.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const root = new URL("../", import.meta.url);
const stamp = new URL("node_modules/.debut-installed", root);
const wanted = createHash("sha256")
  .update(readFileSync(new URL("package.json", root)))
  .update(readFileSync(new URL("package-lock.json", root)))
  .digest("hex");

if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
  console.error("Installing packages (once, about a minute) …");
  // With what is listed for development also where NODE_ENV says production: the release has these packages inside, the source needs them.
  // Not `npm ci`: it refuses a lock file whose optional packages for other platforms are absent from the registry in use.
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const run = spawnSync(npm, ["install", "--include=dev", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (run.status !== 0) {
    console.error("npm install failed. Check the network and run the same command again.");
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}
