import { expect, inject, it } from "vitest";
import { rounds } from "../helpers/rounds.ts";
import { crash } from "./crash.ts";
import { CAN_FREEZE } from "./freeze.ts";

/** `npm run crash -- --kills 300` is the long one. A run that fails names its seed, which brings the same load again. */
it("a server that is killed repeatedly keeps every acknowledged write and does each once", {
  timeout: 300_000,
}, async () => {
  const kills = rounds({ short: 7, long: 9 });
  const frozen = rounds({ short: 9, long: 25 });
  const report = await crash({ kills, frozen, seed: `every change ${inject("seed")}` });
  const { lost, doubled, wrong, faults, acknowledged, seed } = report;
  expect({ lost, doubled, wrong, faults, seed }).toEqual({ lost: [], doubled: [], wrong: [], faults: [], seed });
  expect(acknowledged).toBeGreaterThan((100 / 9) * kills);
  expect(report.frozen).toBe(CAN_FREEZE ? (kills - 1) * frozen : 0);
});
