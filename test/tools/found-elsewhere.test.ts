import { expect, it } from "vitest";
import { createWorld } from "../helpers/world.ts";

const world = await createWorld();
for (const name of ["Ann", "Bea", "Cleo", "Dora"])
  await world.listing(name, { category: "crm", profile: { description: "Timesheets for harbor pilots" } });
await world.listing("Eve", { category: "invoicing", profile: { description: "Timesheets for harbor pilots" } });
await world.listing("Fay", { category: "payroll", profile: { description: "Salaries" } });

it("a search without matches in a category says in which others they are, by REST, MCP and on the page", async () => {
  const said = "Nothing in Payroll has these words, but 4 in CRM and 1 in Invoicing.";
  const { body } = await world.rest("GET", "/listings?q=harbor+pilots&category=payroll");
  expect(body.hint).toContain(said);
  const { body: called } = await world.mcp("search_listings", { q: "harbor pilots", category: "payroll" });
  expect(called.structuredContent.hint).toContain(said);
  const page = await fetch(`${world.baseUrl}/search?q=harbor+pilots&category=payroll`);
  expect(await page.text()).toContain(said);
});

it("a search whose other filters leave nothing says how many there are without them", async () => {
  const { body } = await world.rest("GET", "/listings?q=harbor+pilots&country=NZ");
  expect(body.hint).toContain("Nothing fits all filters; without them, 5 listings have these words.");
  expect((await world.rest("GET", "/listings?q=harbor+pilots")).body).not.toHaveProperty("hint");
});

it("says nothing of other places if the words are nowhere", async () => {
  const { body } = await world.rest("GET", "/listings?q=xqzzv&category=payroll");
  expect(body.hint).toMatch(/^Nothing found\. Try/);
});
