import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runHere } from "../helpers/process.ts";
import { createWorld } from "../helpers/world.ts";

const world = await createWorld();
const kite = (name: string) => ({ name, url: `https://${name}-kites.dev`, categories: ["Web analytics"] });

it("debut import takes a folder of YAML and JSON files, and names those that it cannot read", async () => {
  const folder = join(world.folder, "tools");
  mkdirSync(join(folder, "more"), { recursive: true });
  writeFileSync(join(folder, "ann.yaml"), "name: Ann\nurl: https://ann-kites.dev\ncategories: [Web analytics]\n");
  writeFileSync(join(folder, "more/some.json"), JSON.stringify([kite("bo"), kite("cy")]));
  writeFileSync(join(folder, "broken.json"), "{");
  writeFileSync(join(folder, "readme.md"), "# None");
  const { code, stdout } = await runHere(["import", folder], { DATA_DIR: world.folder });
  expect([code, stdout]).toEqual([1, expect.stringContaining("3 added")]);
  expect(stdout).toContain("broken.json: ");
  expect(await world.deps.store.listings.findBySite("cy-kites.dev")).toMatchObject({ name: "cy" });
  const none = await runHere(["import", join(folder, "more", "none")], { DATA_DIR: world.folder });
  expect(none.code).not.toBe(0);
  mkdirSync(join(folder, "empty"));
  const empty = await runHere(["import", join(folder, "empty")], { DATA_DIR: world.folder });
  expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining("This folder has no YAML or JSON files.")]);
});
