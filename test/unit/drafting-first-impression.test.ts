import { expect, it } from "vitest";
import seeded from "../../data/seed/categories.json" with { type: "json" };
import { knownCategories } from "../../domain/drafts/known-categories.ts";
import { draftByRules } from "../../drafting/extractive.ts";
import { crawledSite } from "../helpers/crawled-site.ts";

type Page = { title?: string; head?: string; header?: string; body?: string; footer?: string };
const ABOUT = "<p>Loafwise plans bread for small bakeries and counts the flour that is left.</p>";
const draft = ({ title = "", head = "", header = "", body = "", footer = "" }: Page, base = "https://bakeplan.io") =>
  draftByRules({
    site: crawledSite(
      [{ title, head, body: `${header}<main><h1>Bake the right amount</h1>${ABOUT}${body}</main>${footer}` }],
      base,
    ),
    categories: [],
  }).fields;
const organisation = (name: string) =>
  `<script type="application/ld+json">{"@type":"Organization","name":"${name}"}</script>`;

it.each<[string, Page, string?]>([
  ["before a slogan", { title: "Loafwise - Bread planning for bakeries" }],
  ["after a slogan", { title: "Bread planning for bakeries | Loafwise" }],
  ["after Home and before a colon", { title: "Home - Loafwise: Bread planning for bakeries" }],
  ["at the top of a page without a title", { header: "<header>Loafwise</header>" }],
  [
    "in the copyright notice of a page without a title",
    { footer: "<footer>© 2026 Loafwise. All rights reserved.</footer>" },
  ],
  [
    "beside the company's legal name",
    { title: "Loafwise - Bread planning", head: organisation("Krume Software GmbH") },
  ],
  [
    "on the company's domain",
    { title: "Loafwise - Bread planning", head: organisation("Krume GmbH") },
    "https://krume.de",
  ],
  [
    "without the form of its company",
    { title: "Loafwise", head: organisation("Loafwise GmbH") },
    "https://loafwise.de",
  ],
])("a product's name is found %s, on a host that is unlike it", (_, page, base) => {
  expect(draft(page, base).name?.value).toBe("Loafwise");
});

it.each<[string, string, string[], string]>([
  [
    "repeats the name",
    "Loafwise",
    ["<h1>Loafwise</h1><h1>Loafwise Library</h1>"],
    "Loafwise plans bread for small bakeries.",
  ],
  [
    "is news",
    "Loafwise",
    ["<h1>Loafwise</h1>", "<p>You can now use Loafwise offline at home.</p>"],
    "Loafwise plans bread for small bakeries.",
  ],
  [
    "is the name alone",
    "Loafwise",
    ["<h1>Loafwise</h1><h2>Bread planning for bakeries</h2>"],
    "Bread planning for bakeries",
  ],
  [
    "is a list",
    "Loafwise | 살수차·급수차·물놀이장급수 전문 업체",
    ["<h1>Loafwise</h1>"],
    "살수차·급수차·물놀이장급수 전문 업체",
  ],
])("the tagline is the next line if the first %s", (_, title, [first = "", more = ""], tagline) => {
  const text = "<p>Loafwise plans bread for small bakeries. It counts the flour that is left, too.</p>";
  const site = crawledSite([{ title, body: `${first}${text}${more}` }], "https://loafwise.com");
  expect(draftByRules({ site, categories: [] }).fields.tagline?.value).toBe(tagline);
});

it("a description on which the page agrees does not replace the slogan of its title", () => {
  const said = "Loafwise joins orders, recipes and stock in one calm plan for bakers.";
  const page = {
    title: "Bread planning for small bakeries",
    head: `<meta name="description" content="${said}">`,
    body: `<h1>Loafwise</h1><p>${said}</p>`,
  };
  const { fields } = draftByRules({ site: crawledSite([page], "https://loafwise.com"), categories: [] });
  expect(fields.tagline?.value).toBe("Bread planning for small bakeries");
});

