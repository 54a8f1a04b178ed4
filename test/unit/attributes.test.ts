import { describe, expect, it } from "vitest";
import { attributesIn, quoteWords, withoutAttributes } from "../../domain/search/attributes.ts";
import { ownField } from "../helpers/own-fields.ts";

const filtered = { isFilter: true } as const;
const FIELDS = [
  ownField("platforms", "choices", {
    ...filtered,
    options: ["iOS", "Android", "Windows", "Docker", "C++", "Go"].map((label) => ({
      value: label.toLowerCase(),
      label,
    })),
  }),
  ownField("self_hosted", "flag", { ...filtered, label: "Self-hosted" }),
  ownField("demo", "flag", { ...filtered, label: "Has a demo" }),
  ownField("stars", "number", filtered),
  ownField("licence", "licence", filtered),
];

/** "pricing_model=free country=DE | crm" */
function read(text: string): string {
  const found = attributesIn(text, FIELDS);
  const said = found.map(({ field, values }) => `${field}=${values.join("/")}`).sort();
  return `${said.join(" ")} | ${withoutAttributes(text, found)}`;
}

describe("words of a search that name a value", () => {
  it.each([
    ["en", "free open source crm from germany", "country=DE pricing_model=open_source | crm"],
    ["en", "chess clubs software built in the netherlands", "country=NL | chess clubs software"],
    ["en", "habit tracker for iphone, pay once", "platforms=ios pricing_model=one_time | habit tracker"],
    ["de", "kostenlose Zeiterfassung aus der Schweiz", "country=CH pricing_model=free | Zeiterfassung"],
    ["de", "Fotogalerie auf eigenem Server", "self_hosted=1 | Fotogalerie"],
    ["de", "deutsche Vereinssoftware ohne Abo", "country=DE pricing_model=one_time | Vereinssoftware"],
    [
      "fr",
      "logiciel libre de comptabilité fabriqué en Belgique",
      "country=BE pricing_model=open_source | comptabilité",
    ],
    ["es", "gestor de recetas gratuito hecho en México", "country=MX pricing_model=free | gestor de recetas"],
    ["it", "rubrica a codice aperto per Android", "platforms=android pricing_model=open_source | rubrica"],
    ["pt", "agenda grátis feita no Brasil", "country=BR pricing_model=free | agenda"],
    ["pt", "controle de estoque desenvolvido no Brasil", "country=BR | controle de estoque"],
    ["nl", "gratis agenda uit België", "country=BE pricing_model=free | agenda"],
    ["pl", "darmowy kalendarz z Niemiec", "country=DE pricing_model=free | kalendarz"],
    ["ja", "日本製の無料家計簿", "country=JP pricing_model=free | 家計簿"],
    ["zh", "来自德国的开源日历", "country=DE pricing_model=open_source | 日历"],
    ["ko", "무료 가계부 안드로이드용", "platforms=android pricing_model=free | 가계부"],
    ["ru", "бесплатный календарь из Франции", "country=FR pricing_model=free | календарь"],
    ["ar", "تقويم مجاني من ألمانيا", "country=DE pricing_model=free | تقويم"],
    ["tr", "Almanya'dan ücretsiz takvim", "country=DE pricing_model=free | takvim"],
  ])("are read in %s: %s", (_, text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ["beta products", "stage=mvp | "],
    ["uk startups", "country=GB | "],
    ["crm in beta", "stage=mvp | crm"],
    ["c++ profiler", "platforms=c++ | profiler"],
    ["wiki under the MIT licence", "licence=MIT | wiki"],
    ["Wiki mit MIT-Lizenz", "licence=MIT | Wiki"],
    ["wiki agplv3", "licence=AGPL-3.0/AGPL-3.0-or-later | wiki"],
    ["wiki with demo", "demo=1 | wiki"],
    ["Wiki ohne Demo", "demo=0 | Wiki"],
    ["wiki with more than 1,000 stars", "stars=>=1000 | wiki"],
    ["wiki unter 2k stars", "stars=<=2000 | wiki"],
  ])("name stages, countries and own fields: %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each(
    `freelancer invoices; free form diagrams; a free-form canvas; distraction free writing; free up disk space; ad free podcasts
gluten-free recipes; free trial reminders; patients choose a free hour; Rechner kostenlos testen; essai gratuit; 無料体験の管理
open source licence compliance; beta testing platform; find beta testers; mvp builder; alphabet trainer; growing vegetables
launched rockets; windows cleaning; go to market plans; learn german; us tax filing; english lessons; travel to japan
transfer money from germany to india; vat for uk; Musik mit Noten; gestion du libre-service; idea board; demo days; 開発ツール`
      .split(/; |\n/)
      .map((text) => [text]),
  )("that mean something else stay words: %s", (text) => {
    expect(read(text)).toBe(` | ${text}`);
  });

  it.each([
    ...["not open source crm", "crm not from germany", "crm without docker", "not self-hosted crm"],
    ...["nicht kostenlos", "CRM nicht aus Deutschland", "pas gratuit", "sin docker", "não grátis", "niet gratis"],
    ...["не бесплатно", "不免费", "無料ではない", "ücretsiz olmayan", "غير مجاني"],
  ])("stay words behind a negation: %s", (text) => {
    expect(read(text)).toBe(` | ${text}`);
  });
  it.each(["no subscription", "without a subscription", "ohne Abo"])("may have a negation inside: %s", (text) => {
    expect(read(text)).toBe("pricing_model=one_time | ");
  });

  it("stay words in quotes", () => {
    const text = "free beta crm";
    const [free, beta] = attributesIn(text, []);
    expect([quoteWords(text, free!), quoteWords(text, beta!)]).toEqual(['"free" beta crm', 'free "beta" crm']);
    expect(read('"free" “beta” „open source“ crm')).toBe(' | "free" “beta” „open source“ crm');
  });

  it.each(['5" screen free crm', 'open" beta free', "„ free", 'free" crm'])(
    "can be quoted beside a single quote: %s",
    (text) => {
      const free = attributesIn(text, []).find(({ words }) => words === "free");
      expect(attributesIn(quoteWords(text, free!), []).map(({ words }) => words)).not.toContain("free");
    },
  );
});

describe("options of a field", () => {
  const labels = ["{number}", "made in {country}", "tea | coffee", ">=5 rooms"];
  const fields = [
    ownField("kind", "choice", { ...filtered, options: labels.map((label) => ({ value: label, label })) }),
    ownField("rooms", "number", filtered),
  ];
  it.each([
    ["42 crm", []],
    ["made in country crm", [["made in {country}"]]],
    ["tea coffee crm", [["tea | coffee"]]],
    ["5 rooms", [[">=5 rooms"]]],
    ["at least 5 rooms", [[">=5"]]],
  ])("are taken as they are written: %s", (text, expected) => {
    expect(attributesIn(text, fields).map(({ values }) => values)).toEqual(expected);
  });
});
