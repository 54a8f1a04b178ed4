import { expect, it } from "vitest";
import { continueIds } from "../helpers/continue-ids.ts";
import { openRaw } from "../helpers/database.ts";
import { defineFields, ownField } from "../helpers/own-fields.ts";
import { createTeam } from "./admin-world.ts";
import { formOf } from "./world.ts";

const { world, root, act, store } = await createTeam();
const FIELD = { key: "", kind: "line", shown: "facts" };
const faultOf = ({ text }: { text: string }) => /class="fault"[^>]*>([^<]+)/.exec(text)?.[1];

it("a field keeps its schema.org property, and whether drafts need a quote", async () => {
  await root.get("/admin/fields/new");
  const guide = { guide: "material of the cover" };
  expect(await act("/admin/fields/new", { ...FIELD, label: "Cover", schemaOrg: "material", ...guide })).toBe(
    "field-saved",
  );
  expect(store.ownFields()).toMatchObject([
    { key: "cover", schemaOrg: "material", drafted: { ...guide, quote: false } },
  ]);
  const page = await root.get("/admin/fields/cover");
  expect(page.text).toContain('<option value="material" selected');
  expect(page.text).toMatch(/name="quote" value="yes"><span>/);
  expect(page.text).toMatch(/<details[^>]* open><summary>More options/);
  const form = { ...formOf(page, "/admin/fields/cover"), kind: "line", shown: "facts", ...guide, quote: "yes" };
  expect(await act("/admin/fields/cover", { ...form, schemaOrg: "" })).toBe("field-saved");
  expect(store.ownFields()[0]).toMatchObject({ drafted: { ...guide, quote: true } });
  expect(store.ownFields()[0]).not.toHaveProperty("schemaOrg");
  expect(faultOf(await root.post("/admin/fields/cover", { ...form, schemaOrg: "constructor" }))).toBe(
    "Choose a property from the list.",
  );
});

it("a new field starts with its rare options folded and needs quotes", async () => {
  const { text } = await root.get("/admin/fields/new");
  expect(text).toMatch(/<details class="field"><summary>More options/);
  expect(text).toMatch(/name="quote" value="yes" checked>/);
  const wrong = await root.post("/admin/fields/new", { ...FIELD, label: "Size", categories: "no-such-category" });
  expect(wrong.text).toMatch(/<details[^>]* open><summary>More options/);
});

it.each(["text", "link"])("a field of the type %s is refused as a filter and for sorting (trap 12)", async (kind) => {
  for (const use of [{ filter: "yes" }, { sort: "yes" }]) {
    const wrong = await root.post("/admin/fields/new", { ...FIELD, label: "Docs", kind, ...use });
    expect([wrong.status, faultOf(wrong)]).toEqual([
      400,
      "Long texts and links cannot be used for filters or sorting.",
    ]);
  }
  expect(store.ownFields().some(({ key }) => key === "docs")).toBe(false);
});

it("a filter appears once its job is done above 20,000 listings, and is said to be indexed until then", async () => {
  const raw = await openRaw(world.deps.settings);
  continueIds(raw, 30_000);
  raw.close();
  await world.listing("Kayak", { profile: { attributes: { hull: ["GPL-3.0"] } } });
  // No job is told yet.
  await defineFields(store, ownField("hull", "licence", { isFilter: true }));
  const isFilter = async () =>
    (await world.rest("GET", "/site")).body.fields.find(({ key }: { key: string }) => key === "hull").is_filter;
  expect((await root.get("/admin/fields")).text).toMatch(/Hull.*Being indexed/s);
  expect(await isFilter()).toBe(false);
  const early = await world.rest("GET", "/filter?where=hull:GPL-3.0");
  expect([early.status, early.body.errors[0].detail]).toEqual([
    400,
    '"hull" is still being indexed. Try again in a few minutes.',
  ]);
  expect((await root.get("/search")).text).not.toContain('name="hull:');
  expect((await root.get("/listings/kayak")).text).not.toContain("where=hull");

  // Saving it meanwhile does not switch the filter off.
  const path = "/admin/fields/hull";
  expect((await root.get(path)).text).toContain('name="filter" value="yes" checked');
  expect(await act(path, { ...FIELD, kind: "licence", label: "Hull licence", filter: "yes" })).toBe("field-saved");
  await expect.poll(isFilter).toBe(true);
  expect((await root.get("/admin/fields")).text).not.toContain("Being indexed");
  expect((await world.rest("GET", "/filter?where=hull:GPL-3.0")).body.items).toMatchObject([{ slug: "kayak" }]);
  expect((await root.get("/search")).text).toContain('name="hull:GPL-3.0"');
  expect((await root.get("/listings/kayak")).text).toContain("where=hull");
});
