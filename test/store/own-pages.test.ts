import { afterAll, expect, it } from "vitest";
import { createDatabase } from "../helpers/database.ts";
import { caughtUp } from "../helpers/postgres/caught-up.ts";

const db = await createDatabase();
const other = await db.another();
afterAll(async () => {
  await other.close();
  await db.close();
});

it("pages of the team are seen by every process at once, by title, and standard ones are not among them", async () => {
  const row = { markdown: "Text", updatedAt: new Date(1_000) };
  await db.store.change(async (tx) => {
    await tx.sitePages.save({ ...row, slug: "p/z", title: "A page" });
    await tx.sitePages.save({ ...row, slug: "p/a", title: "Z page", isHidden: true });
    await tx.sitePages.save({ ...row, slug: "terms" });
  });
  await caughtUp(other);
  expect(other.siteLook().pages).toEqual([
    { slug: "p/z", title: "A page", isHidden: false },
    { slug: "p/a", title: "Z page", isHidden: true },
  ]);
  await db.store.change((tx) => tx.sitePages.save({ ...row, slug: "p/a", title: "Z page", isHidden: false }));
  await db.store.change((tx) => tx.sitePages.remove("p/z"));
  await caughtUp(other);
  expect(other.siteLook().pages).toEqual([{ slug: "p/a", title: "Z page", isHidden: false }]);
});

it("translations of a page follow its address, and leave with it", async () => {
  const of = (id: string) => ({ kind: "page", id, language: "de" }) as const;
  await db.store.change((tx) => tx.translations.save(of("p/a"), { title: "Fragen", markdown: "Lang" }));
  await db.store.change((tx) => tx.translations.move({ kind: "page", id: "p/a" }, "p/b"));
  expect(await db.store.translations.of(of("p/b"))).toEqual({ title: "Fragen", markdown: "Lang" });
  await db.store.change((tx) => tx.translations.move({ kind: "page", id: "p/b" }, undefined));
  expect(await db.store.translations.keys()).toEqual([]);
});
