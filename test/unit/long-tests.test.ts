import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { LONG } from "../helpers/long.ts";

const root = join(import.meta.dirname, "../..");

it.each(LONG)("%s, a long test, is there", (pattern) => {
  expect(globSync(pattern, { cwd: root })).not.toEqual([]);
});

it("the quick tests keep the way from a submitted website to a live listing in a browser", () => {
  const long = LONG.flatMap((pattern) => globSync(pattern, { cwd: root }));
  expect(long).not.toContain("test/browser/submit-to-live.test.ts");
  expect(long.length).toBeGreaterThan(50);
});
