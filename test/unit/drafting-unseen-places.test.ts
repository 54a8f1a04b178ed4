import { expect, it } from "vitest";
import { pageKind } from "../../crawler/page-kind.ts";
import { draftByRules } from "../../drafting/extractive.ts";
import { crawledSite } from "../helpers/crawled-site.ts";

const home = { title: "Acme", body: "<h1>Notes</h1>" };
const draft = (path: string, body: string, base = "https://acme.com", head = "") => {
  const { fields, questions } = draftByRules({
    site: crawledSite(
      [
        { ...home, head },
        { kind: "contact", path, body },
      ],
      base,
    ),
    categories: [],
  });
  return { place: [fields.country?.value, fields.city?.value], questions };
};
const lines = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join("");

it.each([
  ["/mentions-legales", `<h2>Hébergement</h2>${lines("OVH SAS", "2 rue Kellermann", "59100 Roubaix", "France")}`],
  ["/impressum", lines("Webhosting:", "Server GmbH", "Industriestr. 25", "91710 Gunzenhausen", "Deutschland")],
  ["/aviso-legal", `<h2>Alojamiento</h2>${lines("Nube S.L.", "Calle Mayor 1", "28013 Madrid", "España")}`],
  ["/impressum", `<h2>Aufsichtsbehörde</h2>${lines("Behörde", "Hauptstraße 1", "10115 Berlin", "Deutschland")}`],
  ["/legal-notice", lines("Google Ireland Limited", "Barrow Street", "Dublin 4, Ireland")],
])("does not read the address of a host or authority on %s as the seat", (path, body) => {
  expect(draft(path, body).place).toEqual([undefined, undefined]);
});

it("reads the owner's address above the host's", () => {
  const ours = lines("Acme S.r.l.", "Via Roma 1", "20121 Milano", "Italia");
  const body = `<h2>Titolare</h2>${ours}<h2>Hosting</h2>${lines("Server GmbH", "Hauptstraße 1", "10115 Berlin", "Germania")}`;
  expect(draft("/note-legali", body).place).toEqual(["IT", "Milano"]);
  const both = lines("Webdesign und verantwortlich für den Inhalt:", "Acme AG", "Seeweg 5", "8001 Zürich", "Schweiz");
  expect(draft("/impressum", both).place).toEqual(["CH", "Zürich"]);
});

it.each([
  ["https://acme.es", "/aviso-legal", lines("Ana Ruiz", "Calle Luna 3", "46001 Valencia"), ["ES", "Valencia"]],
  ["https://acme.ch", "/impressum", lines("Ana Ruiz", "Seestrasse 3", "8002 Zürich"), ["CH", "Zürich"]],
  ["https://acme.com", "/aviso-legal", lines("Ana Ruiz", "Calle Luna 3", "46001 Valencia"), [undefined, "Valencia"]],
  ["https://acme.nl", "/contact", lines("Acme", "Stationsplein 45", "3013 AK Rotterdam"), ["NL", "Rotterdam"]],
  ["https://acme.com", "/contact", lines("Acme", "Stationsplein 45", "3013 AK Rotterdam"), ["NL", "Rotterdam"]],
])("%s implies the country of an address with matching postcodes", (base, path, body, place) => {
  expect(draft(path, body, base).place).toEqual(place);
});

it("reads the country behind the legal form of a company in Cyrillic letters", () => {
  expect(draft("/oferta", "<p>ИП Иванов, Республика Казахстан</p>").place).toEqual(["KZ", undefined]);
});

it("reads the country at the end of the line with the names", () => {
  expect(draft("/aviso-legal", "<h1>Aviso legal</h1><p>Acme Ana Ruiz Portugal</p>").place).toEqual(["PT", undefined]);
});

it("asks the owner when structured data and the imprint name other countries", () => {
  const head = `<script type="application/ld+json">{"@type":"Organization","address":{"addressCountry":"AT"}}</script>`;
  const body = lines("Acme GmbH", "Hauptstraße 1", "10115 Berlin", "Deutschland");
  const { place, questions } = draft("/impressum", body, undefined, head);
  expect(place).toEqual([undefined, "Berlin"]);
  expect(questions?.country?.map(({ value }) => value)).toEqual(["AT", "DE"]);
});

