import { beforeAll, describe, expect, it } from "vitest";
import { MOST_CALLS, viewWalks, type Walk, walkAll } from "../../scripts/launch/walk.ts";
import { TEST_KEY } from "../helpers/key.ts";
import { cloneDatabase } from "../helpers/postgres/engine.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";

let walks: Walk[];
beforeAll(async () => {
  const database = isPostgres() ? await cloneDatabase("seeded") : undefined;
  walks = await walkAll(database && { DATABASE_URL: database.url, SECRETS_KEY: TEST_KEY });
  await database?.drop();
  console.log(viewWalks(walks));
}, 120_000);

describe("what people say to an assistant", () => {
  it("ends in the right answer, or in words that say where a person does it", () => {
    expect(walks.length).toBeGreaterThanOrEqual(60);
    expect(walks.filter(({ outcome }) => !/^(answered|on the site)$/.test(outcome))).toEqual([]);
  });

  it("needs few calls, whose answers are short", () => {
    expect(walks.filter(({ calls, bytes }) => calls.length > MOST_CALLS || bytes > 20_000)).toEqual([]);
  });
});
