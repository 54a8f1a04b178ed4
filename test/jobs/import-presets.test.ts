import { afterAll, beforeAll, expect, it } from "vitest";
import { applyPreset } from "../../data/presets.ts";
import { changeImport, type ImportStep, queueImport, takeFile } from "../../transfer/imports.ts";
import { createWorld, type World } from "../helpers/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const line = (type: string, data: object) => `${JSON.stringify({ type, data })}\n`;
const category = (slug: string, name: string, children: object[] = []) => ({ slug, name, description: name, children });
const EXPORT = [
  line("category", category("looms", "Looms", [category("hand-looms", "Hand looms")])),
  line("category", category("web-analytics", "Analytics for websites")),
].join("");
const take = (text: string) => takeFile({ bytes: Buffer.from(text), name: "export.jsonl", by: null }, world.deps);
async function go(id: string, step: ImportStep) {
  await world.deps.store.change((tx) => queueImport(tx, id, step, world.deps.now()));
  world.deps.wakeJobs();
  await world.drain();
  world.advance(1);
  return (await world.deps.store.imports.find(id))!;
}
const tree = async () => (await world.deps.store.categories.all()).map(({ slug, name }) => `${slug}: ${name}`);

it("an export replaces a preset that nobody changed, and undoing the import brings it back", async () => {
  const before = await tree();
  const id = await take(EXPORT);
  const checked = await go(id, "check");
  expect(checked.counts).toMatchObject({ added: 2, duplicate: 0 });
  expect(await tree()).toEqual(before);

  const done = await go(id, "run");
  expect(done).toMatchObject({ counts: checked.counts, made: checked.made });
  expect(await tree()).toEqual(["looms: Looms", "hand-looms: Hand looms", "web-analytics: Analytics for websites"]);
  const renamed = await world.deps.store.reference.findCategory("web-analytics");
  expect(renamed!.phrases).not.toEqual([]);

  await go(id, "undo");
  expect((await tree()).toSorted()).toEqual(before.toSorted());
});

it("an export adds to a directory that has listings or categories of its own", async () => {
  const { store } = world.deps;
  const before = await tree();
  await store.change((tx) =>
    tx.categories.save({
      ...{ slug: "mine", name: "Mine", description: "My own.", parentSlug: null, position: 500 },
      ...{ keywords: [], phrases: [], faqs: [], compare: [] },
    }),
  );
  const id = await take(EXPORT);
  await store.change((tx) => changeImport(tx, id, { options: { update: false } }));
  const done = await go(id, "run");
  expect(done.counts).toMatchObject({ added: 1, duplicate: 1 });
  expect(await tree()).toEqual(expect.arrayContaining([...before, "mine: Mine", "looms: Looms"]));
});

it("categories of a preset are found by their names in a language of the site, and none is made twice", async () => {
  const german = await createWorld({ env: { SITE_LANGUAGE: "de" } });
  try {
    const { deps } = german;
    await deps.store.change((tx) => applyPreset(tx, "games"));
    const table =
      "Name;Website;Kategorie\nCatan;https://catan-game.com;strategiespiele\nAzul;https://azul-game.com;Strategiespiel\n";
    const id = await takeFile({ bytes: Buffer.from(table), name: "spiele.csv", by: null }, deps);
    const run = async (step: ImportStep) => {
      await deps.store.change((tx) => queueImport(tx, id, step, deps.now()));
      deps.wakeJobs();
      await german.drain();
      german.advance(1);
      return (await deps.store.imports.find(id))!;
    };
    expect((await run("check")).made.categories).toEqual({ strategiespiel: "Strategiespiel" });
    await deps.store.change((tx) => changeImport(tx, id, { options: { create: { fields: true, categories: false } } }));
    expect(await run("check")).toMatchObject({ counts: { added: 1, refused: 1 }, made: { categories: {} } });
    const { items } = await deps.store.imports.lines(id, { isProblem: true }, { page: 1, perPage: 9 });
    expect(items[0]!.reason).toContain('Kategorie: "Strategiespiel" is not a category. Did you mean "Strategiespiele"');
    await run("run");
    expect((await deps.store.listings.findBySite("catan-game.com"))!.profile.categories).toMatchObject([
      { slug: "strategy-games" },
    ]);
  } finally {
    await german.close();
  }
});
