import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseFile } from "../../core/config.ts";
import { createWorld } from "../helpers/world.ts";
import { corpus, earlier, HOST, KEY, modern } from "./replay/corpus.ts";
import { createPair, NOW } from "./replay/pair.ts";
import { recordClients } from "./replay/recorded.ts";
import { createRecorder, type Sent } from "./replay/wire.ts";

const CALLS = [
  { name: "get_listing", arguments: { slug: "acme-charts" } },
  { name: "get_listing", arguments: { slug: "none" } },
  { name: "search_listings", arguments: { q: "charts" } },
];

/** A database with two listings and a key, and what real clients send to its server. */
async function createSource() {
  const world = await createWorld({ env: { BASE_URL: `http://${HOST}` }, replaced: { now: () => NOW } });
  await world.listing("Acme Charts", { category: "analytics", content: { tagline: "Web analytics for small teams" } });
  await world.listing("Beta Notes", {
    content: { tagline: 'With ümlauts, 漢字, "quotes", </script> and \u2028 lines' },
  });
  const key = await world.key("ann");
  const recorder = await createRecorder(world.port, HOST);
  const recorded = await recordClients(recorder, CALLS);
  await recorder.close();
  const db = new Database(databaseFile(world.deps.settings), { readonly: true });
  const database = db.serialize();
  db.close();
  await world.close();
  return { key, recorded, database };
}

let source: Awaited<ReturnType<typeof createSource>>;
let pair: Awaited<ReturnType<typeof createPair>>;
beforeAll(async () => {
  source = await createSource();
  pair = await createPair(source.database);
});
afterAll(() => pair.close());

/** The same, to be answered without compression: then a length shows that the fast path has answered. */
const plain = ({ headers, ...request }: Sent): Sent => ({
  ...request,
  headers: headers.filter(([name]) => name.toLowerCase() !== "accept-encoding"),
});
const isCall = ({ body }: Sent): boolean => body.includes('"tools/call"');

describe("the fast path answers as the SDK does", () => {
  it.each(corpus)("%s", async (_name, { headers, ...request }) => {
    const authorized = headers.map(([name, value]): [string, string] => [
      name,
      value.replace(KEY, `Bearer ${source.key}`),
    ]);
    await pair.compare({ ...request, headers: authorized });
    // Again, because the fast path follows where the SDK has been.
    await pair.compare({ ...request, headers: authorized });
  });

  it("when a quota is used up", async () => {
    const tight = await createPair(source.database, { LIMIT_MCP_ANONYMOUS: "4" });
    const statuses: number[] = [];
    for (let nth = 0; nth < 6; nth++)
      for (const request of [modern(), earlier("2025-11-25")]) statuses.push((await tight.compare(request)).status);
    const assistant = { headers: { "user-agent": "openai-mcp/1.0.0 (ChatGPT)" } };
    for (const request of [modern(assistant), earlier("2025-11-25", assistant)]) await tight.compare(request);
    await tight.close();
    // First as a result, then, in a flood, by the status.
    expect(statuses).toEqual([...Array(8).fill(200), ...Array(4).fill(429)]);
  });
});

describe("real clients", () => {
  it("take the fast path with every call of a public tool", async () => {
    for (const [name, requests] of source.recorded) {
      const calls = requests.filter(isCall);
      expect(calls, name).toHaveLength(2 * CALLS.length);
      for (const request of requests) await pair.compare(request);
      for (const request of calls) expect(await pair.compare(plain(request)), name).toMatchObject({ isWhole: true });
    }
  });

  it.each(corpus.filter(([name]) => /^(ChatGPT|Claude,|Claude Code)/.test(name)))(
    "%s takes it too",
    async (_name, request) => {
      expect(await pair.compare(plain(request))).toMatchObject({ status: 200, isWhole: true });
    },
  );
});
