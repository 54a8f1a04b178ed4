import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { LONG } from "../helpers/long.ts";

const root = join(import.meta.dirname, "../..");

it.each(LONG)("the long test %s exists", (pattern) => {
  expect(globSync(pattern, { cwd: root })).not.toEqual([]);
});

it("the quick tests include submitting a website until it is live, in a browser", () => {
  const long = LONG.flatMap((pattern) => globSync(pattern, { cwd: root }));
  expect(long).not.toContain("test/browser/submit-to-live.test.ts");
  expect(long.length).toBeGreaterThan(50);
});
