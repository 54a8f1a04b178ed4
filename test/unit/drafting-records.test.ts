import { describe, expect, it } from "vitest";
import { draftByRules } from "../../drafting/extractive.ts";
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

it("three adjacent pairs of short text and sentence are features, two are not", () => {
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
  ["sections for specifications", `<h2>Технические характеристики</h2>${three(cardOf)}`],
  ["steps, announced with their number", `<h2>Trois étapes simples</h2>${three(cardOf)}`],
  [
    "goods of a shop",
    three(
      (n) =>
        `<div><h3><a href="/p/${n}">${WORDS[n - 1]}</a></h3><p>It helps a small team to write.</p><b>${n} 900 Купить</b></div>`,
    ),
  ],
  ["a team, announced in another language", `<h2>Unsere Kunden</h2>${three(cardOf)}`],
])("%s are not features", (_, body) => {
  expect(featuresOf(body)).toEqual([]);
});

it("omits a call to action among features", () => {
  const sections = WORDS.map(
    (word) => `<section><h2>${word}</h2><p>It helps a small team to write things down.</p></section>`,
  );
  const ask =
    '<section><h2>Deine Notizen warten</h2><p>Leg noch heute ein Konto an, es kostet nichts.</p><a href="/new">Los</a></section>';
  expect(featuresOf([...sections, ask].join(""))).toEqual(WORDS);
});

it("reads plans as records, with their names, prices and contents", () => {
  const plan = (name: string, price: string) =>
    `<div><h3>${name}</h3><p>${price}</p><p>For people who write every single day.</p><ul>` +
    `<li>Two notebooks</li></ul><a href="/buy">Buy</a></div>`;
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
  const { fields } = draft([
    { title: "Acme", body: "<h1>Notas</h1>" },
    { kind: "pricing", title: "Precios", body: `<h1>Precios</h1>${body}` },
  ]);
  expect(fields.pricing_summary?.value).toBe("Huerto 5 € al mes; Finca 25 € al mes");
});

it("never reads a plan as a feature, whatever its name", () => {
  const plan = (name: string, price: string) =>
    `<div><h3>${name}</h3><p>${price}</p><ul><li>Two shared notebooks</li></ul></div>`;
  const repeated = "<h3>Wolke</h3><p>It is the plan that most of our teams begin with.</p>";
  const plans = `<div>${plan("Wolke", "5 € im Monat")}${plan("Himmel", "9 € im Monat")}</div>`;
  expect(featuresOf(`${plans}${three(cardOf)}${repeated}`)).toEqual(WORDS);
});

const items = (...texts: string[]) => `<ul>${texts.map((text) => `<li>${text}</li>`).join("")}</ul>`;
const LIST = ["Shared notebooks", "Offline mode for trains", "Search in every note"];

it.each(["Преимущества", "Vorteile", "Ventajas de Acme", "产品优势", "主な特長", "Why Acme"])(
  "a list under %s has features, one under a neutral heading has none",
  (heading) => {
    expect(featuresOf(`<h1>Notes</h1><h2>${heading}</h2>${items(...LIST)}`)).toEqual(LIST);
    expect(featuresOf(`<h1>Notes</h1><h2>Videos</h2>${items(...LIST)}`)).toEqual([]);
  },
);

it.each([
  ["a specification", items("Volume: 2 l", "Weight: 300 g", "Shelf life: 36 months")],
  ["tabs", items("Description", "Manual", "Certificates")],
  ["questions", items("How do I share a notebook?", ...LIST)],
  ["the lines of a plan", `<p>€9 per month</p>${items(...LIST)}`],
])("%s in a features section are not features", (_, body) => {
  expect(featuresOf(`<h1>Notes</h1><h2>Features</h2>${body}`)).toEqual([]);
});

it("does not read terms on a pricing page as features", () => {
  const pages = [
    { title: "Acme", body: `<h1>Notes</h1>${three(cardOf)}` },
    {
      kind: "pricing" as const,
      title: "Prices",
      body: `<h1>Prices</h1>${items("✔️ Cancel at any time", "✔️ Fair use", "✔️ Change plans")}`,
    },
  ];
  expect(draft(pages).fields.features?.value).toEqual(WORDS);
});

it("ignores a section with a button and a list", () => {
  const offer = (heading: string) =>
    `<section><h2>${heading}</h2><p>We send it to you by email, and you can read it at once.</p>${items(...LIST.map((text) => `✓ ${text}`))}<button>Send</button></section>`;
  expect(featuresOf(`${offer("Five ways to write more")}${offer("Ten ways to write less")}`)).toEqual([]);
  expect(featuresOf(items(...LIST.map((text) => `✓ ${text}`)))).toEqual(LIST);
});