it("reads a country code in structured data, even if the page uses it otherwise", () => {
  const head = `<script type="application/ld+json">{"@type":"Organization","address":{"addressCountry":"PT"}}</script>`;
  const body = "<h1>Notes</h1><p>Written in many languages (EN &amp; PT) for teams.</p>";
  const site = crawledSite([{ title: "Acme", head, body }]);
  expect(draftByRules({ site, categories: [] }).fields.country?.value).toBe("PT");
});

it.each([
  ["/tokushoho.html", ""],
  ["/law", ""],
  ["/x1", "特定商取引法に基づく表記"],
  ["/x2", "運営会社"],
])("reads %s as a page with an address", (path, anchor) => {
  expect(pageKind(path, anchor)).toBe("contact");
});

it("suggests a category by related words, and a field before a technology", () => {
  const drafted = (title: string, description: string) =>
    draftByRules({
      site: crawledSite([{ title, head: `<meta name="description" content="${description}">`, body: "" }]),
      categories: ["Security and privacy", "AI and machine learning", "Legal"],
      categoryWords: {
        "Security and privacy": ["encryption", "privacy"],
        "AI and machine learning": ["machine learning", "artificial intelligence"],
        Legal: ["law firms", "legal work"],
      },
      categorySlugs: { "AI and machine learning": "ai-and-machine-learning", Legal: "legal" },
    }).fields.categories?.value;
  expect(drafted("Acme | Encrypted notes", "Your private notes, encrypted on your phone.")).toEqual([
    "Security and privacy",
  ]);
  expect(drafted("Acme | Machine learning for law firms", "Artificial intelligence that does the legal work.")).toEqual(
    ["Legal"],
  );
});

it.each([
  ["a label in the cell before", "<dl><dt>Sídlo</dt><dd>Brno</dd></dl>", [undefined, "Brno"]],
  ["a country by its official name", lines("Praha, Česká republika"), ["CZ", "Praha"]],
  [
    "a Turkish street with district and province",
    lines("Adres: Çınar Mah. Lale Sk. No:4 44100 Merkez/Malatya"),
    ["TR", "Malatya"],
  ],
  ["an address with a dot after the postcode", lines("Calle Luna 3, 46001 · Valencia", "España"), ["ES", "Valencia"]],
  [
    "a line that goes on after its country",
    lines("Acme Hauptstraße 1 10115 Berlin Deutschland E-Mail: hi@acme.com"),
    ["DE", "Berlin"],
  ],
  [
    "a town that a label joins, and that stands alone elsewhere",
    lines("Base Lisbon, Portugal", "Lisbon, Portugal"),
    ["PT", "Lisbon"],
  ],
])("reads %s", (_what, body, place) => {
  expect(draft("/contact", body).place).toEqual(place);
});

it.each([
  ["© 2026 Acme – المغرب", "MA"],
  ["© 2026 Acme · Indonesia", "ID"],
  ["© 2026 Acme – Notes for Norway lovers", undefined],
])("reads the country of the copyright line %s", (line, country) => {
  expect(draft("/contact", `</main><footer><p>${line}</p></footer>`).place[0]).toBe(country);
});

it.each([
  ["a town before its postcode", lines("Acme, Olsztyn 11-041, Polska"), ["PL", "Olsztyn"]],
  ["a country alone below a postcode", lines("Callisensvej 20", "2900 Hellerup", "Danmark"), ["DK", undefined]],
  ["a company with its country", lines("Acme Limited, Cyprus"), ["CY", undefined]],
  [
    "the seat of who answers for data",
    lines(
      "El responsable del tratamiento es el titular de la aplicación Acme, con domicilio en Benalmádena, Málaga (España).",
    ),
    ["ES", "Benalmádena"],
  ],
  ["a Norwegian number", lines("Org.nr. 912 345 678 MVA"), ["NO", undefined]],
  ["a Hungarian number", lines("Adószám: 12345678-1-42"), ["HU", undefined]],
])("reads on a legal page %s", (_what, body, place) => {
  const path = "/privacy";
  const { fields } = draftByRules({
    site: crawledSite([home, { kind: "other", path, body: `<h1>Acme</h1>${body}` }]),
    categories: [],
  });
  expect([fields.country?.value, fields.city?.value]).toEqual(place);
});

it('drops "official website" from a name', () => {
  for (const title of ["Acme Official Website", "Acme 公式サイト", "Acme – sito ufficiale"]) {
    const { fields } = draftByRules({ site: crawledSite([{ title, body: "<h1>Notes</h1>" }]), categories: [] });
    expect(fields.name?.value).toBe("Acme");
  }
});
