import { globSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { expect, it } from "vitest";

const PAGES = ["about.md", "contact.md", "imprint.md", "pricing.md"];
const folders = globSync("data/texts/*/").map((folder) => basename(folder));
const read = (path: string) => readFileSync(`data/texts/${path}`, "utf8");
/** Facts, sections and links, which a translation has as the original has them. */
const marksOf = (text: string) => [...text.matchAll(/\{\{[#^/]?\w+\}\}|\]\([^)]*\)/g)].map(([mark]) => mark).sort();

it("every folder of standard pages has those that are not legal, and no others", () => {
  const files = globSync("data/texts/*/*").map((file) => `${basename(dirname(file))}/${basename(file)}`);
  expect(files.sort()).toEqual(folders.flatMap((tag) => PAGES.map((name) => `${tag}/${name}`)).sort());
  for (const tag of folders) expect(globSync(`languages/${tag}.po`), tag).toHaveLength(1);
});

it.each(folders.flatMap((tag) => PAGES.map((name) => `${tag}/${name}`)))(
  "%s has the facts and links of ours",
  (path) => {
    expect(marksOf(read(path))).toEqual(marksOf(read(basename(path))));
  },
);

it("marks are found, or nothing would be compared", () => {
  expect(marksOf(read("about.md"))).toContain("{{site}}");
  expect(marksOf(read("about.md"))).toContain("](/connect)");
});
