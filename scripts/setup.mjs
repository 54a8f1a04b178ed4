// Installs what is missing, on whatever Node the host has (this file must run on Node 18 and later).
// The pinned Node comes with the install as the npm package `node`; later npm scripts find it in node_modules/.bin.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const root = new URL("../", import.meta.url);
const packagesIn = (file) => JSON.parse(readFileSync(new URL(file, root), "utf8")).packages;

/** npm records what it installed when everything is there. Optional packages of other platforms never are. */
function isInstalled() {
  const note = "node_modules/.package-lock.json";
  if (!existsSync(new URL(note, root)) || !existsSync(new URL("node_modules/node/bin", root))) return false;
  const there = packagesIn(note);
  return Object.entries(packagesIn("package-lock.json")).every(
    ([path, { version, optional }]) =>
      path === "" || there[path]?.version === version || (optional && there[path] === undefined),
  );
}

if (!isInstalled()) {
  console.error("Installing packages (once, about a minute) …");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const run = spawnSync(npm, ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (run.status !== 0) {
    console.error("npm ci failed. Check the network and run the same command again.");
    process.exit(1);
  }
}
