import { describe, expect, it } from "vitest";
import { addDraft } from "../helpers/drafts.ts";
import { defineFields, OWN_FIELDS, ownField } from "../helpers/own-fields.ts";
import { visibleText } from "../helpers/visible-text.ts";
import { createWorld, PASSWORD } from "../helpers/world.ts";
import { createVisitor, formOf } from "./world.ts";

const world = await createWorld();
const { store } = world.deps;
const VALUES = {
  ...{ licence: ["AGPL-3.0"], platforms: ["win", "mac", "web"], stars: 36515, weight: 1.5 },
  ...{ demo: "https://try.acme.example/", archived: false, released: "2026-11-29", notes: "Runs on paper.\nStill." },
};
await world.listing("Acme", { category: "crm", profile: { attributes: VALUES } });
await world.listing("Bolt", { category: "crm", profile: { attributes: { licence: ["MIT"], archived: true } } });
await defineFields(store, ...OWN_FIELDS);

const get = async (path: string) => (await fetch(world.url + path)).text();
const textOf = (html: string): string => visibleText(html).join("\n");
const factsOf = (page: string) => /<section aria-labelledby="facts">.*?<\/section>/s.exec(page)![0];

describe("a listing page", () => {
  it("shows own fields as facts, whose values lead to the others that have them", async () => {
    const facts = factsOf(await get("/listings/acme"));
    const text = textOf(facts);
    for (const words of ["Licence: AGPL-3.0", "Stars: 36,515", "Weight: 1.5 kg", "Archived: No", "29 November 2026"])
      expect(text).toContain(words);
    expect(facts).toContain('href="/search?where=licence%3AAGPL-3.0"');
    expect(facts).toContain('href="/search?where=platforms%3Awin"');
    expect(facts).toContain('<a href="https://try.acme.example/" rel="nofollow ugc noopener">try.acme.example</a>');
    expect(facts).toContain("<h3>Running it</h3>");
    expect(await get("/listings/acme.md")).toContain("Licence: [AGPL-3.0](");
  });

  it("tells search engines, under the property that a field chose or an additional one", async () => {
    const block = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await get("/listings/acme"))![1]!;
    const [product] = JSON.parse(block)["@graph"];
    expect(product).toMatchObject({ "@type": ["Product", "SoftwareApplication"], license: "AGPL-3.0" });
    expect(product.additionalProperty).toContainEqual({
      ...{ "@type": "PropertyValue", name: "Weight", value: 1.5, unitText: "kg" },
    });
    expect(product.additionalProperty).toContainEqual({
      ...{ "@type": "PropertyValue", name: "Platforms", value: ["Windows", "macOS", "Web"] },
    });
  });

  it("shows a new label at once although the page was kept (trap 1)", async () => {
    for (const _ of [1, 2, 3]) await get("/listings/acme");
    await defineFields(store, { ...OWN_FIELDS[2]!, label: "Stars on GitHub" });
    expect(textOf(await get("/listings/acme"))).toContain("Stars on GitHub: 36,515");
    expect(textOf(await get("/listings/acme"))).not.toContain("Stars: ");
    await defineFields(store, OWN_FIELDS[2]!);
  });
});

it("cards have a line of the fields that are shown on cards", async () => {
  const line = /<p class="meta own">.*?<\/p>/s;
  const page = await get("/search?q=acme");
  expect(textOf(line.exec(page)![0]).trim()).toBe(
    "AGPL-3.0 Windows, macOS +1 Stars 36.5k 1.5 kg Demo Released 29 November 2026",
  );
  await defineFields(store, ownField("extra", "flag", { shownIn: ["facts"] }));
  const bolt = await get("/search?q=bolt");
  expect(textOf(line.exec(bolt)![0]).trim()).toBe("MIT Archived");
});

it("a comparison has a row for each field that is shown in comparisons, and none for others", async () => {
  const page = textOf(/<table>.*?<\/table>/s.exec(await get("/compare?a=acme&b=bolt"))![0]);
  for (const words of ["Running it", "Licence\nAGPL-3.0\nMIT", "Weight\n1.5 kg"]) expect(page).toContain(words);
  expect(page).not.toContain("Notes");
  const answer = await fetch(`${world.url}/api/v1/compare?a=acme&b=bolt`);
  const { rows } = (await answer.json()) as { rows: unknown[] };
  expect(rows).toContainEqual({ key: "stars", label: "Stars", group: "category", a: 36515, b: null });
  expect(rows).toContainEqual({ key: "archived", label: "Archived", group: "category", a: "No", b: "Yes" });
});

