import { expect, it } from "vitest";
import { html } from "../../core/text/html.ts";
import { drawnOnce } from "../../site/kit/drawn-once.ts";

it("a page part is rendered once, and again when something visible changes", () => {
  let times = 0;
  const draw = drawnOnce(
    ({ slug, name }: { slug: string; name: string }) => [slug, name],
    ({ name }) => {
      times++;
      return { title: html`<b>${name}</b>` };
    },
  );
  const titles = [
    { slug: "a", name: "“A”" },
    { slug: "b", name: "A" },
    { slug: "a", name: "“A”" },
    { slug: "a", name: "<A>" },
    { slug: "a", name: "“A”" },
  ].map((given) => draw(given).title.text);
  expect(titles).toEqual(["<b>“A”</b>", "<b>A</b>", "<b>“A”</b>", "<b>&lt;A&gt;</b>", "<b>“A”</b>"]);
  expect(times).toBe(4);
});
