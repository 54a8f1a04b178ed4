import { expect, it } from "vitest";
import { crash } from "./crash.ts";

/** `npm run crash -- --kills 300` is the long one. A run that fails names its seed, which brings the same load again. */
it("keeps what it acknowledged, and does it once, however often it is killed", { timeout: 300_000 }, async () => {
  const { lost, doubled, wrong, faults, acknowledged, seed } = await crash({ kills: 24, seed: "every change" });
  expect({ lost, doubled, wrong, faults, seed }).toEqual({ lost: [], doubled: [], wrong: [], faults: [], seed });
  expect(acknowledged).toBeGreaterThan(100);
});