describe("the editors", async () => {
  const { id: ownerId, email } = await world.account("ann");
  const ann = createVisitor(world.url);
  await ann.signIn(email, { password: PASSWORD });
  /** Boxes that are not checked are not sent. */
  const formAt = async (path: string) => {
    const page = await ann.get(path);
    const form = formOf(page, path);
    for (const [tag, name] of page.text.matchAll(/<input type="checkbox" name="([^"]*)"[^>]*>/g))
      if (!tag.includes(" checked")) delete form[name!];
    return form;
  };

  it("save texts and own fields of a listing as one version, and keep both if one is wrong (trap 10)", async () => {
    const { id, version } = await world.listing("Cask", { category: "crm", ownerId });
    const path = `/account/listings/${id}/edit`;
    const form = await formAt(path);
    expect(Object.keys(form)).not.toContain("attributes.archived");
    const typed = { ...form, "fields.tagline": "Better casks", "attributes.stars": "1,234" };
    const wrong = await ann.post(path, { ...typed, "attributes.weight": "heavy" });
    expect([wrong.status, (await store.listings.find(id))?.version]).toEqual([400, version]);
    expect(wrong.text).toContain("Enter a number.");
    const reply = await ann.post(path, {
      ...typed,
      "attributes.platforms.mac": "mac",
      "attributes.platforms.web": "web",
    });
    expect(reply.status).toBe(303);
    const saved = (await store.listings.find(id))!;
    expect(saved).toMatchObject({ version: version + 1, tagline: "Better casks" });
    expect(saved.profile.attributes).toEqual({ stars: 1234, platforms: ["mac", "web"] });
    const again = await formAt(path);
    expect(again).toMatchObject({ "attributes.stars": "1234", "attributes.platforms.mac": "mac" });
    expect(again).not.toHaveProperty("attributes.platforms.win");
    await ann.post(path, { ...again, "attributes.stars": "" });
    expect((await store.listings.find(id))!.profile.attributes).toEqual({ platforms: ["mac", "web"] });
  });

  it("save own fields of a draft with its texts, and lead to what is required", async () => {
    const given = { accountId: ownerId, siteKey: "dock.example" };
    const id = await addDraft(world, { ...given, fields: { name: { value: "Dock", evidence: [] } } });
    const path = `/drafts/${id}`;
    expect((await ann.get(path)).text).toContain('href="#attributes.licence"');
    const form = await formAt(path);
    const reply = await ann.post(path, {
      ...form,
      act: "save",
      "fields.tagline": "Docks",
      "attributes.licence": "GPLv3",
    });
    expect(reply.status).toBe(303);
    const { content } = (await store.drafts.find(id))!;
    expect([content.fields.tagline?.value, content.own?.licence?.value]).toEqual(["Docks", ["GPL-3.0"]]);
    await ann.post(path, { ...(await formAt(path)), act: "lock.attributes.licence" });
    expect((await store.drafts.find(id))!.content.own?.licence?.state).toBe("override");
    const undone = /name="key" value="([^"]+)"|[?&]undo=([^"&]+)/.exec(reply.location);
    expect(undone).not.toBeNull();
  });
});

describe("the form of a field", async () => {
  const { email, id } = await world.account("boss");
  await store.change((tx) => tx.accounts.setAdmin(id, true));
  const admin = createVisitor(world.url);
  await admin.signIn(email, { password: PASSWORD });
  const save = async (typed: Record<string, string>) => {
    const form = formOf(await admin.get("/admin/fields/new"), "/admin/fields/new");
    return admin.post("/admin/fields/new", { ...form, ...typed });
  };
  it.each([
    ["a name of 10,000 characters", { label: "x".repeat(10_000), key: "wide" }, "60 characters or fewer"],
    ["the name of a profile field", { label: "Name" }, "This key is reserved."],
    ["the name of a filter", { label: "Category", kind: "choice", filter: "yes" }, "This key is reserved."],
    ["the name of a member of objects", { label: "Constructor" }, "This key is reserved."],
    ["a value twice", { label: "Dup", kind: "choice", options: "a = A\nA = B" }, "Enter each value once."],
    [
      "a value of 300 characters",
      { label: "Long", kind: "choice", options: "y".repeat(300) },
      "60 characters or fewer",
    ],
    ["a unit of 30 characters", { label: "Size", kind: "number", unit: "u".repeat(30) }, "20 characters or fewer"],
  ])("refuses %s, which exports could not bring back", async (_what, typed, words) => {
    const reply = await save(typed);
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(words)]);
    expect(reply.text).toContain(`value="${typed.label}"`);
  });

  it("gives names of any script a key", async () => {
    expect((await save({ label: "価格帯", key: "" })).status).toBe(303);
    expect(store.ownFields().find(({ label }) => label === "価格帯")?.key).toMatch(/^field_\d+$/);
  });
});

it("admins let search find the words of a field, if it has words", async () => {
  const admin = await world.account("admin", { admin: true });
  const visitor = createVisitor(world.url);
  await visitor.signIn(admin.email, { password: PASSWORD });
  const save = async (key: string) => {
    const path = `/admin/fields/${key}`;
    const form = formOf(await visitor.get(path), path);
    return visitor.post(path, { ...form, searched: "yes" });
  };
  // Quoted, it is a word and no licence.
  const quoted = "/search?q=%22AGPL%22";
  expect(await get(quoted)).not.toContain('href="/listings/acme"');
  const wrong = await save("weight");
  expect([wrong.status, wrong.text.includes("Only texts, choices and licences can be searched.")]).toEqual([400, true]);
  expect((await save("licence")).status).toBe(303);
  expect(store.ownFields().find(({ key }) => key === "licence")).toMatchObject({ isSearched: true });
  await world.drain();
  await expect.poll(() => get(quoted)).toContain('href="/listings/acme"');
});
