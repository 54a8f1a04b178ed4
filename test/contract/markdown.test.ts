import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !/(^|\/)node_modules\/|^(var|dist|coverage|\.git)\//.test(file));
const folders = new Set(files.filter((file) => file.includes("/")).map((file) => file.slice(0, file.indexOf("/"))));
const names = new Set(files.map((file) => basename(file)));
const documents = files.filter((file) => file.endsWith(".md") && !file.startsWith("data/texts/"));

const textOf = (file: string): string => readFileSync(join(root, file), "utf8");
const proseOf = (file: string): string => textOf(file).replace(/^ *```[\s\S]*?^ *```/gm, "");
const exists = (path: string): boolean => existsSync(join(root, path));

/** What GitHub and `renderGuide` make of a heading. */
const anchorsOf = (file: string): string[] =>
  [...proseOf(file).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

function brokenLinks(file: string): string[] {
  const links = [...proseOf(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to!);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? file : relative(root, join(root, dirname(file), decodeURI(path)));
    return !exists(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  });
}

/** Paths of the repository, and names of source files alone. A `<part>` stands for any name. */
function missingFiles(file: string): string[] {
  const prose = proseOf(file).replace(/\]\([^)]*\)/g, "]");
  const paths = [...prose.matchAll(/(?<![\w/.~<>-])([\w.-]+)\/[\w./-]+\.(?:ts|mjs|cjs|js|css|md|json|ya?ml|sql)\b/g)];
  const bare = [...prose.matchAll(/`([\w-]+(?:\.[\w-]+)*\.(?:ts|mjs|cjs))`/g)].map(([, name]) => name!);
  return [
    ...paths.flatMap(([path, folder]) => (folders.has(folder!) && !exists(path) ? [path] : [])),
    ...bare.filter((name) => !names.has(name)),
  ];
}

/** Tests that a document names, as `(test/layers.test.ts: "no import climbs")`, and that are not there. */
function missingTests(file: string): string[] {
  const named = proseOf(file)
    .replace(/\s+/g, " ")
    .matchAll(/(test\/[\w./-]+\.test\.ts)`?: ("[^"]+")/g);
  return [...named].flatMap(([claim, path, title]) => {
    const source = exists(path!) ? textOf(path!) : "";
    return [...source.matchAll(/[(]\s*("[^"\n]+")/g)].some(([, known]) => known === title) ? [] : [claim];
  });
}

/** Only what cannot be broken may be longer: tables, headings, commands and addresses. */
function longLines(file: string): string[] {
  const lines = proseOf(file).split("\n");
  return lines.filter((line) => line.length > 100 && !/^\s*[|#]/.test(line) && / /.test(line.trim().slice(0, 100)));
}

describe.each(documents)("%s", (file) => {
  it("links to files and headings that exist", () => expect(brokenLinks(file)).toEqual([]));
  it("names files that exist", () => expect(missingFiles(file)).toEqual([]));
  it("names tests that exist", () => expect(missingTests(file)).toEqual([]));
  it("wraps its lines at 100 characters", () => expect(longLines(file)).toEqual([]));
});

it("docs/architecture.md names the test that holds each of its rules", () => {
  const rules = /^## Rules that hold everywhere\n([\s\S]*?)(?=^## )/m.exec(textOf("docs/architecture.md"))![1]!;
  const items = rules.split(/^- /m).slice(1);
  expect(items.length).toBeGreaterThan(8);
  expect(items.filter((item) => !/test\/[\w./-]+\.test\.ts/.test(item))).toEqual([]);
});

const decisions = documents.filter((file) => /^docs\/decisions\/[a-z]/.test(file));

it("there are at most 32 decision records", () => expect(decisions.length).toBeLessThanOrEqual(32));

describe.each(decisions)("decision record %s", (file) => {
  it("says what is true and why, then what was rejected, in 15 to 60 lines", () => {
    expect(textOf(file)).toMatch(/^# .+\n\n[^#][\s\S]*\n## Rejected\n(\n?- .+)+\n$/);
    const lines = textOf(file).trimEnd().split("\n").length;
    expect(lines).toBeGreaterThanOrEqual(15);
    expect(lines).toBeLessThanOrEqual(60);
  });
});

it("docs/decisions/dependencies.md gives a reason for every package of a release", () => {
  const text = textOf("docs/decisions/dependencies.md");
  const names = Object.keys(JSON.parse(textOf("package.json")).dependencies);
  const isNamed = (name: string) => text.includes(name) || text.includes(name.replace(/\/.*/, "/*"));
  expect(names.filter((name) => !isNamed(name))).toEqual([]);
});

describe("docs/glossary.md", () => {
  const rows = exists("docs/glossary.md")
    ? [...textOf("docs/glossary.md").matchAll(/^\| \*\*(.+?)\*\* \| (.+?) \| (.*?) ?\|$/gm)]
    : [];
  const terms = rows.map(([, term]) => term!);
  /** Words that the glossary replaces; only the glossary itself may contain them. */
  const replaced = rows.flatMap(([, , , not]) => [...not!.matchAll(/"([^"]+)"/g)].map(([, word]) => word!));

  it("explains at least 40 terms, in alphabetical order and each once", () => {
    expect(terms.length).toBeGreaterThanOrEqual(40);
    expect(terms).toEqual([...new Set(terms)].sort((a, b) => a.localeCompare(b, "en")));
  });

  it("is kept: no document uses a word that it replaces", () => {
    expect(replaced.length).toBeGreaterThan(5);
    const pattern = new RegExp(`(?<![\\w/-])(?:${replaced.join("|")})(?:e?s)?(?![\\w-])`, "gi");
    const found = documents
      .filter((file) => file !== "docs/glossary.md")
      .flatMap((file) => [...proseOf(file).matchAll(pattern)].map(([word]) => `${file}: ${word}`));
    expect(found).toEqual([]);
  });
});
