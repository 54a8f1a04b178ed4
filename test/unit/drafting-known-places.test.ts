import { expect, it } from "vitest";
import { countryOfCity, placeAtStart } from "../../drafting/cities.ts";
import { draftByRules } from "../../drafting/extractive.ts";
import { crawledSite } from "../helpers/crawled-site.ts";

it.each([
  ["Trutnov", "CZ"],
  ["Zurich", "CH"],
  ["Frankfurt", "DE"],
  ["Paris", "FR"],
  // In several countries, or too small.
  ["Birmingham", null],
  ["San Francisco", null],
  ["Bath", null],
  ["Dorfhausen", null],
])("%s is in %s", (name, country) => {
  expect(countryOfCity(name)).toBe(country);
});

it("a place ends before the next street", () => {
  expect([placeAtStart("Gent Leopoldstraat"), placeAtStart("Leopoldstraat")]).toEqual(["Gent", undefined]);
});

type Page = { path: string; body: string };
const ON_ABOUT = (text: string): Page => ({ path: "/about", body: `<p>${text}</p>` });

it.each<[string, Page, (string | undefined)[], string?]>([
  [
    "an address with a known place",
    { path: "/", body: "<footer><p>Za Komínem 688 541 02 Trutnov</p></footer>" },
    ["CZ", "Trutnov"],
  ],
  [
    "a legal notice",
    { path: "/polityka", body: "<p>Usługę prowadzi Acme, ul. Długa 14/1, 05-120 Legionowo. Kontakt: a@acme.com.</p>" },
    ["PL", "Legionowo"],
  ],
  ["a fact sheet", { path: "/presskit", body: "<footer>Based in Lisbon, Portugal</footer>" }, ["PT", "Lisbon"]],
  [
    "what a company calls itself",
    { path: "/", body: "<p>We are a small Danish company. We ship weekly.</p>" },
    ["DK", undefined],
  ],
  [
    "no place of incorporation",
    { path: "/terms", body: "<p>Acme, Inc. is a Delaware corporation.</p>" },
    [undefined, undefined],
  ],
  ["a city as its people call it", ON_ABOUT("Acme is a small company based in Warszawa."), ["PL", "Warszawa"]],
  ["a sentence without a country", ON_ABOUT("Acme is a small company based in Stockholm."), ["SE", "Stockholm"]],
  [
    "the owner of the copyright",
    ON_ABOUT("Krume Games is a solo studio based in Stockholm, Sweden."),
    ["SE", "Stockholm"],
  ],
  ["somebody else", ON_ABOUT("Rival Games is a solo studio based in Stockholm, Sweden."), [undefined, undefined]],
  ["an operator in a province", ON_ABOUT("Acme is operated by Ada Stone, Ontario, Canada."), ["CA", undefined]],
  [
    "the last of several labels",
    { path: "/privacy", body: "<p>Email: a@acme.com Web: acme.com Indirizzo: Roma, Italia</p>" },
    ["IT", "Roma"],
  ],
  [
    "a Japanese seller",
    {
      path: "/tokushoho",
      body: "<table><tr><th>所在地</th><td>東京都港区（請求に応じて開示いたします）</td></tr></table>",
    },
    ["JP", "東京"],
  ],
  [
    "a domain of another country",
    ON_ABOUT("Acme is a small company based in Stockholm."),
    [undefined, "Stockholm"],
    "https://acme.ch",
  ],
])("the place is read from %s", (_, { path, body }, place, base) => {
  const home = { title: "Acme", body: "<h1>Acme</h1><p>Acme plans bread.</p><footer>© 2026 Krume Games</footer>" };
  const pages = path === "/" ? [{ ...home, body: home.body + body }] : [home, { path, title: "Acme", body }];
  const { country, city } = draftByRules({ site: crawledSite(pages, base), categories: [] }).fields;
  expect([country?.value, city?.value]).toEqual(place);
});
