import { afterAll, beforeAll, expect, it } from "vitest";
import { addDraft } from "../helpers/drafts.ts";
import { createWorld, PASSWORD, type World } from "../helpers/world.ts";
import { createVisitor } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

it("the editor names three categories that the texts of a draft are about, and sets none", async () => {
  const { id: accountId } = await world.account("ann");
  const ann = createVisitor(world.baseUrl);
  await ann.signIn("ann@people.example", { password: PASSWORD });
  const tagline = { value: "Salaries, payslips and taxes of your employees", evidence: [] };
  const id = await addDraft(world, { accountId, siteKey: "acme.test", fields: { tagline } });
  const path = `/drafts/${id}`;
  const said = /Your texts sound like ([^<]+?), ([^<]+?), or ([^<]+?)\./.exec((await ann.get(path)).text);
  expect(said?.slice(1)).toContain("Payroll");
  const { body } = await world.as("ann").get(path);
  expect(body.fields.categories?.value ?? []).toEqual([]);
  await world.as("ann").patch(path, { body: { fields: { categories: ["Payroll"] } } });
  expect((await ann.get(path)).text).not.toContain("Your texts sound like");
});
