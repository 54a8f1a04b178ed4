import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const FOLDER = "store/repos";
/** A query or a statement at the beginning of a line of code, with nothing that waits for it. */
const FLOATING =
  /(?:[;{}]|\)|\belse|=>\s*void)\s*((?:this\.|db\b(?!\.\$dialect)|\w+(?:\[\w+\])?\.(?:all|get|run)\()[^\n]*)/g;

const floatingIn = (source: string): string[] => {
  const code = source.replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, "");
  return [...code.matchAll(FLOATING)].map(([, line]) => line!);
};

it("repositories await every query", () => {
  // Biome's noFloatingPromises does not see through Drizzle's types.
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  expect(files.length).toBeGreaterThan(20);
  const found = files.flatMap((file) =>
    floatingIn(readFileSync(`${FOLDER}/${file}`, "utf8")).map((line) => `${file}: ${line}`),
  );
  expect(found).toEqual([]);
});

/** SQL that PostgreSQL does not read, or reads in another sense. */
const SQLITE_SQL =
  /\bjson_(?:set|object|array\(|group_array)|\bjson\(|\bas (?:integer|real)\)|\bis (?:not )?\$\{|\bifnull\(|\bgroup_concat\(|\bglob\b|\bor ignore\b/g;

it("repositories write SQL that both engines read", () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const found = files.flatMap((file) => {
    const source = readFileSync(`${FOLDER}/${file}`, "utf8");
    const texts = [...source.matchAll(/\b(?:sql(?:<[^`]*>)?|statement\()`[^`]*`/g)].map(([text]) => text);
    return texts.flatMap((text) => [...text.matchAll(SQLITE_SQL)].map(([words]) => `${file}: ${words}`));
  });
  expect(found).toEqual([]);
});

it.each([
  "async a() {\n  db\n    .delete(votes).run();\n}",
  "if (known) db.delete(votes);",
  "await one();\n  put.run({ id });",
  "for (const id of ids) this.revoke(id);",
])("a query that is not awaited is found: %j", (code) => {
  expect(floatingIn(code)).toHaveLength(1);
});
