import { afterEach, beforeEach, expect, it } from "vitest";
import { textKey } from "../../domain/site/translation.ts";
import type { Store } from "../../store/store.ts";
import { createDatabase } from "../helpers/database.ts";
import { caughtUp } from "../helpers/postgres/caught-up.ts";

let db: Awaited<ReturnType<typeof createDatabase>>;
let other: Store;
beforeEach(async () => {
  db = await createDatabase();
  other = await db.another();
});
afterEach(async () => {
  await other.close();
  await db.close();
});

const CRM = { kind: "category", id: "crm", language: "de" } as const;
const save = (fields: Record<string, string>) => db.store.change((tx) => tx.translations.save(CRM, fields));
const seen = (store: Store, field: string) =>
  store
    .ownTexts()
    .get("de")
    ?.get(textKey("category", "crm", field));

it("own texts are seen by every process at once, and are the same object until they change", async () => {
  expect(other.ownTexts()).toBe(other.ownTexts());
  for (const name of ["Kundenpflege", "Kunden"]) {
    const before = other.ownTexts();
    await save({ name });
    await caughtUp(other);
    expect([seen(db.store, "name"), seen(other, "name")]).toEqual([name, name]);
    expect(other.ownTexts()).not.toBe(before);
  }
  const known = [db.store.ownTexts(), other.ownTexts()];
  await db.store.change((tx) => tx.reference.saveSecret("anything", "else"));
  await caughtUp(other);
  expect(db.store.ownTexts()).toBe(known[0]);
  expect(other.ownTexts()).toBe(known[1]);
  await save({ name: "" });
  await caughtUp(other);
  expect([seen(db.store, "name"), seen(other, "name")]).toEqual([undefined, undefined]);
});

it("own texts are kept field by field, and settings of the site keep them", async () => {
  await save({ name: "Kunden", description: "Wer kauft." });
  await save({ name: "Kundenpflege" });
  await db.store.change(async (tx) => tx.site.save({ ...(await tx.site.get()), name: "Hafen" }));
  await caughtUp(other);
  expect([seen(other, "name"), seen(other, "description")]).toEqual(["Kundenpflege", "Wer kauft."]);
  expect(await other.translations.of(CRM)).toEqual({ name: "Kundenpflege", description: "Wer kauft." });
});

it("a long text is not kept in memory", async () => {
  await save({ markdown: "# Lang" });
  await caughtUp(other);
  expect(seen(other, "markdown")).toBeUndefined();
  expect(await other.translations.long(CRM)).toBe("# Lang");
});