it("reads sections as features only if they look alike", () => {
  const section = (title: string, more = "") =>
    `<section><h2>${title}</h2><p>It helps a small team to write things down.</p>${more}</section>`;
  const [capture = "", shared = "", offline = ""] = WORDS;
  expect(featuresOf(section(capture) + section(shared) + section(offline))).toEqual(WORDS);
  const mixed = section(capture) + section(shared, items("One", "Two")) + section(offline, "<h3>More</h3><p>Soon</p>");
  expect(featuresOf(mixed)).toEqual([]);
});

it("reads two headings with a sentence as features only below a features heading", () => {
  const two = cardOf(1) + cardOf(2);
  expect(featuresOf(`<h2>Features</h2>${two}`)).toEqual(WORDS.slice(0, 2));
  expect(featuresOf(`<h2>Welcome</h2>${two}`)).toEqual([]);
});

it("reads no slogan, repeated button or price statement as a feature", () => {
  const card = (title: string) => `<div><h3>${title}</h3><p>It helps a small team to write things down.</p></div>`;
  const [more, free, why] = ["Rejoins la liste", "100% gratuit en bêta", "Pourquoi Acme"].map(card);
  const terms = ["Keine versteckten Kosten", "Sin comisiones ocultas", "No setup fees"].map(card).join("");
  const buttons = "<button>Rejoins la liste</button>".repeat(2);
  expect(featuresOf(`<div>${WORDS.map(card).join("")}${more}${free}${why}${terms}</div>${buttons}`)).toEqual(WORDS);
  expect(featuresOf(`<h1>Quick capture</h1>${three(cardOf)}`)).toEqual(WORDS.slice(1));
});

it("reads every card of a group, even with a short text or a list of one", () => {
  const short = "<div><h3>압축</h3><p>모바일 데이터 사용량 최소화</p></div>";
  expect(featuresOf(`<div>${[1, 2, 3].map((n) => cardOf(n)).join("")}${short}</div>`)).toEqual([...WORDS, "압축"]);
  const listed = ["轻量", "高效", "稳定"].map(
    (title) => `<div><h3>${title}</h3>${items("采用缓存算法优化性能，稳定项目运行。")}</div>`,
  );
  expect(featuresOf(`<div>${listed.join("")}</div>`)).toEqual(["轻量", "高效", "稳定"]);
});

it("reads the services that a page names right below its heading", () => {
  const names = ["Retiros automáticos", "Plataforma en línea", "App para negocios", "Soluciones empresariales"];
  const body = (texts: string[]) => `<h1>Nuestros servicios</h1>${texts.map((text) => `<p>${text}</p>`).join("")}`;
  const featuresAt = (texts: string[]) =>
    draft([
      { title: "Acme", body: "<p>Hola</p>" },
      { kind: "services", title: "Servicios", body: body(texts) },
    ]).fields.features?.value;
  expect(featuresAt(names)).toEqual(names);
  expect(featuresAt(["Cancún", "Tulum", "Tijuana", "Acapulco"])).toBeUndefined();
});

it("names features without the pictures before them", () => {
  const pictured = three((n) => cardOf(n).replace("<h3>", "<h3>📅 "));
  expect(featuresOf(pictured)).toEqual(WORDS);
});

it("reads cards with a list and a button as features", () => {
  const card = (n: number) => cardOf(n, `${items("One note", "Two notes")}<button>Show note ${n}</button>`);
  expect(featuresOf(three(card))).toEqual(WORDS);
});

it("does not let a home page slogan announce features", () => {
  const body = `<h2>Welcome</h2>${items(...LIST)}`;
  expect(featuresOf(`<h1>Everything you need to write</h1>${body}`)).toEqual([]);
  expect(featuresOf(`<h1>Notes</h1><h2>Featured in</h2>${items(...LIST)}`)).toEqual([]);
});

it("prefers a selection of features to a page of specifications", () => {
  const many = Array.from(
    { length: 50 },
    (_, n) => `<div><h3>Setting number ${n}</h3><p>It changes how Acme writes things down.</p></div>`,
  );
  const manual = { kind: "features" as const, title: "Features", body: `<div>${many.join("")}</div>` };
  expect(draft([{ title: "Acme", body: three(cardOf) }, manual]).fields.features?.value).toEqual(WORDS);
  expect(draft([{ title: "Acme", body: "<p>Notes</p>" }, manual]).fields.features?.value).toHaveLength(20);
});

it("a sentence below the heading of a card in a list is no feature of its own", () => {
  const cards = [
    ["Leaf library", "Brewing times for 300 teas."],
    ["Water profiles", "Adapts to hard and soft water."],
    ["Quiet alarms", "A gentle chime instead of a beep."],
  ].map(([name, text]) => `<li><h3>${name}</h3><p>${text}</p></li>`);
  const body = `<h1>The timer for tea people</h1><h2>Features</h2><ul>${cards.join("")}</ul>`;
  const { features } = draftByRules({ site: crawledSite([{ title: "Kettle", body }]), categories: [] }).fields;
  expect(features?.value).toEqual(["Leaf library", "Water profiles", "Quiet alarms"]);
});
