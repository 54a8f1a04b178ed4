import { afterAll, describe, expect, it } from "vitest";
import { ENGLISH } from "../../languages/language.ts";
import { mailSamples } from "../../mail/samples.ts";
import { PAGES } from "../browser/pages.ts";
import { createScene } from "../browser/scene.ts";
import { DESIGN } from "../helpers/design.ts";
import { visibleText } from "../helpers/visible-text.ts";
import { createVisitor } from "./world.ts";

const scene = await createScene();
afterAll(() => scene.close());

/** What no person should have to read, outside of code. */
const MACHINE: [what: string, pattern: RegExp][] = [
  ["a name of code", /\b[a-z]+(_[a-z]+)+\b/],
  ["a raw time", /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/],
  ["a raw day", /(?<![/-])\b\d{4}-\d{2}-\d{2}\b/],
  ["a value of code", /\bundefined\b|\bnull\b|\bNaN\b|\[object/],
  ["Done.", /\bDone\.(?= |$)/],
  ["one of many", /(?<![\d.,:#-])1 (?!s\b)[a-z]{3,}(?<!s)s\b(?! than)/],
  ["a code of HTTP", /Too many requests|Bad request|Validation failed/i],
];
/** Words of programs that programmers read, and what somebody typed. */
const ALLOWED = [/^Too many requests$/, /^evt_\w+$|Replay evt_/];

const faultsOf = (place: string, lines: string[]): string[] =>
  lines
    .map((line) => line.replace(/https?:\S+|dbt_\w+/g, ""))
    .filter((line) => !ALLOWED.some((allowed) => allowed.test(line)))
    .flatMap((line) =>
      MACHINE.filter(([, pattern]) => pattern.test(line)).map(([what]) => `${place}: ${what}: ${line.slice(0, 200)}`),
    );

describe("people read words", () => {
  it.each(["visitor", "ann", "root"] as const)("on every page of %s", async (name) => {
    const person = name === "visitor" ? createVisitor(scene.url) : await scene.signedIn(name);
    const found: string[] = [];
    for (const address of [...PAGES[name](scene), "/nothing-here", "/listings/acme-boks"]) {
      let reply = await person.get(address);
      while (reply.location) reply = await person.get(reply.location.replace(scene.url, ""));
      found.push(...faultsOf(address, visibleText(reply.text)));
    }
    expect(found).toEqual([]);
  });

  it("in every email, as HTML and as text", () => {
    const found = mailSamples(scene.deps.settings, scene.deps.now()).flatMap(({ kind, message }) => {
      const { subject, html, text } = message.in(ENGLISH, DESIGN);
      return [...faultsOf(kind, [subject, ...visibleText(html)]), ...faultsOf(kind, text.split("\n"))];
    });
    expect(found).toEqual([]);
  });

  it("and nothing of a machine gets past this test", () => {
    const page =
      `<p>Not stated: demo_video_url</p><p>1 hours</p><p>On 2026-11-30</p><p>Done.</p><p ` +
      `title="null"><code>fine_here</code></p>`;
    expect(faultsOf("x", visibleText(page)).map((fault) => fault.split(": ")[1])).toEqual([
      "a name of code",
      "one of many",
      "a raw day",
      "Done.",
      "a value of code",
    ]);
  });
});
