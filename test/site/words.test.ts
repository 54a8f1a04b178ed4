import { appendFileSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { PAGES } from "../browser/pages.ts";
import { createScene } from "../browser/scene.ts";
import { visibleText } from "../helpers/visible-text.ts";
import { createVisitor } from "./world.ts";

const scene = await createScene();
afterAll(() => scene.close());

const MACHINE: [what: string, pattern: RegExp][] = [
  ["snake_case", /\b[a-z]+(_[a-z]+)+\b/],
  ["a raw time", /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/],
  ["a value of code", /\bundefined\b|\bnull\b|\bNaN\b|\[object/],
  ["Done.", /\bDone\.(?= |$)/],
];

it.each(["visitor", "ann", "root"] as const)(
  "pages for %s use words",
  async (name) => {
    const person = name === "visitor" ? createVisitor(scene.url) : await scene.signedIn(name);
    const found: string[] = [];
    for (const address of PAGES[name](scene)) {
      let reply = await person.get(address);
      while (reply.location) reply = await person.get(reply.location.replace(scene.url, ""));
      const lines = visibleText(reply.text);
      if (process.env.WORDS_FILE)
        appendFileSync(process.env.WORDS_FILE, `\n\n##### ${name} ${address}\n${lines.join("\n")}`);
      for (const line of lines)
        for (const [what, pattern] of MACHINE) if (pattern.test(line)) found.push(`${address}: ${what}: ${line}`);
    }
    expect(found).toEqual([]);
  },
  300_000,
);
