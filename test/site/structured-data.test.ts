import { afterAll, beforeAll, expect, it } from "vitest";
import { ALL_FIELDS, fieldOf, shownIn } from "../../domain/listings/fields.ts";
import { createWorld, type World } from "../helpers/world.ts";

let world: World;
let things: Record<string, unknown>[];
let view: object;
beforeAll(async () => {
  world = await createWorld();
  const { slug } = await world.listing("Acme", {
    category: "web-analytics",
    content: { country: "DE", logoUrl: "https://acme.test/logo.png" },
    profile: { shortDescription: "Charts.", city: "Kiel", foundedYear: 2019, keywords: ["charts", "web"] },
  });
  view = (await world.rest("GET", `/listings/${slug}`)).body;
  const page = await (await fetch(`${world.url}/listings/${slug}`)).text();
  const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page) ?? [];
  things = everyThing(JSON.parse(json));
});
afterAll(() => world.close());

/** Every object of the graph that has a type, however deep. */
function everyThing(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(everyThing);
  return "@type" in value ? [{ ...value }, ...inner] : inner;
}

it.each(ALL_FIELDS.filter((name) => fieldOf(name).schemaOrg))(
  "%s stands in the page's structured data under its schema.org name",
  (name) => {
    const [type, property = ""] = fieldOf(name).schemaOrg!.split(".");
    const thing = things.find((candidate) => candidate["@type"] === type)!;
    const value = [shownIn(view, name)].flat().join(", ");
    expect(value).not.toBe("");
    expect([thing[property]].flat().join(", ")).toBe(value);
  },
);

it("every field has its place in the view of a listing", () => {
  for (const name of ALL_FIELDS) expect(shownIn(view, name), name).toBeDefined();
});
