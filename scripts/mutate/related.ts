import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

const IMPORTED = /^(?:import|export)\s(?!type\s)[^;]*?\bfrom\s"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gm;

/** Test files that run a file, nearest first; of two as near, first the one that loads less. */
export function relatedTests(root: string, file: string): string[] {
  const files = globSync("**/*.ts", { cwd: root, exclude: ["node_modules", "dist", "var"] });
  const importsOf = new Map(
    files.map((from) => {
      const found = [...readFileSync(join(root, from), "utf8").matchAll(IMPORTED)];
      return [from, found.map(([, one, other]) => posix.join(posix.dirname(from), (one ?? other)!))];
    }),
  );
  /** What a test loads, and how many imports lie between it and the file. */
  function reach(test: string): { loaded: number; distance: number } {
    const distances = new Map([[test, 0]]);
    for (const [from, distance] of distances)
      for (const to of importsOf.get(from) ?? []) if (!distances.has(to)) distances.set(to, distance + 1);
    return { loaded: distances.size, distance: distances.get(file) ?? Infinity };
  }
  return files
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => ({ name, ...reach(name) }))
    .filter(({ distance }) => distance < Infinity)
    .sort((a, b) => a.distance - b.distance || a.loaded - b.loaded)
    .map(({ name }) => name);
}
