import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openMarks } from "../../core/runtime/marks.ts";
import { temporaryFolder } from "../helpers/folder.ts";

it("names recorded by a process are visible to others and its successor until removed or cleared", () => {
  const file = join(temporaryFolder(), "new", "marks");
  const [one, other] = [openMarks(file), openMarks(file)];
  one.add("a");
  expect([one.has("a"), other.has("a"), other.has("b")]).toEqual([true, true, false]);
  other.add("b");
  other.remove("a");
  expect([one.has("a"), one.has("b")]).toEqual([false, true]);
  one.close();
  const next = openMarks(file);
  expect([next.has("a"), next.has("b")]).toEqual([false, true]);
  next.clear();
  expect([next.has("b"), other.has("b")]).toEqual([false, false]);
  other.add("c");
  expect(next.has("c")).toBe(true);
  // A process that dies while it writes leaves half a line.
  appendFileSync(file, "+d");
  expect(next.has("d")).toBe(false);
  for (const marks of [other, next]) marks.close();
});
