import { describe, expect, it } from "vitest";
import { pageKind } from "../../crawler/page-kind.ts";
import { countryByRegister } from "../../drafting/claims/registers.ts";
import { draftByRules } from "../../drafting/extractive.ts";
import { crawledSite, type Html } from "../helpers/crawled-site.ts";

const fieldsOf = (...pages: Html[]) => draftByRules({ site: crawledSite(pages), categories: [] }).fields;
const home = { title: "Acme", body: "<h1>Acme</h1><p>Notes for everybody.</p>" };
const placeOf = (fields: ReturnType<typeof fieldsOf>) => [fields.country?.value, fields.city?.value];

describe("a seat without a postcode", () => {
  it.each([
    ["<footer><p>Acme · Ankara, Türkiye</p></footer>", ["TR", "Ankara"]],
    ["<footer><p>© 2026 Acme - Bogotá, Colombia. Todos los derechos reservados.</p></footer>", ["CO", "Bogotá"]],
    ["<footer><p>Via Verdi, 8, Cremona (CR)</p></footer>", ["IT", "Cremona"]],
    ["<footer><p>주소: 부산광역시 해운대구 센텀로 12, 3층</p></footer>", ["KR", "부산"]],
    ["<footer><p>所在地：長野県北安曇郡白馬村北城7025</p></footer>", ["JP", "白馬村"]],
    ["<footer><p>所在地：奈良県大和郡山市北郡山町248</p></footer>", ["JP", "大和郡山市"]],
  ])("is read from %s", (footer, place) => {
    expect(placeOf(fieldsOf({ ...home, body: home.body + footer }))).toEqual(place);
  });

  it("is unknown if a footer names several countries or server locations", () => {
    const many = "<footer><p>Wien, Österreich</p><p>Oslo, Norway</p></footer>";
    expect(placeOf(fieldsOf({ ...home, body: home.body + many }))).toEqual([undefined, undefined]);
    const servers = "<footer><p>Servers in Frankfurt, Germany</p></footer>";
    expect(placeOf(fieldsOf({ ...home, body: home.body + servers }))).toEqual([undefined, undefined]);
  });
});

describe("a registration number", () => {
  it.each([
    ["SIRET : 732 829 320 00074", "FR"],
    ["P.IVA 00743110157", "IT"],
    ["사업자등록번호: 123-45-67890", "KR"],
    ["CNPJ 11.222.333/0001-81", "BR"],
  ])("%s identifies the country", (text, country) => {
    expect(countryByRegister(text)).toBe(country);
    expect(fieldsOf({ ...home, body: `${home.body}<footer><p>${text}</p></footer>` }).country?.value).toBe(country);
  });

  it("identifies none with a wrong check digit, for two countries, or in body text", () => {
    expect(countryByRegister("P.IVA 00743110158")).toBeNull();
    expect(countryByRegister("SIRET 73282932000074, P.IVA 00743110157")).toBeNull();
    expect(fieldsOf({ ...home, body: `${home.body}<p>P.IVA 00743110157</p>` }).country).toBeUndefined();
  });
});

it.each(["/polityka-prywatnosci.html", "/terminos", "/informativa-privacy", "/gizlilik-politikasi", "/利用規約"])(
  "%s is a legal page, which names the site's owner",
  (path) => {
    expect(pageKind(path)).toBe("other");
  },
);

describe("how it is paid for", () => {
  const modelOf = (body: string) => fieldsOf({ title: "Acme", body: `<h1>Acme</h1>${body}` }).pricing_model?.value;

  it.each([
    ["<p>Acme полностью бесплатно.</p>", "free"],
    ["<h2>Free for everyone</h2>", "free"],
    ["<h3>Is Acme 免费吗？</h3><p>是的，Acme 完全免费。</p>", "free"],
    ["<p>Начать можно бесплатно. Есть платный тариф для больших команд.</p>", "freemium"],
    ["<nav><a href=/x>Accueil</a></nav><p><button>Obtenir un devis</button></p>", "contact"],
  ])("%s: %s", (body, model) => {
    expect(modelOf(body)).toBe(model);
  });

  it.each([
    "<p>Empieza gratis.</p>",
    "<p>Cadastrar grátis</p>",
    "<p>Wir bieten eine kostenlose Analyse.</p>",
    '<div class="phone-mockup"><p>Buy now</p><p>€48.35 per month</p></div>',
  ])("is unknown from %s", (body) => {
    expect(modelOf(body)).toBeUndefined();
  });
});
