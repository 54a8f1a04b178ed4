import { expect, it } from "vitest";
import { hasRenderedLink } from "../../core/text/markdown.ts";
import { ENGLISH } from "../../languages/language.ts";
import { renderComment } from "../../site/kit/markdown.ts";
import { freshRandom } from "../helpers/random.ts";

it.each([
  ["<https:host/path>", true],
  ["<HTTPS:host>", true],
  ["see https://a.example", true],
  ["[a](https:host)", true],
  ["[a][1]\n\n[1]: https:host/path", true],
  ["[a][]\n\n[a]: <https:host>", true],
  ["[a]\n\n[a]: https:host 'title'", true],
  ["> - [a][1]\n>\n> [1]: //host", true],
  ["| [a](https:host) |\n| - |", true],
  ["<mailto:a@b.example>", true],
  ["![a](https:host/p.png)", true],
  ["[a]: https:host/path", false],
  ["`<https:host/path>`", false],
  ["```\n[a](https:host)\n```", false],
  ["\\<https:host/path>", false],
  ["[a](javascript:alert(1))", false],
  ["plain words, 1]( 2 and a.example", false],
])("%j is a link on a page: %j", (text, isLink) => {
  expect(hasRenderedLink(text)).toBe(isLink);
  expect(renderComment(text).in(ENGLISH).includes("<a ")).toBe(isLink);
});

it("a text has a link if and only if its rendered page does", () => {
  const random = freshRandom("rendered links");
  const parts = [
    ..."[]()<>!`\\ \n",
    "[a]",
    "https:host",
    "//host",
    ": ",
    "[1]",
    "\n\n",
    "> ",
    "- ",
    "```\n",
    "a@b.example",
  ];
  let links = 0;
  for (let round = 0; round < 8000; round++) {
    const text = Array.from({ length: random.between(1, 12) }, () => random.pick(parts)).join("");
    const isLink = renderComment(text).in(ENGLISH).includes("<a ");
    links += Number(isLink);
    expect(hasRenderedLink(text), JSON.stringify(text)).toBe(isLink);
  }
  expect(links).toBeGreaterThan(10);
});
