import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { start } from "./programs.ts";
import { SUBJECTS, servedFrom, settled } from "./reads/reads.ts";
import { alternate, type Figures, printBeside, ROUND_OPTIONS, type Target } from "./reads/rounds.ts";
import type { Subject } from "./reads/subject.ts";
import { voteSubjects } from "./reads/subjects/vote.ts";

const ROOT = resolve(import.meta.dirname, "../..");

type Modules = typeof import("./reads/ground.ts") & typeof import("./writes/ground.ts");

/** CPU time of reads and writes of this checkout and of an older one, each on the same rows, in turn. */
export async function benchBeside(folder: string, options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      rows: { type: "string", default: "10000" },
      only: { type: "string", default: "" },
      beside: { type: "string" },
      ...ROUND_OPTIONS,
    },
  });
  if (!values.beside) return console.log("Left out: it needs an older checkout, --beside FOLDER.");
  const other = resolve(values.beside);
  const envOf = (name: string) => ({
    ...servedFrom(join(folder, name)),
    LIMIT_WRITE: "1000000000",
    LIMIT_CREDENTIAL: "1000000000",
  });
  const [before, now] = [envOf("before"), envOf("now")];
  // The older one writes the rows: the newer one can open them, but not the other way round.
  const { createGround, createWriters }: Modules = Object.assign(
    {},
    await import(join(other, "scripts/bench/reads/ground.ts")),
    await import(join(other, "scripts/bench/writes/ground.ts")),
  );
  const { edits } = await createWriters(before, Number(values.rows));
  const ground = await createGround(before, Number(values.rows));
  cpSync(before.DATA_DIR, now.DATA_DIR, { recursive: true });

  const subjects: Subject[] = [...SUBJECTS, ...voteSubjects, { name: "edit by REST, a write", requests: () => edits }];
  const wanted = subjects.filter(({ name, peer }) => !peer && name.includes(values.only));
  const programs = new Map([
    ["before", await start(join(other, "server/main.ts"), ["serve", "--json"], before)],
    ["now", await start(join(ROOT, "server/main.ts"), ["serve", "--json"], now)],
  ]);
  try {
    for (const { child } of programs.values()) await settled(child);
    const targets: Target[] = [];
    for (const subject of wanted)
      for (const [column, program] of programs)
        targets.push({
          ...{ name: `${subject.name}, ${column}`, program },
          requests: await subject.requests({ ...ground, url: program.url }),
        });
    const figures = await alternate(targets, { rounds: Number(values.rounds), seconds: Number(values.seconds) });
    const of = (column: string): Figures =>
      new Map(wanted.map(({ name }) => [name, figures.get(`${name}, ${column}`)!]));
    printBeside(new Map([...programs.keys()].map((column) => [column, of(column)])), values.markdown);
  } finally {
    await Promise.all([...programs.values()].map((program) => program.stop()));
  }
}
