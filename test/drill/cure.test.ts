import { expect, it } from "vitest";
import { commandsIn } from "../../scripts/bench/drill/cure.ts";

it("finds the commands in a cure, without the surrounding words", () => {
  expect(
    commandsIn("Stop the site, then go back: debut restore /b/debut-1.db --force The damaged file is kept."),
  ).toEqual([["restore", "/b/debut-1.db", "--force"]]);
  expect(commandsIn("See debut jobs list --kind back-up for errors. debut backup makes one now.")).toEqual([
    ["jobs", "list", "--kind", "back-up"],
    ["backup"],
  ]);
  expect(commandsIn("Check the disk. If the errors stay, restore: debut restore FILE --force")).toEqual([]);
  expect(commandsIn("Restore a backup: debut restore FILE --force (none was found)")).toEqual([
    ["restore", "FILE", "--force"],
  ]);
  expect(commandsIn("This is debut itself.\nRun debut migrate --search.")).toEqual([["migrate", "--search"]]);
});
