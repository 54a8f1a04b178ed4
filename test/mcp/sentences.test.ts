import { beforeAll, describe, expect, it } from "vitest";
import { WAYS } from "../../scripts/launch/guides.ts";
import { MOST_CALLS, viewWalks, type Walk, walkAll } from "../../scripts/launch/walk.ts";
import { TEST_KEY } from "../helpers/key.ts";
import { cloneDatabase } from "../helpers/postgres/engine.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";

/** Names that are not there, to see that they are found. */
const BROKEN = "Call `submit_listings`, then `get_draft` with its `draft_url`. See skill://none/SKILL.md.";

let sentences: Walk[];
let guides: Walk[];
beforeAll(async () => {
  const database = isPostgres() ? await cloneDatabase("seeded") : undefined;
  const env = database && { DATABASE_URL: database.url, SECRETS_KEY: TEST_KEY };
  ({ sentences, guides } = await walkAll(env, [{ name: "broken", text: BROKEN, attached: "" }]));
  await database?.drop();
  console.log(viewWalks([...sentences, ...guides]));
}, 120_000);

describe("what people say to an assistant", () => {
  it("ends in the right answer, or in words that say where a person does it", () => {
    expect(sentences.length).toBeGreaterThanOrEqual(60);
    expect(sentences.filter(({ outcome }) => !/^(answered|on the site)$/.test(outcome))).toEqual([]);
  });

  it("needs few calls, whose answers are short", () => {
    expect(sentences.filter(({ calls, bytes }) => calls.length > MOST_CALLS || bytes > 20_000)).toEqual([]);
  });
});

describe("a text that guides a model", () => {
  it("names what the server has, and its calls end in the right answer, in the order in which it names them", () => {
    const outcomes = Object.fromEntries(guides.map(({ said, outcome }) => [said, outcome]));
    expect(outcomes).toEqual({
      instructions: "only names",
      ...Object.fromEntries(Object.keys(WAYS).map((name) => [name, "answered"])),
      broken: "stuck: it names submit_listings, draft_url, skill://none/SKILL.md",
    });
  });
});
