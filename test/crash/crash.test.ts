import { expect, it } from "vitest";
import { crash } from "./crash.ts";
import { CAN_FREEZE } from "./freeze.ts";
import { brokenBy } from "./inspect.ts";

/** `npm run crash -- --kills 300` is the long one. A run that fails names its seed, which brings the same load again. */
it("a server that is killed repeatedly keeps every acknowledged write and does each once", async () => {
  const report = await crash({ kills: 7, frozen: 16, seed: "every change" });
  const broken = brokenBy(report);
  expect(broken, `${report.seed}: ${broken.join("\n")}`).toEqual([]);
  // A slow machine ends lives by time instead of by answers.
  expect(report.acknowledged).toBeGreaterThan(50);
  expect(report.frozen).toBe(CAN_FREEZE ? 6 * 16 : 0);
});
