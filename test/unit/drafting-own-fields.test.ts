import { afterAll, expect, it } from "vitest";
import { ModelSettings, modelSetup } from "../../core/settings/model-settings.ts";
import { createDraftingThread, draftInThread } from "../../drafting/drafting-thread.ts";
import { draftByRules } from "../../drafting/extractive.ts";
import { connectModel } from "../../drafting/model/connect-model.ts";
import { createModelDrafter } from "../../drafting/model/model-drafter.ts";
import { crawledSite } from "../helpers/crawled-site.ts";
import { PATHS, type SentFact, startModelServer } from "../helpers/model-server.ts";
import { ownField } from "../helpers/own-fields.ts";

const site = crawledSite([
  {
    title: "Acme | Notes for small teams",
    body: `<h1>Write it down today</h1><p>Acme is open source under the AGPL-3.0.</p><p>Runs on Windows and macOS.</p>
      <p>A jar weighs 1.5 kg.</p><p>We never sell your data.</p><a href="https://try.acme.com/">Try the demo</a>`,
  },
]);
const drafted = (guide: string, quote = true) => ({ drafted: { guide, quote } });
const OPTIONS = ["Windows", "macOS", "Linux"].map((label) => ({ value: label.toLowerCase(), label }));
const FIELDS = [
  ownField("licence", "licence", drafted("licence of the source code")),
  ownField("platforms", "choices", { options: OPTIONS, ...drafted("systems it runs on") }),
  ownField("demo", "link", drafted("a demo to try")),
  ownField("weight", "number", { unit: "kg", ...drafted("weight of a jar") }),
  ownField("vegan", "flag", drafted("whether it is vegan")),
  ownField("mood", "line", drafted("the mood of the site", false)),
];
const request = { site, categories: ["Note taking"], own: FIELDS };

it("rules find licences, links by their text and literal options, each with its quote, and nothing else", () => {
  const { own } = draftByRules(request);
  expect(own?.licence).toMatchObject({ value: ["AGPL-3.0"], evidence: [{ url: "https://acme.com/" }] });
  expect(own?.platforms).toMatchObject({ value: ["windows", "macos"] });
  expect(own?.demo).toEqual({
    value: "https://try.acme.com/",
    evidence: [{ quote: "Try the demo", url: "https://acme.com/" }],
  });
  expect([own?.weight, own?.vegan, own?.mood]).toEqual([null, null, null]);
});

const thread = createDraftingThread();
afterAll(() => thread.close());

async function draftWith(facts: SentFact[]) {
  const server = await startModelServer([{ facts }]);
  try {
    const given = { MODEL_URL: server.url + PATHS.anthropic, MODEL_KEY: "test-key" };
    const setup = modelSetup(ModelSettings.parse(given))!;
    const model = await connectModel(setup, { fetch, now: () => new Date(), sleep: async () => undefined });
    const drafter = createModelDrafter({ ...setup, model, byRules: draftInThread(thread), thread });
    return { own: (await drafter(request)).own!, sent: JSON.stringify(server.received) };
  } finally {
    await server.close();
  }
}
const fact = (field: string, value: string, quote: string): SentFact => ({ field, value, page: "p1", quote });

it("a model is asked with one line a field, and a value stays only with a quote that has it", async () => {
  const { own, sent } = await draftWith([
    fact("name", "Acme", "Acme | Notes for small teams"),
    fact("own.weight", "1.5", "A jar weighs 1.5 kg."),
    fact("own.vegan", "yes", "Our jars are vegan."),
    fact("own.demo", "https://elsewhere.example/", "Try the demo"),
    fact("own.mood", "calm", "nowhere"),
  ]);
  expect(sent).toContain("own.weight: weight of a jar in kg (a number alone)");
  expect(own.weight).toEqual({ value: 1.5, evidence: [{ quote: "A jar weighs 1.5 kg.", url: "https://acme.com/" }] });
  // Not on the page; the rules keep what they found.
  expect(own.vegan).toBeNull();
  expect(own.demo?.value).toBe("https://try.acme.com/");
  // Its definition asks for no quote, so it is kept as unproven.
  expect(own.mood).toEqual({ value: "calm", evidence: [] });
});
