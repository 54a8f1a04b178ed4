import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { readSettings } from "../../core/settings/config.ts";
import { sampleSite } from "../../domain/drafts/sample-site.ts";
import { buildDeps, type World as Node } from "../../server/deps.ts";
import { createGuest } from "../helpers/guest.ts";
import { type Answer, startModelServer } from "../helpers/model-server.ts";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createTeam, type Team } from "../site/admin-world.ts";

const PATH = "/admin/settings/model";
const KEY = "sk-very-secret-key";
const TAGLINE = {
  field: "tagline",
  value: "Know the tide before you sail",
  page: "p1",
  quote: "Know the tide before you sail",
};

/** What the model answers next. */
const next: Answer[] = [{ facts: [TAGLINE] }];
const answers = (...given: Answer[]) => next.splice(0, next.length, ...given);

let team: Team;
let website: Awaited<ReturnType<typeof createWebsite>>;
let model: Awaited<ReturnType<typeof startModelServer>>;
/** Another process on the same database. */
let node: Node;

beforeAll(async () => {
  website = await createWebsite({ ...ACME });
  model = await startModelServer(next);
  team = await createTeam({
    env: { TRUSTED_PROXIES: "127.0.0.1", OUTBOUND_RESOLVE: website.resolve("acme.test", "www.acme.test") },
  });
  node = await buildDeps(readSettings(team.world.deps.settings.environment), { now: team.world.deps.now });
});
afterAll(async () => {
  await node?.close();
  await team?.world.close();
  await model?.close();
  await website?.close();
});

/** On PostgreSQL, the other process learns it a moment later. */
async function save(form: Record<string, string>) {
  const reply = await team.root.post(PATH, form);
  await expect.poll(() => node.deps.store.typedSettings()).toEqual(team.store.typedSettings());
  return reply;
}
const draftElsewhere = () => node.deps.drafter({ site: sampleSite(team.world.deps.now()), categories: [] });
const setting = () => ({ MODEL_URL: `${model.url}/v1`, MODEL_KEY: KEY, MODEL_NAME: "small", MODEL_PRICES: "1/5" });

beforeEach(async () => {
  answers({ facts: [TAGLINE] });
  await team.root.get(PATH);
  await save(setting());
});

it("without a model rules draft, and the page offers none to try", async () => {
  await save({ remove: "MODEL_KEY" });
  const { text } = await team.root.get(PATH);
  expect(text).toContain("Rules draft profiles.");
  expect(text).not.toContain("Draft a sample");
  expect((await draftElsewhere()).call).toBeUndefined();
});

it.each([
  [{ MODEL_NAME: "" }, "Name a model of this server."],
  [{ MODEL_URL: "ftp://a.example" }, "URL"],
  [{ MODEL_PRICES: "cheap" }, "Must be two prices like 1/5."],
  [{ MODEL_MONTHLY_CALLS: "0" }, "MODEL_MONTHLY_CALLS-fault"],
])("refuses %o and says why", async (form, fault) => {
  const reply = await save({ ...setting(), ...form });
  expect(reply.status).toBe(400);
  expect(reply.text).toContain(fault);
  expect(reply.text).not.toContain(KEY);
});

it("a saved model drafts at once in every process, and its key is sealed and never shown", async () => {
  const drafted = await draftElsewhere();
  expect(drafted).toMatchObject({ drafter: "model", call: { model: "small", inputTokens: 10, costMicros: 35 } });
  expect(drafted.fields.founded_year?.value).toBe("2019");
  expect(model.received.at(-1)!.headers.authorization).toBe(`Bearer ${KEY}`);
  const { text } = await team.root.get(PATH);
  expect(text).toContain('value="small"');
  const logged = JSON.stringify((await team.store.audit.list({}, { page: 1, perPage: 50 })).items);
  expect(logged).toMatch(/site\.save.*"MODEL_NAME":"small"/);
  for (const shown of [text, logged]) expect(shown).not.toContain(KEY);
});

