import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { extractHtml } from "../../crawler/extract.ts";
import { knownCategories } from "../../domain/drafts/known-categories.ts";
import { hasTopics, parentOf, topicsIn } from "../../drafting/category-topics.ts";
import { draftByRules } from "../../drafting/extractive.ts";

const seed: { slug: string; name: string; parent: string | null; keywords: string[] }[] = JSON.parse(
  readFileSync(new URL("../../data/seed/categories.json", import.meta.url), "utf8"),
);
const LANGUAGES = ["de", "fr", "es", "it", "pt", "nl", "ru", "ja", "zh", "ko"];

/** Categories drafted from a home page that is `lang | title | description | body`. */
function categoriesOf(page: string): unknown {
  const [lang, title, description, body] = page.split(" | ");
  const html =
    `<html lang="${lang}"><head><title>${title}</title><meta name="description" ` +
    `content="${description}"></head><body><main>${body}</main></body></html>`;
  const site = {
    url: "https://umbra.example/",
    pages: [extractHtml(html, "https://umbra.example/", { id: "p1", kind: "home" })],
    robots: "allowed" as const,
    error: null,
    needsJavascript: false,
    requests: 1,
    fetchedAt: new Date("2026-01-02T03:04:05Z"),
  };
  return draftByRules({ site, ...knownCategories(seed) }).fields.categories?.value;
}

describe("categories of sites in other languages", () => {
  it.each([
    [
      "Time tracking",
      "de | Umbra – Arbeitszeiterfassung | Die Zeiterfassungssoftware für Handwerker. | <h1>Hallo</h1>",
    ],
    [
      "Invoicing",
      "de | Umbra | So kannst du deine Rechnungen in einer Minute schreiben. | <h1>Das Rechnungsprogramm für Solos</h1>",
    ],
    ["Invoicing", "fr | Umbra | Notre logiciel de facturation pour artistes. | <h1>La facturation en ligne</h1>"],
    ["Blogging", "de | Umbra – die Blog-Plattform | Auf dieser Blog-Plattform schreiben alle. | <h1>Hallo</h1>"],
    ["Payroll", "de | Lohnbuchhaltung mit Umbra | Umbra übernimmt die Lohnbuchhaltung. | <h1>Pünktlich</h1>"],
    [
      "Shift scheduling",
      "fr | Umbra, le planning du personnel | La gestion des plannings pour les hôtels. | <h1>Bonjour</h1>",
    ],
    [
      "Inventory management",
      "es | Umbra | El control de inventario que cabe en el bolsillo. | <h1>Gestión de almacén sin papeles</h1>",
    ],
    ["Nutrition and recipes", "it | Umbra: ricette per tutti | Le ricette della settimana. | <h1>Buon appetito</h1>"],
    [
      "Learning to code",
      "pt | Umbra | Cursos de programação para toda a escola. | <h1>Aprender a programar brincando</h1>",
    ],
    ["Nonprofits and clubs", "nl | Ledenadministratie van Umbra | Software voor verenigingen. | <h1>Welkom</h1>"],
    [
      "Logistics and mobility",
      "ru | Umbra – управление автопарком | Мониторинг транспорта без бумаг. | <h1>Привет</h1>",
    ],
    ["Inventory management", "ja | Umbra | 小さなお店の在庫管理システムです。 | <h1>在庫管理をかんたんに</h1>"],
    ["Restaurants and food service", "zh | Umbra 餐饮管理 | 为餐厅打造的点餐系统。 | <h1>你好</h1>"],
    ["Project management", "ko | Umbra | 팀을 위한 프로젝트관리 서비스입니다. | <h1>간트 차트로 프로젝트 관리</h1>"],
  ])("%s: %s", (category, page) => {
    expect(categoriesOf(page)).toEqual([category]);
  });

  it.each([
    "de | Umbra – Blog über Buchhaltung | Artikel über Buchhaltung und mehr. | <h1>Unser Buchhaltungsblog</h1>",
    "de | Umbra | Ein Kalender, der sich mit Ihrem CRM verbinden lässt. Integration mit CRM. | <h1>Anbindung an Ihr CRM</h1>",
    "de | Buchhaltung einfach erklärt – Der Blog von Umbra | Hier lesen Sie alles zur Buchhaltung. | <h1>Buchhaltung</h1>",
    "de | Umbra – Buchhaltung | Für alle, die Stille mögen. | <h1>Hallo</h1>",
    "de | Umbra | Mit Umbra brauchst du keine Lohnabrechnung. | <h1>Nie wieder Lohnabrechnung</h1>",
    "fr | Umbra | Unser client. Notre client est un cabinet médical. | <h1>Notre client, un cabinet médical à Lyon</h1>",
    "es | Umbra | Umbra se integra con su CRM. | <h1>Conectado con su CRM</h1>",
    "it | Umbra | Il diario senza contabilità. | <h1>Mai più contabilità</h1>",
    "ja | Umbra | 会計に関するブログです。 | <h1>会計ブログ</h1>",
    "zh | Umbra | 社会计划与公益活动以外的一切。 | <h1>会计师的早餐</h1>",
    "ko | Umbra | CRM 연동을 지원합니다. | <h1>CRM 연동</h1>",
    "ko | Umbra | 메모리를 정리하는 장치입니다. | <h1>메모리 정리</h1>",
    "ru | Umbra | Подключение к CRM за минуту. | <h1>Интеграция с CRM</h1>",
  ])("none: %s", (page) => {
    expect(categoriesOf(page)).toBeUndefined();
  });
});

