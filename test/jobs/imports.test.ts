import { afterAll, beforeAll, expect, it } from "vitest";
import { changeImport, type ImportStep, queueImport, takeFile } from "../../transfer/imports.ts";
import { continueIds } from "../helpers/continue-ids.ts";
import { openRaw } from "../helpers/database.ts";
import { createWorld, type World } from "../helpers/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const TABLE = `Name;Website;Beschreibung;Kategorie;Lizenz;Sterne;Datum;Alte Adresse;Farbe
Alpha;alpha-tools.com;Does one thing well.;Werkzeuge;MIT;1.200;01.02.2024;/software/alpha.html;rot
Beta;https://beta-tools.com;Does two things.;Werkzeuge|Web analytics;GPLv3;3.400;03.02.2024;https://old.example/software/beta;rot
Gamma;http://10.0.0.1/;Does harm.;Schaden;MIT;1;04.02.2024;;
Alpha again;https://www.alpha-tools.com/;The same.;Werkzeuge;MIT;2;05.02.2024;;blau
`;

const take = (text: string, name = "liste.csv") => takeFile({ bytes: Buffer.from(text), name, by: null }, world.deps);
async function go(id: string, step: ImportStep) {
  await world.deps.store.change((tx) => queueImport(tx, id, step, world.deps.now()));
  world.deps.wakeJobs();
  await world.drain();
  world.advance(1);
  return (await world.deps.store.imports.find(id))!;
}
const lines = async (id: string) => (await world.deps.store.imports.lines(id, {}, { page: 1, perPage: 100 })).items;
const counts = async () => {
  const { store } = world.deps;
  return {
    listings: (await store.listings.listAll({ q: "", status: undefined }, { page: 1, perPage: 50 })).length,
    fields: (await store.fieldDefinitions.list()).length,
    categories: (await store.reference.categoryNames()).length,
  };
};
const bySite = (key: string) => world.deps.store.listings.findBySite(key);

it("a file is checked without changes, taken in, and taken back with all that it made", async () => {
  const { store } = world.deps;
  const before = await counts();
  const id = await take(TABLE);
  const checked = await go(id, "check");
  expect(checked).toMatchObject({ state: "checked", done: 4, total: 4, encoding: "UTF-8", delimiter: ";" });
  expect(checked.counts).toMatchObject({ added: 2, duplicate: 1, refused: 1 });
  expect(checked.made.categories).toEqual({ werkzeuge: "Werkzeuge" });
  expect(Object.keys(checked.made.fields)).toEqual(["lizenz", "sterne", "farbe"]);
  expect(await counts()).toEqual(before);

  const done = await go(id, "run");
  expect(done).toMatchObject({ state: "done", counts: checked.counts, made: checked.made });
  expect((await lines(id)).map(({ line, result, slug }) => [line, result, slug])).toEqual([
    [2, "added", "alpha"],
    [3, "added", "beta"],
    [4, "refused", null],
    [5, "duplicate", null],
  ]);
  const same = (await lines(id)).filter(({ reason }) => reason === "Line 2 is the same website.");
  expect(same.map(({ result }) => result)).toEqual(["duplicate"]);
  expect(await bySite("beta-tools.com")).toMatchObject({
    ...{ tagline: "Does two things.", status: "live", launchedAt: null, launchWeek: null },
    profile: {
      attributes: { lizenz: ["GPL-3.0"], sterne: 3400, farbe: "rot" },
      categories: [{ name: "Werkzeuge" }, { name: "Web analytics" }],
    },
  });
  // A refused row makes nothing.
  expect((await store.reference.categoryNames()).map(({ name }) => name)).not.toContain("Schaden");
  expect(await store.launches.firstLaunchAt()).toBeUndefined();

  const undone = await go(id, "undo");
  expect(undone).toMatchObject({ state: "undone", counts: { added: 0, undone: 2, refused: 1 } });
  expect(await counts()).toEqual(before);
  expect(await bySite("beta-tools.com")).toBeUndefined();
});

it("addresses of the former site lead to the listings, where no page is", async () => {
  const id = await take(TABLE);
  await go(id, "run");
  const to = async (path: string) => {
    const { status, headers } = await fetch(new URL(path, world.deps.settings.BASE_URL), { redirect: "manual" });
    return [status, headers.get("location")];
  };
  expect(await to("/software/alpha.html")).toEqual([301, "/listings/alpha"]);
  expect(await to("/software/alpha.html?ref=news")).toEqual([301, "/listings/alpha"]);
  expect(await to("/software/beta/")).toEqual([301, "/listings/beta"]);
  expect((await to("/software/gamma.html"))[0]).toBe(404);
  await world.deps.store.change((tx) => tx.redirects.save({ fromPath: "/categories", toPath: "/x", at: new Date(0) }));
  expect((await to("/categories"))[0]).toBe(200);
  await go(id, "undo");
  expect((await to("/software/alpha.html"))[0]).toBe(404);
});

it("an update changes what a row names, skips owned listings, and can be taken back unless edited since", async () => {
  const { store } = world.deps;
  const first = await take(TABLE);
  await go(first, "run");
  const { id: ownerId } = await world.account("ann");
  const owned = await world.listing("Owned", { site: "owned-tools.com", siteKey: "owned-tools.com", ownerId });
  const table =
    "url,tagline,Lizenz\nalpha-tools.com,Better than before,MIT\nbeta-tools.com,,GPL-3.0\nowned-tools.com,Hijacked,MIT\nnew-tools.com,New,MIT\n";
  const id = await take(table, "update.csv");
  await store.change((tx) => changeImport(tx, id, { options: { update: true } }));
  const checked = await go(id, "check");
  expect(checked.counts).toMatchObject({ updated: 1, unchanged: 1, duplicate: 1, refused: 1 });
  const done = await go(id, "run");
  expect(done.counts).toEqual(checked.counts);
  expect(await bySite("alpha-tools.com")).toMatchObject({
    ...{ name: "Alpha", tagline: "Better than before", version: 2 },
    profile: { description: "Does one thing well.", attributes: { sterne: 1200 } },
  });
  expect((await store.listings.find(owned.id))?.tagline).toBe("Owned in one line");
  expect((await lines(id)).map(({ reason }) => reason)).toEqual([
    null,
    "Nothing changed.",
    "This listing has an owner, who keeps it up to date.",
    'name: "name" is required.',
  ]);
  await go(id, "undo");
  expect(await bySite("alpha-tools.com")).toMatchObject({ tagline: "Does one thing well.", version: 3 });

  // The first import finds what was edited since.
  const back = await go(first, "undo");
  expect(back.counts).toMatchObject({ undone: 1, kept: 1 });
  expect((await lines(first))[0]).toMatchObject({ result: "kept", reason: "It was edited since." });
  expect((await store.fieldDefinitions.list()).map(({ key }) => key)).toEqual(["lizenz", "sterne", "farbe"]);
});

it("categories of an export are reported, updated only if asked, and taken back", async () => {
  const { store } = world.deps;
  const line = (data: object) => `${JSON.stringify({ type: "category", data })}\n`;
  const looms = { slug: "looms", name: "Looms", description: "For weaving.", children: [] };
  const file = line({ ...looms, children: [{ slug: "hand-looms", name: "Hand looms", description: null }] });
  const results = async (id: string) => (await lines(id)).map(({ result, reason }) => [result, reason]);

  const first = await take(file, "export.jsonl");
  const checked = await go(first, "check");
  expect(checked).toMatchObject({ counts: { added: 1 }, made: { categories: { looms: "Looms" } } });
  expect(await store.reference.findCategory("looms")).toBeUndefined();
  const done = await go(first, "run");
  expect(done.made.categories).toEqual({ looms: "Looms", "hand-looms": "Hand looms" });

  const again = await take(file, "export.jsonl");
  await go(again, "run");
  expect(await results(again)).toEqual([["unchanged", "Nothing changed."]]);
  const renamed = await take(line({ ...looms, name: "Weaving looms" }), "export.jsonl");
  await go(renamed, "run");
  expect(await results(renamed)).toEqual([["duplicate", "This already exists."]]);
  const updating = await take(line({ ...looms, name: "Weaving looms" }), "export.jsonl");
  await store.change((tx) => changeImport(tx, updating, { options: { update: true } }));
  await go(updating, "run");
  expect(await results(updating)).toEqual([["updated", null]]);
  expect(await store.reference.findCategory("looms")).toMatchObject({ name: "Weaving looms" });

  await go(first, "undo");
  expect(await store.reference.findCategory("looms")).toBeUndefined();
  expect(await store.reference.findCategory("hand-looms")).toBeUndefined();
});

it("a run that was cut off continues with the next slice, and takes no row twice", async () => {
  const rows = Array.from({ length: 250 }, (_, at) => `Row ${at},https://row-${at}.com,Web analytics`);
  const id = await take(`name,url,category\n${rows.join("\n")}\n`, "many.csv");
  let slices = 0;
  const { store } = world.deps;
  const change = store.change.bind(store);
  const broken = Object.assign(Object.create(store), {
    change: (...args: Parameters<typeof change>) => {
      if (++slices === 3) throw new Error("The power is off.");
      return change(...args);
    },
  });
  const { runImport } = await import("../../transfer/run-import.ts");
  await store.change((tx) => tx.imports.change(id, { isDry: false }));
  const found = (await store.imports.find(id))!;
  await expect(runImport(found, { ...world.deps, store: broken }, new AbortController().signal)).rejects.toThrow(
    "power",
  );
  expect((await store.imports.find(id))!.done).toBe(200);
  await runImport((await store.imports.find(id))!, world.deps, new AbortController().signal);
  const ended = (await store.imports.find(id))!;
  expect(ended).toMatchObject({ done: 250, counts: { added: 250, duplicate: 0 } });
});

