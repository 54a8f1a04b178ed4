import { join } from "node:path";
import { expect, it } from "vitest";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";
import { brokenBy } from "./inspect.ts";
import { crashNodes } from "./nodes.ts";

/** `npm run bench -- chaos` is the long one. */
it.runIf(isPostgres())(
  "three nodes on PostgreSQL lose and duplicate nothing, whichever of them or the database is killed",
  async () => {
    const report = await crashNodes({
      program: [process.execPath, join(import.meta.dirname, "../../server/main.ts")],
      isOver: (kills) => kills === 3,
      answersBetweenKills: [60, 120],
      seed: "three nodes",
      sites: { sites: 200, claimable: 60 },
    });
    const broken = brokenBy(report);
    expect(broken, broken.join("\n")).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(100);
  },
);
