// `npm run bench`: what the service promises about speed and safety, each against a peer or a floor in the same run.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchCrash } from "./crash.ts";
import { benchReads } from "./reads.ts";

const BENCHES: [title: string, run: (folder: string) => Promise<void>][] = [
  ["One listing, read by three doors", benchReads],
  ["Submit, kill -9, start again", benchCrash],
];

for (const [title, run] of BENCHES) {
  const folder = mkdtempSync(join(tmpdir(), "debut-bench-"));
  console.log(title);
  try {
    await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