it("rows are launches only if asked, and a date without one is when they were listed (trap 8)", async () => {
  const table = "name,url,category,date\nOld,https://old-thing.com,Web analytics,2020-05-06\n";
  const id = await take(table, "dated.csv");
  await go(id, "run");
  const row: object = (await bySite("old-thing.com"))!;
  expect(row).toMatchObject({ launchedAt: null, listedAt: new Date("2020-05-06") });
  await go(id, "undo");
  const again = await take(table, "dated.csv");
  await world.deps.store.change((tx) => changeImport(tx, again, { options: { launched: "given" } }));
  await go(again, "run");
  expect(await bySite("old-thing.com")).toMatchObject({ launchedAt: new Date("2020-05-06") });
});

it("a file of which every row is refused makes no field and no category (trap 7)", async () => {
  const before = await counts();
  const head = "Name;Website;Beschreibung;Kategorie;Gewicht";
  const id = await take(`${head}\nOmega;http://10.0.0.2/;Harm.;Neues;12\nPsi;http://10.0.0.3/;Harm.;Neues;34\n`);
  const checked = await go(id, "check");
  expect(checked).toMatchObject({ counts: { refused: 2, added: 0 }, made: { fields: {}, categories: {} } });
  expect(await go(id, "run")).toMatchObject({ counts: { refused: 2 }, made: { fields: {}, categories: {} } });
  expect(await counts()).toEqual(before);
});

