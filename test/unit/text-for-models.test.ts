import { describe, expect, it } from "vitest";
import { createMarkdown } from "../../core/text/markdown.ts";
import { jsonForModels, textForModels } from "../../mcp/text-for-models.ts";
import { freshRandom } from "../helpers/random.ts";

describe("what models read", () => {
  it.each([
    ["![x](https://e.example/p.png?q=1)", "[x](https://e.example/p.png?q=1)"],
    ["Wow!![x](https://e.example)", "Wow[x](https://e.example)"],
    ["[![a](https://b.example)](https://c.example)", "[[a](https://b.example)](https://c.example)"],
    ["![a ![b](https://b.example)](https://a.example)", "[a [b](https://b.example)](https://a.example)"],
    ["![x][1]\n\n[1]: https://e.example/p.png", "[x][1]\n\n[1]: https://e.example/p.png"],
    ["> - ![x](\n>   https://e.example)", "> - [x](\n>   https://e.example)"],
    ["| ![a](https://a.example) | `![a](b)` |\n|-|-|", "| [a](https://a.example) | `![a](b)` |\n|-|-|"],
    ["# ![h](https://e.example) #", "# [h](https://e.example) #"],
    ["[run](javascript:alert(1)) it", "run it"],
    ["[run](JAVA&#115;cript&colon;alert)", "run"],
    ["[run][j]\n\n[j]: data:text/html,x", "run\n\n[j]: data:text/html,x"],
    ["[mail](mailto:a@b.example) <a@b.example>", "mail a@b.example"],
    ["<vbscript:x> <https://ok.example>", "vbscript:x <https://ok.example>"],
    ["[ok](https://ok.example) [ok](http://ok.example) [here](/here)", undefined],
    ["`![x](y)`\n\n```md\n![x](https://y.example)\n[j](javascript:x)\n```\n\n    ![x](https://y.example)", undefined],
    ["Great! [Not a link] (really), a < b, 1]: 2", undefined],
  ])("of %j is %j", (text, wanted) => {
    expect(textForModels(text)).toBe(wanted ?? text);
    expect(JSON.parse(jsonForModels(JSON.stringify({ a: [{ b: text }], "![k](x)": 1 })))).toEqual({
      ...{ a: [{ b: wanted ?? text }], "![k](x)": 1 },
    });
  });

  it("has no pictures, and links only to websites", () => {
    const random = freshRandom("texts for models");
    const markdown = createMarkdown();
    markdown.validateLink = () => true;
    const parts = [
      ..."[]()!<>`| \n",
      "[a]",
      "![",
      "](",
      "javascript:x",
      "https://e.example",
      "[1]: data:x\n",
      "\n\n",
      "> ",
      "- ",
    ];
    const kept = new Set<boolean>();
    for (let round = 0; round < 5000; round++) {
      const text = Array.from({ length: random.between(1, 14) }, () => random.pick(parts)).join("");
      const safe = textForModels(text);
      kept.add(safe === text);
      const inline = markdown.parse(safe, {}).flatMap(({ children }) => children ?? []);
      const led = inline.filter(({ type }) => type === "image" || type === "link_open");
      const bad = led.filter(
        ({ type, attrs }) => type === "image" || /^(?!https?:)[a-z]+:/i.test(String(attrs?.[0]?.[1])),
      );
      expect(bad, JSON.stringify([text, safe])).toEqual([]);
    }
    expect(kept.size).toBe(2);
  });

  it.each([
    ["many pictures", "![a](".repeat(1500)],
    ["pictures in pictures", "![a ".repeat(1000) + "](b)".repeat(1000)],
    ["marks", `${"!".repeat(5000)}[x](https://e.example)`],
    ["brackets", `${"[".repeat(4000)}](x:`],
  ])("is computed quickly for %s", (_, text) => {
    const before = process.threadCpuUsage();
    expect(textForModels(text)).not.toMatch(/!\[x\]\(h/);
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(3000);
  });
});
