import { expect, inject, it } from "vitest";
import { rounds } from "../helpers/rounds.ts";
import { brokenBy } from "./inspect.ts";
import { crashPair } from "./pair.ts";

/** `npm run bench -- soak --processes 2 --minutes 10` is the long one. */
it("two processes on one folder lose and duplicate nothing, whichever of them is killed", async () => {
  const wanted = rounds({ short: 2, long: 4 });
  const report = await crashPair({
    isOver: (kills) => kills === wanted,
    answersBetweenKills: [60, 120],
    seed: `two of them ${inject("seed")}`,
    sites: { sites: 200, claimable: 60 },
  });
  const broken = brokenBy(report);
  expect(broken, broken.join("\n")).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(100);
  for (const connections of report.served) expect(connections).toBeGreaterThan(0);
});
