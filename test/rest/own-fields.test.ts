import { describe, expect, it } from "vitest";
import { addDraft } from "../helpers/drafts.ts";
import { defineFields, OWN_FIELDS, ownField } from "../helpers/own-fields.ts";
import { createWorld } from "../helpers/world.ts";

const world = await createWorld({ env: { LIMIT_WRITE: "10000" } });
const { store } = world.deps;
const ann = world.as("ann");
const { id: ownerId } = await world.account("ann");
const QUOTE = [{ quote: "AGPL-3.0", url: "https://acme.example/" }];

const namesOf = async () =>
  Object.keys((await world.rest("GET", "/openapi.json")).body.paths).filter((path) => /attributes|filter/.test(path));

it("operations for own fields are listed from the first field on, with the keys of the site", async () => {
  expect(await namesOf()).toEqual([]);
  expect((await world.rest("GET", "/site")).body.fields).toBeUndefined();
  await defineFields(store, ...OWN_FIELDS, ownField("crm_only", "line", { categories: ["crm"] }));
  expect((await namesOf()).sort()).toEqual([
    "/drafts/{id}/attributes",
    "/filter",
    "/me/listings/{listing_id}/attributes",
  ]);
  const { paths } = (await world.rest("GET", "/openapi.json")).body;
  const body = paths["/me/listings/{listing_id}/attributes"].patch.requestBody.content["application/json"].schema;
  expect(Object.keys(body.properties.attributes.properties)).toContain("stars");
  const { fields } = (await world.rest("GET", "/site")).body;
  expect(fields[0]).toMatchObject({ key: "licence", name: "Licence", type: "licence", is_required: true });
});

describe("a listing", () => {
  it("keeps what is set, as one version, and says what is wrong with the rest", async () => {
    const { id, slug, version } = await world.listing("Acme", { category: "crm", ownerId });
    const set = (attributes: unknown) => ann.patch(`/me/listings/${id}/attributes`, { body: { attributes } });
    const { status, body } = await set({ licence: ["MIT License"], stars: 7, crm_only: "Yes", demo: null });
    expect([status, body.version]).toEqual([200, version + 1]);
    expect((await world.rest("GET", `/listings/${slug}`)).body.attributes).toEqual([
      { key: "licence", name: "Licence", type: "licence", value: ["MIT"], unit: null, evidence: [] },
      { key: "stars", name: "Stars", type: "number", value: 7, unit: null, evidence: [] },
      { key: "crm_only", name: "Crm_only", type: "line", value: "Yes", unit: null, evidence: [] },
    ]);
    expect((await set({ stars: 7 })).body.version).toBe(version + 1);
    const wrong = await set({ stars: "many", demo: "javascript:alert(1)", archived: true, weigth: 3 });
    expect(wrong.status).toBe(400);
    expect(wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      "/attributes/archived",
      "/attributes/demo",
      "/attributes/stars",
      "/attributes/weigth",
    ]);
    expect((await set({ stars: null })).body.attributes).toHaveLength(2);
    // Before what is wrong with the values (trap 11).
    const of = world.as("bob").patch(`/me/listings/${id}/attributes`, { body: { attributes: { stars: "many" } } });
    expect((await of).status).toBe(404);
  });

  it("of another category has no field that is only of one", async () => {
    const { id } = await world.listing("Bolt", { category: "accounting", ownerId });
    const { body } = await ann.patch(`/me/listings/${id}/attributes`, { body: { attributes: { crm_only: "x" } } });
    expect(body.errors[0]).toMatchObject({ pointer: "/attributes/crm_only", code: "unknown_field" });
  });
});

describe("a draft", () => {
  const drafted = (value: string, own = {}) =>
    addDraft(world, {
      ...{ accountId: ownerId, siteKey: `${value}.example`, own },
      fields: {
        name: { value, evidence: [] },
        tagline: { value: "Better", evidence: [] },
        short_description: { value: "A product", evidence: [] },
        description: { value: "A product in more words.", evidence: [] },
        categories: { value: ["CRM"], evidence: [] },
      },
    });

  it("is submitted only with what the site requires, and its values go to the listing with their quotes", async () => {
    const id = await drafted("required");
    const path = `/drafts/${id}`;
    expect((await ann.get(path)).body.completeness.required_missing).toContain("attributes.licence");
    const refused = await ann.post(`${path}/submit`);
    expect([refused.status, refused.body.code]).toEqual([400, "attribute_required"]);
    expect(refused.body.errors[0].pointer).toBe("/attributes/licence");
    await ann.patch(`${path}/attributes`, { body: { attributes: { licence: ["GPLv3"], notes: "Of paper." } } });
    const { status, body } = await ann.post(`${path}/submit`);
    expect(status).toBeLessThan(300);
    expect(body.attributes.map(({ value }: { value: unknown }) => value)).toEqual([["GPL-3.0"], "Of paper."]);
    // The draft and its listing stay the same.
    await ann.patch(`/me/listings/${body.listing_id}/attributes`, { body: { attributes: { licence: ["MIT"] } } });
    expect((await ann.get(path)).body.attributes[0].value).toEqual(["MIT"]);
    await ann.patch(path, { body: { fields: { tagline: "Best" } } });
    expect((await ann.get(`/me/listings/${body.listing_id}`)).body.attributes[0].value).toEqual(["MIT"]);
  });

  it("locks, restores and unlocks own fields like its others", async () => {
    const id = await drafted("states", { licence: { value: ["AGPL-3.0"], evidence: QUOTE } });
    const patch = async (body: object) => (await ann.patch(`/drafts/${id}/attributes`, { body })).body;
    const licence = ({ attributes }: { attributes: { key: string }[] }) =>
      attributes.find(({ key }) => key === "licence");
    expect(licence((await ann.get(`/drafts/${id}`)).body)).toMatchObject({ state: "ai", evidence: QUOTE });
    await patch({ attributes: { licence: ["MIT"] } });
    expect(licence(await patch({ lock: ["licence"] }))).toMatchObject({
      ...{ state: "override", locked: true, value: ["MIT"], evidence: [] },
    });
    const refused = await patch({ regenerate: ["licence"] });
    expect([refused.code, refused.errors[0].detail]).toEqual(["field_locked", "attributes.licence is locked."]);
    expect(licence(await patch({ restore: ["licence"], unlock: ["licence"] }))).toMatchObject({
      ...{ state: "ai", value: ["AGPL-3.0"], evidence: QUOTE },
    });
    expect((await patch({ lock: ["nothing"] })).errors[0].pointer).toBe("/attributes/nothing");
  });
});
