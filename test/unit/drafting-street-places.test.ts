import { expect, it } from "vitest";
import { readSite } from "../../drafting/corpus.ts";
import { ground } from "../../drafting/grounding.ts";
import { crawledSite } from "../helpers/crawled-site.ts";

const verdict = (field: "city" | "country", value: string, quote: string, base: string, body = `<p>${quote}</p>`) =>
  ground(
    { field, value, quote, page: "p2" },
    readSite(
      crawledSite(
        [
          { title: "Acme", body: "<h1>Notes</h1>" },
          { kind: "contact", body },
        ],
        base,
      ),
    ),
  ).kept;

it.each([
  ["Nijmegen", "NL", "Pe Hawinkelsstraat, Nijmegen", "https://acme.nl"],
  ["Kraków", "PL", "ul. Długa, Kraków", "https://acme.pl"],
  ["Uppsala", "SE", "Kungsgatan 3, Uppsala", "https://acme.se"],
  ["Казань", "RU", "ул. Баумана, Казань", "https://acme.ru"],
])("a street in %s on the contact page is the seat, in the domain's country", (city, country, line, base) => {
  expect(verdict("city", city, line, base)).toBe(true);
  expect(verdict("country", country, line, base)).toBe(true);
});

it("a street implies no country if the domain is generic or another country is named", () => {
  expect(verdict("country", "NL", "Pe Hawinkelsstraat, Heumen", "https://acme.com")).toBe(false);
  expect(verdict("country", "NL", "Pe Hawinkelsstraat, Nijmegen", "https://acme.de")).toBe(false);
  expect(verdict("country", "NL", "Veldstraat, Gent, België", "https://acme.nl")).toBe(false);
  expect(verdict("country", "NL", "Hauptstraße 1, 10115 Berlin", "https://acme.nl")).toBe(false);
  expect(verdict("country", "NL", "Nijmegen", "https://acme.nl")).toBe(false);
});

it("a street of customers, servers or an event is not a seat", () => {
  for (const line of ["Our customers live in the Veldstraat, Nijmegen", "Meet us at the Veldstraat, Nijmegen"]) {
    expect(verdict("city", "Nijmegen", line, "https://acme.nl")).toBe(false);
    expect(verdict("country", "NL", line, "https://acme.nl")).toBe(false);
  }
  const quoted = "<blockquote>Veldstraat, Nijmegen</blockquote>";
  expect(verdict("city", "Nijmegen", "Veldstraat, Nijmegen", "https://acme.nl", quoted)).toBe(false);
});
