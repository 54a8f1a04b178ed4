import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bridge, nameOf } from "../../store/search/bridge.ts";
import { bridgedLanguages, concepts, conceptsIn } from "../../store/search/concepts.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { addSearchable, type Searchable } from "../helpers/searchable.ts";

let db: Awaited<ReturnType<typeof createSeededDatabase>>;
beforeEach(async () => {
  db = await createSeededDatabase();
});
afterEach(() => db.close());

const add = (given: Searchable) => addSearchable(db.store, given);
async function found(q: string) {
  const page = await db.store.listings.search({ q, status: "live", sort: "relevance" }, { page: 1, perPage: 20 });
  return { names: page.items.map(({ name }) => name), why: page.items.map(({ id }) => page.reasons.get(id)) };
}

describe("a question in another language", () => {
  it.each([
    ["de", "kostenlose Zeiterfassung", ["free", "time tracking"]],
    ["de", "Passwortverwaltung", ["password", "management"]],
    ["fr", "gérer mes mots de passe", ["management", "password"]],
    ["es", "gestión de inventario", ["management", "inventory"]],
    ["ja", "家計簿アプリ", ["budget", "app"]],
    ["zh", "密码管理", ["password", "management"]],
    ["ar", "كلمات المرور", ["password"]],
    ["ru", "управление паролями", ["management", "password"]],
  ])("is read in %s: %s", (language, question, meant) => {
    const bridged = bridge(question);
    expect(bridged?.language).toBe(language);
    expect(bridged?.units.map(nameOf)).toEqual(meant);
  });

  it("is not seen in English, in names, or in words that only begin like one", () => {
    for (const question of ["time tracking for freelancers", "password manager", "mlops", "backlinks", "autoresponder"])
      expect(bridge(question), question).toBeUndefined();
  });

  it("finds English listings by what it means, and says so", async () => {
    await add({ name: "Quill", tagline: "Write invoices" });
    await add({ name: "Tock", tagline: "A timesheet for time tracking" });
    const { names, why } = await found("Zeiterfassung");
    expect(names[0]).toBe("Tock");
    expect(why[0]).toContain("understood as: time tracking");
  });

  it("finds listings in its own language first, in other forms and in compounds", async () => {
    await add({ name: "Paper", tagline: "Send an invoice" });
    await add({ name: "Beleg", tagline: "Ausgangsrechnungen für kleine Betriebe und ihre Kunden schreiben" });
    expect((await found("Rechnung schreiben")).names).toEqual(["Beleg", "Paper"]);
    expect((await found("Rechnungen")).names[0]).toBe("Beleg");
  });

  it("splits Japanese into words", async () => {
    await add({ name: "Kakei", tagline: "家計簿をかんたんに記録できるアプリです" });
    await add({ name: "Purse", tagline: "Budget planner" });
    expect((await found("家計簿の記録")).names).toEqual(["Kakei", "Purse"]);
  });

  it("keeps unknown words, and misspelt names", async () => {
    await add({ name: "Rezeptor", tagline: "Signals of cells" });
    await add({ name: "Kochlöffel", tagline: "Recipes with markdown" });
    expect((await found("Rezepte in Markdown sammeln")).names[0]).toBe("Kochlöffel");
    expect((await found("Rezeptro")).names[0]).toBe("Rezeptor");
  });
});

it.each(bridgedLanguages())("the table of %s has a row for nearly every English concept, and no other", (language) => {
  const rows = new Set([...conceptsIn(language).entries.values()].flat().map(({ row }) => row));
  expect(rows.size).toBeGreaterThan(0.9 * concepts().length);
});
