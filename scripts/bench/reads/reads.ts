import { join } from "node:path";
import { parseArgs } from "node:util";
import { start } from "../programs.ts";
import { createGround } from "./ground.ts";
import { alternate, printFigures, ROUND_OPTIONS, type Target } from "./rounds.ts";
import type { Subject } from "./subject.ts";
import { editorSubjects } from "./subjects/editor.ts";
import { mcpSubjects } from "./subjects/mcp.ts";
import { pageSubjects } from "./subjects/pages.ts";
import { BARE, REST, restSubjects } from "./subjects/rest.ts";
import { searchSubjects } from "./subjects/search.ts";

const SUBJECTS: Subject[] = [...restSubjects, ...mcpSubjects, ...searchSubjects, ...pageSubjects, ...editorSubjects];
const LIMITS = ["READ_ANONYMOUS", "SEARCH_ANONYMOUS", "MCP_ANONYMOUS", "PAGE_ANONYMOUS", "PAGE", "READ", "VIEW"];

/** A server that meets no limit, behind a proxy on this machine. */
export const servedFrom = (folder: string): Record<string, string> & { DATA_DIR: string } => ({
  DATA_DIR: folder,
  PORT: "0",
  TRUSTED_PROXIES: "127.0.0.1",
  ...Object.fromEntries(LIMITS.map((name) => [`LIMIT_${name}`, "1000000000"])),
});

const numbers = (list: string): number[] => list.split(",").map(Number);

/** Reads of random rows while another process writes. */
export async function benchReads(folder: string, options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      rows: { type: "string", default: "10000,100000" },
      writes: { type: "string", default: "1,10" },
      only: { type: "string", default: "" },
      ...ROUND_OPTIONS,
    },
  });
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  const wanted = SUBJECTS.filter(({ name }) => name === BARE || name === REST || name.includes(values.only));
  for (const rows of numbers(values.rows)) {
    const env = servedFrom(join(folder, String(rows)));
    const ground = await createGround(env, rows);
    for (const writes of numbers(values.writes)) {
      const served = await start("server/main.ts", ["serve", "--json"], env);
      const bare = await start("scripts/bench/bare.ts", [join(env.DATA_DIR, "debut.db")], {});
      const writer = await start("scripts/bench/reads/writer.ts", [String(rows), String(writes)], env);
      try {
        const targets: Target[] = [];
        for (const { name, isBare, requests } of wanted)
          targets.push({
            name,
            program: isBare ? bare : served,
            requests: await requests({ ...ground, url: served.url }),
          });
        const figures = await alternate(targets, rounds, seconds);
        console.log(`\n${rows} listings, ${writes} writes a second; medians of ${rounds} rounds of ${seconds} s\n`);
        printFigures(figures, { "of bare": BARE, "of REST": REST }, values.markdown);
      } finally {
        await Promise.all([served.stop(), bare.stop(), writer.stop()]);
      }
    }
  }
}