it("above 20,000 listings, a new field is a filter soon after its import", async () => {
  const { store, settings } = world.deps;
  const raw = await openRaw(settings);
  continueIds(raw, 30_000);
  raw.close();
  await world.listing("Kayak");
  const id = await take("Name;Website;Beschreibung;Kategorie;Stueck\nDelta;https://delta.com;A desk.;Werkzeuge;12\n");
  await go(id, "check");
  expect(await go(id, "run")).toMatchObject({ counts: { added: 1 }, made: { fields: { stueck: "Stueck" } } });
  await expect
    .poll(() => store.ownFields().find(({ key }) => key === "stueck"), { timeout: 5000 })
    .toMatchObject({ isFilter: true });
});

it("lists of the newest have the rows of a file in its order", async () => {
  const names = ["Zulu", "Amber", "Mike", "Bravo"];
  const table = names.map((name) => `${name} order,${name.toLowerCase()}-order.com,Web analytics`);
  await go(await take(`name,url,category\n${table.join("\n")}\n`, "order.csv"), "run");
  const page = await fetch(new URL("/search?q=order&sort=newest", world.deps.settings.BASE_URL));
  const found = (await page.text()).matchAll(/(\w+) order</g).map(([, name]) => name);
  expect([...new Set(found)]).toEqual(names);
});

it("categories and listings with names in other scripts each get an address of their own", async () => {
  const table = [
    "name,url,category",
    "潮見,https://xn--fsqv94c.jp,道具",
    "Прилив,https://priliv-tools.com,Инструменты",
    "Волна,https://volna-tools.com,Инструменты",
  ];
  const done = await go(await take(`${table.join("\n")}\n`, "scripts.csv"), "run");
  expect(done.made.categories).toEqual({ category: "道具", "category-2": "Инструменты" });
  expect((await bySite("xn--fsqv94c.jp"))?.slug).toBe("fsqv94c");
  expect((await bySite("volna-tools.com"))?.profile.categories).toMatchObject([{ slug: "category-2" }]);
});