it("the stored key stays with its address, and goes to no other", async () => {
  await save({ ...setting(), MODEL_KEY: "", MODEL_NAME: "larger" });
  await draftElsewhere();
  expect(model.received.at(-1)!.headers.authorization).toBe(`Bearer ${KEY}`);
  const other = await startModelServer(next);
  const moved = { ...setting(), MODEL_URL: `${other.url}/v1`, MODEL_KEY: "" };
  const reply = await save(moved);
  expect(reply.text).toContain("Enter it again: its address has changed.");
  expect(reply.text).toContain(`value="${other.url}/v1"`);
  await save({ ...moved, remove: "MODEL_KEY" });
  await draftElsewhere();
  expect(other.received.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  await other.close();
});

it("a sample shows its result, duration, tokens and cost, and what to do if it failed", async () => {
  const { text } = await team.root.post(`${PATH}/sample`, {});
  expect(text).toMatch(/drafted<[\s\S]*\d\.\ds, tokens: 10 in, 5 out, cost: \$0\.000035/);
  expect(text).toContain("Know the tide before you sail");
  answers({ status: 401, error: { message: `no such key ${KEY}` } });
  const failed = (await team.root.post(`${PATH}/sample`, {})).text;
  expect(failed).toContain("The server answered 401: no such key ***");
  expect(failed).toContain("Check MODEL_KEY");
});

it("beyond the monthly limit rules draft, until the next month", async () => {
  const [{ calls = 0 } = {}] = await team.store.modelCalls.months();
  await save({ ...setting(), MODEL_MONTHLY_CALLS: String(calls + 1) });
  expect((await draftElsewhere()).drafter).toBe("model");
  expect(await draftElsewhere()).toMatchObject({ drafter: "extractive", call: { failure: "limit" } });
  const { text } = await team.root.get(PATH);
  expect(text).toContain("The monthly limit is reached");
  team.world.advance(31 * 24 * 3600_000);
  await team.root.signIn("root@people.example");
  expect((await draftElsewhere()).drafter).toBe("model");
  expect((await team.store.modelCalls.months()).map((month) => month.skipped)).toEqual([0, 1]);
});

it("if every call fails, doctor, the draft and its editor say so", async () => {
  const health = async () => (await team.root.get("/admin/health")).text;
  await draftElsewhere();
  expect(await health()).toContain("small answers");
  answers({ status: 402 });
  for (let nth = 0; nth < 5; nth++) await draftElsewhere();
  const text = await health();
  expect(text).toMatch(/the last 5 calls of small failed: The server answered 402: not now/);
  expect(text).toContain("Add credit at the provider, or raise its spending limit.");

  const { id } = (await team.world.as("ann").post("/drafts", { body: { url: "https://acme.test" } })).body;
  await team.world.drain();
  expect((await team.world.as("ann").get(`/drafts/${id}`)).body.crawl).toMatchObject({
    error: null,
    model_failed: true,
  });
  await team.ann.signIn("ann@people.example");
  expect((await team.ann.get(`/drafts/${id}`)).text).toContain("so this draft was made by fixed rules");
  const guest = createGuest(team.world, "203.0.113.2");
  const path = await guest.draft("www.acme.test");
  await team.world.drain();
  expect((await guest.get(path)).text).toContain("so this draft was made by fixed rules");

  const redrafted = await team.world.as("ann").patch(`/drafts/${id}`, { body: { regenerate: ["tagline"] } });
  expect(redrafted.body).toMatchObject({ regenerated: { tagline: expect.any(String) }, regenerated_by_rules: true });
  for (const [field, words] of [
    ["tagline", "so this text was made by fixed rules"],
    ["usps", "so your text is unchanged."],
  ]) {
    await team.ann.get(`/drafts/${id}`);
    const { location } = await team.ann.post(`/drafts/${id}`, { act: `regenerate.${field}` });
    expect((await team.ann.get(location)).text).toContain(words);
  }
  answers({ facts: [TAGLINE] });
  const answered = await team.world.as("ann").patch(`/drafts/${id}`, { body: { regenerate: ["tagline"] } });
  expect(answered.body).not.toHaveProperty("regenerated_by_rules");
});

it("a competitor is read by rules, which costs no call", async () => {
  const [{ id }] = (await team.world.as("ann").get("/drafts")).body.items;
  const before = model.received.length;
  await team.world.as("ann").patch(`/drafts/${id}`, { body: { competitor_url: "https://www.acme.test" } });
  await team.world.drain();
  const { body: draft } = await team.world.as("ann").get(`/drafts/${id}`);
  expect(draft.competitor).toMatchObject({ status: "read", name: "Acme Charts" });
  expect(model.received).toHaveLength(before);
});

it("a website costs one call, although a visitor sees first facts while its pages are read", async () => {
  const before = model.received.length;
  const guest = createGuest(team.world, "203.0.113.1");
  await guest.draft("www.acme.test");
  await team.world.drain();
  expect(website.requests.length).toBeGreaterThan(1);
  expect(model.received).toHaveLength(before + 1);
});

it("the privacy policy names who gets the text of websites", async () => {
  expect((await save({ ...setting(), MODEL_URL: "https://api.mistral.ai/v1" })).status).toBe(303);
  expect(await (await fetch(`${team.world.baseUrl}/privacy`)).text()).toContain(
    "api.mistral.ai gets the text of websites",
  );
});
