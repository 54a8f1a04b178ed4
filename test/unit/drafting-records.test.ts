import { describe, expect, it } from "vitest";
import { draftByRules } from "../../drafting/extractive.ts";
import { plansOf } from "../../drafting/plans.ts";
import { kindOf } from "../../drafting/record-kinds.ts";
import { recordsOf } from "../../drafting/records.ts";
import { crawledSite, type Html } from "../helpers/crawled-site.ts";
import { SMALL_SITES } from "../helpers/small-sites.ts";

const draft = (pages: Html[], base?: string) => draftByRules({ site: crawledSite(pages, base), categories: [] });
const featuresOf = (body: string) =>
  draft([{ title: "Acme | Notes for small teams", body }]).fields.features?.value ?? [];

describe.each(Object.entries(SMALL_SITES))("a small site: %s", (_, site) => {
  const drafted = draft(site.pages, site.base);

  it(`${site.markup}: drafts its features and nothing else as features`, () => {
    expect(drafted.fields.features?.value).toEqual(site.features);
  });

  it(`${site.markup}: names it and its founders with their roles`, () => {
    expect(drafted.fields.name?.value).toBe(site.name);
    expect(drafted.founders.map(({ name, title }) => ({ name, title }))).toEqual(site.founders);
  });
});

const three = (card: (n: number) => string) => `<div>${[1, 2, 3].map(card).join("")}</div>`;
const WORDS = ["Quick capture", "Shared notebooks", "Offline mode"];
const cardOf = (n: number, more = "") =>
  `<div><h3>${WORDS[n - 1]}</h3><p>It helps a small team to write things down.</p>${more}</div>`;

it("three adjacent pairs of a short text and a sentence are features, two are not", () => {
  const pair = (title: string) => `<div>${title}</div><div>It helps a small team to write things down.</div>`;
  expect(featuresOf(WORDS.map(pair).join(""))).toEqual(WORDS);
  expect(featuresOf(WORDS.slice(1).map(pair).join(""))).toEqual([]);
});

it("joins the rows of a grid, and reads a card with a badge like its siblings", () => {
  const grid = `<div><div>${cardOf(1)}${cardOf(2).replace("<h3>", "<p>New</p><h3>")}</div><div>${cardOf(3)}</div></div>`;
  expect(featuresOf(grid)).toEqual(WORDS);
});

it.each([
  ["prices", three((n) => cardOf(n, `<p>€${n}9 per month</p>`))],
  ["numbered steps", three((n) => `<div><span>${n}</span>${cardOf(n)}</div>`)],
  ["an ordered list", `<ol>${[1, 2, 3].map((n) => `<li>${cardOf(n)}</li>`).join("")}</ol>`],
  ["posts with a date", three((n) => cardOf(n, `<time>January ${n}</time>`))],
  ["posts with a written date", three((n) => cardOf(n, `<p>${n}. März 2026</p>`))],
  [
    "links to posts",
    three((n) => `<a href="/blog/${n}"><h3>${WORDS[n - 1]}</h3><p>We wrote a lot about it here.</p></a>`),
  ],
  ["testimonials", three((n) => cardOf(n).replace("<p>It helps", "<p>“It really helps").replace("down.", "down.”"))],
  ["questions", three((n) => cardOf(n).replace("</h3>", "?</h3>"))],
  [
    "people",
    three(
      (n) =>
        `<div><h3>${["Ada Stone", "Tim Bell", "Eva Lind"][n - 1]}</h3><p>Engineer</p><p>She has built notebooks for ten years.</p></div>`,
    ),
  ],
  ["ways to get in touch", three((n) => cardOf(n, `<a href="mailto:a${n}@acme.com">Write</a>`))],
  ["a manual", three((n) => cardOf(n, "<pre>acme write</pre>"))],
  ["customers", three((n) => `<div><h3>Company ${n}</h3></div>`)],
  ["a form", three((n) => `<div><label>Your name ${n}</label><p>This field may not be empty.</p></div>`)],
  ["one template three times", three(() => cardOf(1))],
  ["a team, announced in another language", `<h2>Unsere Kunden</h2>${three(cardOf)}`],
])("%s are no features", (_, body) => {
  expect(featuresOf(body)).toEqual([]);
});

it("leaves out the one section among features that asks the visitor to begin", () => {
  const sections = WORDS.map(
    (word) => `<section><h2>${word}</h2><p>It helps a small team to write things down.</p></section>`,
  );
  const ask =
    '<section><h2>Deine Notizen warten</h2><p>Leg noch heute ein Konto an, es kostet nichts.</p><a href="/new">Los</a></section>';
  expect(featuresOf([...sections, ask].join(""))).toEqual(WORDS);
});

it("reads plans as records, with their names, prices and contents", () => {
  const plan = (name: string, price: string) =>
    `<div><h3>${name}</h3><p>${price}</p><p>For people who write every single day.</p><ul><li>Two notebooks</li></ul><a href="/buy">Buy</a></div>`;
  const { pages } = crawledSite([
    { body: `<h2>Plans</h2><div>${plan("Solo", "€5 per month")}${plan("Team", "€9 per month")}</div>` },
  ]);
  const [group] = recordsOf(pages[0]!);
  expect(group && kindOf(group)).toBe("plans");
  expect(group).toMatchObject({
    title: "Plans",
    records: [
      {
        heading: { text: "Solo" },
        price: { text: "€5 per month" },
        sentences: [{ text: "For people who write every single day." }],
        items: [{ text: "Two notebooks" }],
        link: { href: "https://acme.com/buy" },
      },
      { heading: { text: "Team" }, price: { text: "€9 per month" } },
    ],
  });
});

it("reads the columns of a table of plans, with an empty cell in its place", () => {
  const body = `<table><thead><tr><th></th><th>Huerto</th><th>Finca</th></tr></thead><tbody>
    <tr><th>Precio</th><td>5 € al mes</td><td>25 € al mes</td></tr>
    <tr><th>Sensores</th><td></td><td>Veinte</td></tr></tbody></table>`;
  expect(plansOf(crawledSite([{ body }]).pages[0]!)).toEqual([
    { name: { text: "Huerto", quote: "Huerto" }, price: { text: "5 € al mes", quote: "5 € al mes" }, items: [] },
    {
      name: { text: "Finca", quote: "Finca" },
      price: { text: "25 € al mes", quote: "25 € al mes" },
      items: [{ text: "Veinte", quote: "Veinte" }],
    },
  ]);
});

it("takes no plan for a feature, whatever it is called", () => {
  const plan = (name: string, price: string) =>
    `<div><h3>${name}</h3><p>${price}</p><ul><li>Two shared notebooks</li></ul></div>`;
  const repeated = "<h3>Wolke</h3><p>It is the plan that most of our teams begin with.</p>";
  const plans = `<div>${plan("Wolke", "5 € im Monat")}${plan("Himmel", "9 € im Monat")}</div>`;
  expect(featuresOf(`${plans}${three(cardOf)}${repeated}`)).toEqual(WORDS);
});
