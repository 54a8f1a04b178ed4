import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ALL_FIELDS,
  DRAFT_FIELDS,
  FACTS,
  type FieldName,
  fieldOf,
  isListField,
  labelOf,
  OWNER_FIELDS,
  shownIn,
} from "../../domain/listings/fields.ts";
import { factOf, textsOf } from "../../domain/listings/shared-facts.ts";
import { byName } from "../../domain/text/keys.ts";
import { inEnglish } from "../../languages/words.ts";
import { fromProfile } from "../../transfer/from-export.ts";
import { readRow } from "../../transfer/row.ts";
import { addDraft } from "../helpers/drafts.ts";
import { EMPTY_PROFILE } from "../helpers/empty-profile.ts";
import { createWorld, PASSWORD, type World } from "../helpers/world.ts";
import { createVisitor } from "./world.ts";

/** Values of the fields that take no other text. */
const VALUES: Partial<Record<FieldName, string | string[]>> = {
  country: "DE",
  founded_year: "2019",
  contact_email: "hello@acme.test",
  demo_video_url: "https://youtu.be/acme",
  logo_url: "https://acme.test/logo.png",
  categories: ["Web analytics"],
  pricing_model: "subscription",
  stage: "growing",
  language: "de",
};
const sample = (name: FieldName) =>
  VALUES[name] ??
  (isListField(name) ? [`First ${inEnglish(labelOf(name))}`, "Second"] : `A ${inEnglish(labelOf(name))}`);

let world: World;
let view: Record<string, unknown>;
const pages: Record<string, string> = {};
beforeAll(async () => {
  world = await createWorld();
  const { id: ownerId, email } = await world.account("ann");
  const values = byName(ALL_FIELDS, sample);
  const { profile, ...content } = textsOf(values);
  const evidence = byName(DRAFT_FIELDS, (name) => [{ quote: `Quote of ${name}`, url: "https://acme.example/" }]);
  const { id, slug } = await world.listing("Acme", {
    ...{ ownerId, category: "web-analytics", content, profile: { ...profile, evidence } },
  });
  await world.listing("Bolt");
  view = (await world.rest("GET", `/listings/${slug}`)).body;
  const draft = await addDraft(world, {
    ...{ accountId: ownerId, siteKey: "new.example" },
    fields: Object.fromEntries(DRAFT_FIELDS.map((name) => [name, { value: values[name], evidence: evidence[name] }])),
  });
  const ann = createVisitor(world.url);
  await ann.signIn(email, { password: PASSWORD });
  const paths = {
    ...{ listing: `/listings/${slug}`, twin: `/listings/${slug}.md`, compared: `/compare?a=${slug}&b=bolt` },
    ...{ texts: `/account/listings/${id}/edit`, draft: `/drafts/${draft}` },
  };
  for (const [page, path] of Object.entries(paths)) pages[page] = (await ann.get(path)).text;
});
afterAll(() => world.close());

/** Every object of the graph that has a type, however deep. */
function everyThing(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(everyThing);
  return "@type" in value ? [{ ...value }, ...inner] : inner;
}
const textOf = (name: FieldName): string => [shownIn(view, name)].flat().join(", ");

describe("a field of the table", () => {
  it.each(ALL_FIELDS)("%s is in the view of a listing", (name) => {
    const expected = name === "categories" ? ["web-analytics"] : [sample(name)].flat();
    const shown = [shownIn(view, name)].flat();
    expect(shown.map((value) => String(Object(value).slug ?? value))).toEqual(expected);
  });

  it.each(DRAFT_FIELDS)("%s has an input and its quote in the editor of a draft", (name) => {
    expect(pages.draft).toMatch(new RegExp(`name="fields\\.${name}(\\.0)?"`));
    expect(pages.draft).toContain(`<q dir="auto">Quote of ${name}</q>`);
  });

  it.each(OWNER_FIELDS)("%s has an input in the editor of a listing", (name) => {
    expect(pages.texts).toContain(`name="fields.${name}"`);
  });

  it.each(FACTS)("$name is among the facts of the page and of its Markdown twin", ({ name, label }) => {
    expect(pages.listing).toMatch(
      new RegExp(`${inEnglish(label)}<span class="said">:</span></span> <span class="v"[^>]*>.*Proof`),
    );
    expect(pages.listing).toContain(`“Quote of ${name}”`);
    expect(pages.twin).toContain(`${inEnglish(label)}: `);
    expect(pages.twin).toContain(textOf(name));
  });

  it.each(FACTS.filter(({ isBrief }) => isBrief))("$name is in the preview of both editors", ({ label }) => {
    for (const page of [pages.draft, pages.texts]) expect(page).toContain(`<dt>${inEnglish(label)}</dt>`);
  });

  it.each(DRAFT_FIELDS.filter((name) => fieldOf(name).compared))("%s is a row of a comparison", (name) => {
    expect(pages.compared).toContain(
      `<th scope="row">${inEnglish(fieldOf(name).compared?.label ?? labelOf(name))}</th>`,
    );
    expect(pages.compared).toContain(`“Quote of ${name}”`);
  });

  it.each(ALL_FIELDS.filter((name) => fieldOf(name).schemaOrg))("%s is in the structured data", (name) => {
    const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(pages.listing ?? "") ?? [];
    const [type, property = ""] = fieldOf(name).schemaOrg?.split(".") ?? [];
    const thing = everyThing(JSON.parse(json)).find((candidate) => candidate["@type"] === type);
    expect([thing?.[property]].flat().join(", ")).toBe(textOf(name));
  });

  it("survives an export and an import", () => {
    const incoming = readRow(fromProfile(view, new Map()), {
      categories: [{ slug: "web-analytics", name: "Web analytics" }],
      ...{ countries: new Set(["DE"]), questions: [], fallback: undefined },
    });
    if (Array.isArray(incoming)) throw new Error(JSON.stringify(incoming));
    const arrived = byName(ALL_FIELDS, (name): unknown =>
      name === "categories" ? ["Web analytics"] : factOf(incoming.content, name),
    );
    expect(arrived).toEqual(byName(ALL_FIELDS, sample));
  });
});

it("a listing that was saved before the field has no value of it", () => {
  const { profile, ...content } = textsOf({ name: "Acme", city: "Kiel" });
  const { city, tags, ...older } = { ...EMPTY_PROFILE, ...profile };
  const facts = { ...content, profile: Object.assign({ city, tags }, older, { city: undefined, tags: undefined }) };
  expect([factOf(facts, "name"), factOf(facts, "city"), factOf(facts, "tags")]).toEqual(["Acme", null, null]);
});
