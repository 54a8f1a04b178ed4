import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Comments that carry a derivation, the behaviour of other programs, or a contract that code cannot show. */
const LONGER = [
  "crawler/pages.ts",
  "domain/orders/money.ts",
  "domain/launches/ranking.ts",
  "http/same-origin.ts",
  "payments/gateway.ts",
  "payments/webhook.ts",
  "scripts/release.ts",
  "store/sqlite/presence.ts",
];
const COMMENT = /^[ \t]*\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+/gm;
const lengthOf = (comment: string): number => comment.split("\n").filter((line) => /\w/.test(line)).length;

it("comments have at most two lines, with a few exceptions", () => {
  const files = readdirSync(".", { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !/(^|\/)node_modules\/|^(dist|var)\//.test(file),
  );
  const long = files.flatMap((file) => {
    const source = readFileSync(file, "utf8");
    return [...source.matchAll(COMMENT)]
      .filter(([comment]) => lengthOf(comment) > 2)
      .map(({ index }) => `${file}:${source.slice(0, index).split("\n").length}`);
  });
  expect(files.length).toBeGreaterThan(300);
  expect(long.filter((place) => !LONGER.some((file) => place.startsWith(`${file}:`)))).toEqual([]);
});
