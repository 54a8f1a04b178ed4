import { expect, it } from "vitest";
import { addDraft } from "../helpers/drafts.ts";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createWorld, PASSWORD } from "../helpers/world.ts";
import { createVisitor, formOf } from "./world.ts";

const data =
  '<script type="application/ld+json">{"@type":"Organization","name":"Acme Charts","foundingDate":"2019"}</script>';
const site = await createWebsite({ ...ACME, "/": ACME["/"]!.replace("</head>", `${data}</head>`) });
const world = await createWorld({ env: { OUTBOUND_RESOLVE: site.resolve("acme.test") } });
await world.account("ann");
const ann = createVisitor(world.baseUrl);
await ann.signIn("ann@people.example", { password: PASSWORD });
await ann.get("/submit");
const path = (await ann.post("/submit", { url: "acme.test" })).location;
await world.drain();

const draft = async () => (await world.as("ann").get(path)).body;

it("says beside a fact in how many places the website states it", async () => {
  expect((await draft()).fields.name.evidence).toMatchObject([
    { stated_in: ["title", "metadata", "structured_data", "text"] },
  ]);
  expect((await ann.get(path)).text).toContain("Stated in 4 places: page title, metadata, structured data, text");
});

it("asks which of two facts is right, and takes the answer with its quote", async () => {
  const asked = await draft();
  expect(asked.fields.founded_year).toMatchObject({ value: null, state: "not_found" });
  expect(asked.questions).toEqual({
    founded_year: [
      { value: "2019", evidence: [{ quote: "2019", url: "https://acme.test/" }] },
      { value: "2021", evidence: [expect.objectContaining({ url: "https://acme.test/about" })] },
    ],
  });
  const page = await ann.get(path);
  expect(page.text).toContain("Your site gives 2 different answers");
  expect(page.text).toContain('value="choose.founded_year.2021"');

  await world.as("ann").patch(path, { body: { fields: { founded_year: null } } });
  expect((await draft()).questions).toEqual(asked.questions);

  const chosen = await ann.post(path, { ...formOf(await ann.get(path), path), act: "choose.founded_year.2021" });
  expect(chosen.location).toContain("did=choose.fields.founded_year");
  const answered = await draft();
  expect(answered.questions).toBeUndefined();
  expect(answered.fields.founded_year).toMatchObject({
    value: "2021",
    evidence: [{ quote: expect.stringContaining("founded in 2021"), url: "https://acme.test/about" }],
  });
  expect((await ann.get(path)).text).not.toContain("Your site gives");
});

it("shows the quote of a value that somebody typed, like that of a drafted one", async () => {
  const form = { ...formOf(await ann.get(path), path), "fields.city": "Berlin", "fields.tagline": "Goal tracking" };
  await ann.post(path, form);
  const { text } = await ann.get(path);
  expect((await draft()).fields.tagline).toMatchObject({ state: "edited", evidence: [{ quote: "Goal tracking" }] });
  expect(text.split('id="card.tagline"')[1]).toMatch(/From your site<\/b> <q dir="auto">Goal tracking<\/q>/);
});

it("offers a value that was not certain with its quote and the reason, to be accepted with one click", async () => {
  const evidence = { quote: "Our servers are in Frankfurt, Germany.", url: "https://doubt.test/" };
  const account = (await world.deps.store.accounts.findByEmail("ann@people.example"))!;
  const doubt = { field: "country", reason: "place of something else", evidence, isDoubtful: true };
  const id = await addDraft(world, {
    accountId: account.id,
    siteKey: "doubt.test",
    fields: {},
    rejected: [
      { ...doubt, value: "DE" },
      { field: "city", value: "Nowhere", reason: "the page denies it", evidence },
    ],
  });
  const at = `/drafts/${id}`;
  const { body } = await world.as("ann").get(at);
  expect(body.candidates).toEqual({ country: [{ value: "DE", reason: doubt.reason, evidence: [evidence] }] });
  const page = await ann.get(at);
  expect(page.text).toContain("<b>Is this right?</b> We are not sure: place of something else.");
  expect(page.text).toContain(`<q dir="auto">${evidence.quote}</q>`);
  await ann.post(at, { ...formOf(page, at), act: "choose.country.DE" });
  const accepted = (await world.as("ann").get(at)).body;
  expect(accepted).not.toHaveProperty("candidates");
  expect(accepted.fields.country).toMatchObject({ value: "DE", state: "manual", evidence: [] });
});
