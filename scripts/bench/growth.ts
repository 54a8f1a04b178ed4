import { join } from "node:path";
import { parseArgs } from "node:util";
import { createGround } from "./reads/ground.ts";
import { measure, numbers, SUBJECTS, servedFrom } from "./reads/reads.ts";
import { MOST_WARM_UP_SECONDS, median, ROUND_OPTIONS } from "./reads/rounds.ts";
import { longListSubjects, sitemapSubjects } from "./reads/subjects/long-lists.ts";
import { voteSubjects } from "./reads/subjects/vote.ts";
import { printTable } from "./table.ts";

/** CPU time per request of everything that is read, and of a vote, at more and more listings. */
export async function benchGrowth(folder: string, options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      rows: { type: "string", default: "1000,10000,100000,1000000" },
      writes: { type: "string", default: "1" },
      only: { type: "string", default: "" },
      "warm-up": { type: "string", default: String(MOST_WARM_UP_SECONDS) },
      folder: { type: "string", default: folder },
      ...ROUND_OPTIONS,
    },
  });
  const subjects = [...SUBJECTS, ...longListSubjects, ...sitemapSubjects, ...voteSubjects].filter(({ name }) =>
    name.includes(values.only),
  );
  const sizes = numbers(values.rows);
  const columns: Map<string, number>[] = [];
  for (const rows of sizes) {
    const env = servedFrom(join(values.folder, String(rows)));
    const ground = await createGround(env, rows);
    const { figures, startMs, memoryMb } = await measure(subjects, {
      ...{ env, ground, rows, writes: [Number(values.writes)] },
      ...{ rounds: Number(values.rounds), seconds: Number(values.seconds), warmUpSeconds: Number(values["warm-up"]) },
    });
    columns.push(
      new Map([
        ...[...figures[0]!].map(([name, of]): [string, number] => [name, median(of.map(({ cpuUs }) => cpuUs))]),
        ["start, ms", startMs],
        ["memory afterwards, MB", memoryMb],
      ]),
    );
  }
  console.log(`\nCPU µs per request, ${values.writes} writes a second; medians of ${values.rounds} rounds\n`);
  const last = columns.at(-1)!;
  const rows = [...last.keys()].map((name) => [
    name,
    ...columns.map((column) => column.get(name)!.toFixed(0)),
    (last.get(name)! / columns[0]!.get(name)!).toFixed(2),
  ]);
  printTable([["listings", ...sizes.map(String), "last / first"], ...rows], values.markdown);
}
