// `npm run bench`: the claims about speed and safety. `npm run bench -- NAME [options]` runs one of them.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchFields } from "./fields.ts";
import { benchChaos, benchCrash, benchDigest } from "./kills.ts";
import { benchLive } from "./live.ts";
import { benchSpread, benchVotes } from "./nodes.ts";
import { benchReads } from "./reads/reads.ts";
import { benchSearch } from "./search.ts";
import { benchSoak } from "./soak.ts";
import { benchStart } from "./start.ts";
import { benchWrites } from "./writes.ts";

type Bench = (folder: string, args: string[]) => Promise<void>;

const GROWTH = ["--rows", "1000,10000,100000,1000000", "--lists"];
const BENCHES: Record<string, [title: string, run: Bench]> = {
  reads: ["Reads of random rows while another process writes", benchReads],
  growth: ["The same at 1,000 to 1,000,000 listings", (folder, args) => benchReads(folder, [...GROWTH, ...args])],
  writes: ["Writes beside what the disk and the processor allow, or on PostgreSQL", benchWrites],
  votes: ["Votes on two nodes with PostgreSQL", benchVotes],
  spread: ["A write on one of three nodes, seen on the others", benchSpread],
  search: ["Search beside FTS5 alone", benchSearch],
  fields: ["Own fields: filters with counts, and edits", benchFields],
  live: ["One launch page that 5,000 follow", benchLive],
  start: ["Start time and memory", benchStart],
  soak: ["Everything at once, for minutes", benchSoak],
  crash: ["Every kind of write, kill -9, start again", benchCrash],
  chaos: ["Three nodes on PostgreSQL, nodes and database killed", benchChaos],
  digest: ["A digest to 10,000 readers over SMTP, with kills", benchDigest],
};

const [name, ...args] = process.argv.slice(2);
for (const each of name === undefined ? Object.keys(BENCHES) : [name]) {
  if (!BENCHES[each])
    throw new Error(`There is no benchmark "${each}". There are: ${Object.keys(BENCHES).join(", ")}.`);
  const [title, run] = BENCHES[each];
  const folder = mkdtempSync(join(tmpdir(), "debut-bench-"));
  console.log(title);
  try {
    await run(folder, args);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
