import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ROWS, runDrill } from "../../scripts/bench/drill/drill.ts";
import { executable } from "../release/built.ts";

/** `npm run drill` is the whole of it. */
it("following the cures that the program names restores the same data and a running site", async () => {
  const told = await runDrill(
    ROWS.filter(({ quick }) => quick),
    undefined,
    await executable(),
  );
  expect(told.map(({ row, faults }) => [row.name, faults])).toEqual(told.map(({ row }) => [row.name, []]));
  expect(told.length).toBeGreaterThan(1);
});

it("every fault has a section in the operating guide", () => {
  const guide = readFileSync(new URL("../../docs/operating.md", import.meta.url), "utf8");
  const anchors = [...guide.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!.toLowerCase().replace(":", "").replaceAll(" ", "-"),
  );
  for (const { anchor } of ROWS) expect(anchors).toContain(anchor);
});
