import { expect, it } from "vitest";
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
