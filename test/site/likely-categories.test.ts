import { expect, it } from "vitest";
import { addDraft } from "../helpers/drafts.ts";
import { createWorld, PASSWORD } from "../helpers/world.ts";
import { createVisitor } from "./world.ts";

const world = await createWorld();

it("the editor names three categories that the texts of a draft are about, and sets none", async () => {
  const { id: accountId } = await world.account("ann");
  const ann = createVisitor(world.baseUrl);
  await ann.signIn("ann@people.example", { password: PASSWORD });
  const tagline = { value: "Salaries, payslips and taxes of your employees", evidence: [] };
  const id = await addDraft(world, { accountId, siteKey: "acme.test", fields: { tagline } });
  const path = `/drafts/${id}`;
  const said = /Suggested: ([^<]+?), ([^<]+?) or ([^<]+?)\./.exec((await ann.get(path)).text);
  expect(said?.slice(1)).toContain("Payroll");
  const { body } = await world.as("ann").get(path);
  expect(body.fields.categories?.value ?? []).toEqual([]);
  await world.as("ann").patch(path, { body: { fields: { categories: ["Payroll"] } } });
  const { text } = await ann.get(path);
  expect(text).not.toContain("Suggested:");
  expect(text).toMatch(/Category<\/label>(<[^>]+>\s*)+None/);
});

it("the editor says that a product of this name is listed, until the draft is one itself", async () => {
  await world.listing("Kelpline", { url: "https://kelpline.example/" });
  await world.listing("Kelp");
  const { id: accountId } = await world.account("bea");
  const bea = createVisitor(world.baseUrl);
  await bea.signIn("bea@people.example", { password: PASSWORD });
  const name = { value: "<Kelpline> App", evidence: [] };
  const path = `/drafts/${await addDraft(world, { accountId, siteKey: "kelpline-app.test", fields: { name } })}`;
  const { text } = await bea.get(path);
  expect(text).toContain("A product with this name is already listed");
  expect(text).toContain('href="/listings/kelpline/claim"');
  expect(text).not.toContain('href="/listings/kelp"');
  await world.as("bea").patch(path, { body: { fields: { name: "Otherwise" } } });
  expect((await bea.get(path)).text).not.toContain("is listed already");
});
