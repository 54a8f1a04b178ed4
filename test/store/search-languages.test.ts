import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileOwnFields } from "../../jobs/file-own-fields.ts";
import { bridge, nameOf } from "../../store/search/bridge.ts";
import { checkSearchIndex } from "../../store/search/check-index.ts";
import { followReaders } from "../../store/search/own-words.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";
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

  it("is not seen in misspelt or unfinished English that happens to contain one of its words", async () => {
    await add({ name: "Paper", tagline: "A newspaper and documents" });
    await add({ name: "Gunt Gazette", tagline: "Local stories" });
    await add({ name: "Quikrosk", tagline: "During long waits, it documents your place" });
    expect((await found("gaunt gazete")).names[0]).toBe("Gunt Gazette");
    expect((await found("durng wiats documentt")).names[0]).toBe("Quikrosk");
    expect((await found("durng plase docume")).names[0]).toBe("Quikrosk");
  });
});

describe("a listing in another language", () => {
  const GERMAN = {
    name: "Stundenwerk",
    tagline: "Die Zeiterfassung für kleine Betriebe und ihre Teams",
    description: "Mit der App sind alle Stunden und Rechnungen an einem Ort.",
  };

  it("is found by questions in English and in a third language", async () => {
    await add(GERMAN);
    await add({ name: "Decoy", tagline: "Other work for other people" });
    expect((await found("invoice and time tracking")).names).toEqual(["Stundenwerk"]);
    expect((await found("suivi du temps et factures")).names[0]).toBe("Stundenwerk");
    expect((await found("who counts the hours of my staff")).names[0]).toBe("Stundenwerk");
  });

  it.skipIf(isPostgres())("is indexed anew by a job after the concepts changed", async () => {
    await add(GERMAN);
    db.writer.exec(`update search_state set value = 1 where key = 'concepts';
      update listing_texts set words = replace(words, ' invoice', ''); delete from listing_search;
      insert into listing_search(rowid, words) select listing_id, words from listing_texts`);
    expect((await found("invoice")).names).toEqual([]);
    followReaders(db.writer);
    await Reflect.apply(fileOwnFields.run, undefined, [{}, { store: db.store }, AbortSignal.timeout(60_000)]);
    expect((await found("invoice")).names).toEqual(["Stundenwerk"]);
    expect(checkSearchIndex(db.writer, { sampleEvery: 1 })).toEqual([]);
  });
});
