import { expect, it } from "vitest";
import { createTeam } from "./admin-world.ts";
import { formOf } from "./world.ts";

const { root, act, store } = await createTeam();
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
