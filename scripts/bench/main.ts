// `npm run bench`: the claims about speed and safety, each against a peer or a baseline in the same run.
// `npm run bench -- NAME [options]` runs one of them.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchBeside } from "./beside.ts";
import { benchChaos } from "./chaos.ts";
import { benchCrash } from "./crash.ts";
import { benchDigest } from "./digest.ts";
import { benchEngines } from "./engines.ts";
import { benchGrowth } from "./growth.ts";
import { benchLive } from "./live.ts";
import { benchPages } from "./pages.ts";
import { benchReads } from "./reads/reads.ts";
import { benchSearch } from "./search.ts";
import { benchSite } from "./site.ts";
import { benchSoak } from "./soak.ts";
import { benchSpread } from "./spread.ts";
import { benchStart } from "./start.ts";
import { benchVotes } from "./votes.ts";
import { benchWrites } from "./writes/writes.ts";

const BENCHES: Record<string, { title: string; run: (folder: string, options: string[]) => Promise<void> }> = {
  reads: { title: "Reads of random rows while another process writes", run: benchReads },
  writes: { title: "Writes beside what the disk and the processor allow", run: benchWrites },
  engines: { title: "The same node on SQLite and on PostgreSQL", run: benchEngines },
  votes: { title: "Votes on PostgreSQL, a millisecond away", run: benchVotes },
  spread: { title: "A write on one of three nodes, seen on the others", run: benchSpread },
  beside: { title: "Reads and writes of an older checkout and of this one", run: benchBeside },
  growth: { title: "The same reads at 1,000 to 1,000,000 listings", run: benchGrowth },
  digest: { title: "A digest to 10,000 readers over SMTP, with kills", run: benchDigest },
  crash: { title: "Every kind of write, kill -9, start again", run: benchCrash },
  chaos: { title: "Three nodes on PostgreSQL, nodes and database killed", run: benchChaos },
  start: { title: "Start time and memory", run: benchStart },
  soak: { title: "Everything at once, for minutes", run: benchSoak },
  search: { title: "Search beside its peers", run: benchSearch },
  live: { title: "One launch page that 5,000 follow", run: benchLive },
  pages: { title: "CPU time of pages that are made", run: benchPages },
  site: { title: "Pages beside the REST responses with the same data", run: benchSite },
};

const [name, ...options] = process.argv.slice(2);
const wanted = name === undefined ? Object.keys(BENCHES) : [name];
for (const each of wanted) {
  const bench = BENCHES[each];
  if (!bench) throw new Error(`There is no benchmark "${each}". There are: ${Object.keys(BENCHES).join(", ")}.`);
  const folder = mkdtempSync(join(tmpdir(), "debut-bench-"));
  console.log(bench.title);
  try {
    await bench.run(folder, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