it.each([
  ["Appointment scheduling", "sv | Umbra – tidsbokning | Onlinebokning för salonger. | <h1>Boka tid direkt</h1>"],
  ["Time tracking", "pl | Umbra | Rejestracja czasu pracy w jednej minucie. | <h1>Czas pracy bez papieru</h1>"],
  ["Agriculture and environment", "cs | Umbra | Umbra pro včelaře a zemědělce. | <h1>Deník včelaře</h1>"],
  ["Accounting", "tr | Umbra | Küçük dükkanlar için muhasebe. | <h1>Muhasebe kolaylaştı</h1>"],
  ["Travel", "id | Umbra | Teman perjalanan untuk semua. | <h1>Rencana perjalanan wisata</h1>"],
  ["Restaurants and food service", "ar | Umbra | نظام بسيط للمطاعم. | <h1>كل ما يحتاجه مطعم صغير</h1>"],
])("%s by beginnings of words: %s", (category, page) => {
  expect(categoriesOf(page)).toEqual([category]);
});

describe("words with another meaning in other languages", () => {
  it.each([
    "es | Umbra | Todo en un solo lugar, y todo bien. | <h1>Todo claro</h1>",
    "fr | Umbra | Un tarif pour tous, et un tarif juste. | <h1>Le tarif</h1>",
  ])("name no category: %s", (page) => {
    expect(categoriesOf(page)).toBeUndefined();
  });
});

it("prefers the longer of two overlapping words: payroll accounting is not accounting", () => {
  expect([...topicsIn("Lohnbuchhaltung").keys()]).toEqual(["payroll"]);
  expect([...topicsIn("Finanzbuchhaltung").keys()]).toEqual(["accounting"]);
});

it("has words for every category below the shipped parents", () => {
  expect(seed.map(({ slug }) => [slug, parentOf(slug) ?? null])).toEqual(
    seed.map(({ slug, parent }) => [slug, parent]),
  );
  expect(seed.filter(({ slug }) => !hasTopics(slug))).toEqual([]);
});

it.each(LANGUAGES)("%s has distinct words for every category", (language) => {
  const text = readFileSync(new URL(`../../data/category-words/${language}.txt`, import.meta.url), "utf8");
  const lines = text
    .trim()
    .split("\n")
    .map((line) => line.split(": "));
  expect(lines.map(([slug]) => slug)).toEqual(seed.map(({ slug }) => slug));
  const phrases = lines.flatMap(([, words = ""]) => words.split("; ").map((word) => word.toLowerCase()));
  expect(phrases.filter((phrase, at) => phrases.indexOf(phrase) !== at || phrase.trim().length < 2)).toEqual([]);
});
