import { describe, expect, it } from "vitest";
import { createTeam } from "../site/admin-world.ts";

const { world, store, root, ann } = await createTeam();
await world.listing("Cumulus", { profile: { description: "Virtual machines by the hour" } });
const PATH = "/admin/searches";
const DAY = new Date().toISOString().slice(0, 10);
const found = async (q: string): Promise<string[]> =>
  (await world.rest("GET", `/listings?q=${encodeURIComponent(q)}`)).body.items.map((one: { slug: string }) => one.slug);
const save = (form: Record<string, string>) => root.post(`${PATH}/new`, form);
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(world.baseUrl + path, { redirect: "manual", headers });
const lastAudit = async () => (await store.audit.list({}, { page: 1, perPage: 1 })).items[0];

describe("searches without results", () => {
  it("are listed with the nearest products and a button, for admins only", async () => {
    const miss = { day: DAY, about: "miss" as const, views: 3, visitors: 0 };
    await store.change((tx) =>
      tx.siteVisits.add([
        { ...miss, name: "zorbi machines" },
        { ...miss, name: "qqxxy" },
      ]),
    );
    const { text } = await root.get(`${PATH}?days=90`);
    expect(text).toMatch(/zorbi machines[\s\S]*?3[\s\S]*?\/listings\/cumulus[\s\S]*?new\?q=zorbi\+machines/);
    expect(text).toMatch(/qqxxy[\s\S]*?None/);
    expect((await root.get(`${PATH}/new?q=zorbi+machines`)).text).toContain('value="zorbi machines"');
    expect((await ann.get(PATH)).status).toBe(404);
  });
});

describe("the meaning of a search", () => {
  it("is other words, which are searched until it is deleted; both are in the audit log", async () => {
    expect(await found("zorbi")).toEqual([]);
    expect((await save({ phrase: " Zorbi ", means: "virtual machine" })).location).toContain("search-rule-saved");
    expect(await found("zorbi")).toEqual(["cumulus"]);
    expect(await found("ZORBI hour")).toEqual(["cumulus"]);
    expect(await found("zorbian")).toEqual([]);
    expect(await lastAudit()).toMatchObject({
      action: "search.save",
      name: "zorbi",
      after: { means: "virtual machine" },
    });
    expect((await root.get(PATH)).text).toMatch(/<bdi>zorbi<\/bdi>[\s\S]*virtual machine/);
    await root.post(`${PATH}/delete`, { phrase: "zorbi" });
    expect(await found("zorbi")).toEqual([]);
    expect(await lastAudit()).toMatchObject({ action: "search.delete", before: { means: "virtual machine" } });
  });

  it("is a page, to which browsers are led, and which is linked while somebody types", async () => {
    await save({ phrase: "Zorbi prices", path: `${world.baseUrl}/listings/cumulus#facts` });
    const answer = await get("/search?q=ZORBI++Prices");
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/listings/cumulus#facts"]);
    expect(await (await get("/search?q=zorbi+prices", { "sec-fetch-dest": "empty" })).text()).toContain(
      'href="/listings/cumulus#facts"',
    );
    expect((await get("/search?q=zorbi+prices+now")).status).toBe(200);
  });

  it("is a phrase of a category, which keeps its other words", async () => {
    const before = await store.reference.findCategory("web-hosting");
    await save({ phrase: "zorbi place", category: "web-hosting" });
    const after = await store.reference.findCategory("web-hosting");
    expect(after).toEqual({ ...before, phrases: [...(before?.phrases ?? []), "zorbi place"] });
    expect(await lastAudit()).toMatchObject({ after: { "phrase of": after?.name } });
  });

  it.each([
    { phrase: "", means: "machine" },
    { phrase: "zorbi" },
    { phrase: "zorbi", means: "machine", path: "/about" },
    { phrase: "zorbi", category: "nowhere" },
    { phrase: "zorbi", path: "https://elsewhere.example/" },
    { phrase: "zorbi", path: "//elsewhere.example/" },
    { phrase: "zorbi", path: "javascript:alert(1)" },
    { phrase: "zorbi", path: "/search?q=zorbi" },
    { phrase: "zorbi", means: "x".repeat(81) },
  ])("is refused: %j", async (form) => {
    const { status, text } = await save(form);
    expect(status).toBe(400);
    expect(text).toContain('aria-invalid="true"');
    expect(await store.searchRules.find("zorbi")).toBeUndefined();
  });
});