it.each([
  ["names the product", "Bake what you sell. Sell what you bake.", "Loafwise is a bread planner for bakeries."],
  ["is the guide's", "User guide for the Loafwise command line", ""],
])("a short description says what the product is if another one %s", (_, repeated, own) => {
  const head = `<meta property="og:description" content="${repeated}"><meta name="description" content="${own || repeated}">`;
  const value = draft({ title: "Loafwise", head, body: own ? `<p>${repeated}</p>` : "" }).short_description?.value;
  expect(value).toBe(own || "Loafwise plans bread for small bakeries and counts the flour that is left.");
});

const about = (home: string, page = "") =>
  draftByRules({
    site: crawledSite([
      { title: "Loafwise", body: `<h1>Loafwise</h1>${home}` },
      { kind: "about", path: "/about", title: "About", body: page },
    ]),
    ...knownCategories(seeded),
  });
const member = (name: string, role: string) => `<div><h3>${name}</h3><p>${role}</p></div>`;

it.each([
  ["a sentence with the year", "<p>Loafwise was founded in 2023 by Freja Holm and Mikkel Stone in Aarhus.</p>", 2],
  [
    "a team with longer texts",
    `<h2>Team</h2>` +
      `<div>${member(
        "Freja Holm",
        "Co-founder and CEO. She baked bread for nine years before the first version, in a bakery " +
          "of her own in Aarhus.",
      )}${member("Mikkel Stone", "Co-founder and CTO. Mikkel wrote databases.")}${member("Ada Smith", "Designer")}</div>`,
    2,
  ],
  ["a studio", "<p>Developer: Krume Games (solo developer)</p><p>Loafwise was created by Krume Interactive.</p>", 0],
])("all founders, and only people, are read from %s", (_, body, count) => {
  const names = about("", body).founders.map(({ name }) => name);
  expect(names.sort()).toEqual(["Freja Holm", "Mikkel Stone"].slice(0, count));
});

const card = (title: string) => `<div><h3>${title}</h3><p>It works for every bakery in town.</p></div>`;
it.each([
  [
    "says another one again",
    "<h2>Features</h2><ul><li>Cupping scores</li><li>Cupping scores with your team</li><li>Green stock</li><li>Roast curves</li></ul>",
  ],
  [
    "is the chapter of a page",
    `<h2>Features</h2><ul><li>Cupping scores</li><li>Green stock</li><li>Roast curves</li></ul>` +
      `<div>${["Protocols", "Troubleshooting", "Installation"].map(card).join("")}</div>`,
  ],
  [
    "says for whom it is",
    `<h2>Features</h2><ul><li>Cupping scores</li><li>Green stock</li><li>Roast curves</li></ul><div>${["For your parents", "To a friend", "À vos enfants"].map(card).join("")}</div>`,
  ],
])("a feature that %s is left out", (_, body) => {
  expect(about(body).fields.features?.value).toEqual(["Cupping scores", "Green stock", "Roast curves"]);
});

it.each([
  [
    "a menu bar is no restaurant",
    "<p>Loafwise is a menu bar app. The menu shows the next hour.</p><h2>In your menu bar</h2>",
  ],
  [
    "a word in one paragraph is no field",
    "<p>Loafwise keeps tables in sync. Drag a row, bookmark it, and order the columns.</p>",
  ],
])("no category comes from a stray word: %s", (_, body) => {
  expect(about(body).fields.categories).toBeUndefined();
});

it("another tagline may say that the product needs no cookies", () => {
  const said = "Loafwise counts the visits of bakeries, without cookies.";
  const page = { title: "Loafwise", body: `<h1>Loafwise</h1><p>${said} It keeps no personal data.</p>` };
  const site = crawledSite([page], "https://loafwise.com");
  expect(draftByRules({ site, categories: [] }).fields.tagline?.value).toBe(said);
});
