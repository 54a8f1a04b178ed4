import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseFile } from "../../core/settings/config.ts";
import { LEARNED_ONE_OF } from "../../mcp/known-calls.ts";
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

describe("a client that has called before", () => {
  const SAME = '{"slug":"acme-charts"}';
  const ARGUMENTS = [
    '{"slug":"beta-notes"}',
    '{"slug":"none"}',
    "{}",
    '{"slug":"a}b"}',
    '{"slug":"{"}',
    '{"slug":{}}',
    '{"slug":7}',
    '{"slug":"acme-charts","slug":"beta-notes"}',
    '{"slug":"acme-charts","more":1}',
    '{"slug":"acme-charts","__proto__":1}',
    '{"slug":"\\u0061cme-charts"}',
    '{"slug":"ü"}',
    '{"slug":"acme-charts",}',
    '{"slug":"acme-charts"},"arguments":{"slug":"beta-notes"}',
    '{"slug":"acme-charts"},"id":{"slug":"beta-notes"}',
    '{"slug":"acme-charts","id":7}',
    `{"slug":"${"x".repeat(500)}"}`,
    "[]",
    "null",
  ];
  const IDS = [
    "0",
    "7",
    "007",
    "1.5",
    "-1",
    "1e3",
    "1E400",
    "999999999999999",
    "9007199254740993",
    '"a"',
    "null",
    "[1]",
    "",
    "1,",
  ];
  const TEXTS = [
    ...ARGUMENTS.map((args) => [args, "1"]),
    ...IDS.map((id) => [SAME, id]),
    ['{"slug":"beta-notes"}', "3"],
  ];
  const BEFORE = [
    // As the SDK orders members, and with the id first.
    (args: string, id: string, meta: string) =>
      `{"method":"tools/call","params":{"name":"get_listing","arguments":${args}${meta}},"jsonrpc":"2.0","id":${id}}`,
    (args: string, id: string, meta: string) =>
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"get_listing"${meta},"arguments":${args}}}`,
    // With arguments inside _meta, too.
    (args: string, id: string, meta: string) =>
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"get_listing","_meta":{"arguments":{"slug":"x"}${meta.replace(',"_meta":{', ",").replace(/}$/, "")}},"arguments":${args}}}`,
  ];
  const META = `,"_meta":${JSON.stringify(JSON.parse(modern().body.toString()).params._meta)}`;

  it.each(BEFORE.map((text, at) => [at, text] as const))("gets the SDK's answers, order %i", async (_at, text) => {
    for (const send of [(raw: string) => modern({ raw }), (raw: string) => earlier("2025-11-25", { raw })]) {
      const meta = send("").headers.some(([name]) => name === "mcp-method") ? META : "";
      // Of so many calls, one at least is learned.
      for (let nth = 0; nth < LEARNED_ONE_OF; nth++) await pair.compare(send(text(SAME, String(nth), meta)));
      for (const [args, id] of TEXTS) await pair.compare(send(text(args!, id!, meta)));
    }
  });

  it("is judged by its headers each time", async () => {
    for (let nth = 0; nth < LEARNED_ONE_OF; nth++) await pair.compare(modern());
    for (const headers of [
      { "mcp-name": "search_listings" },
      { "mcp-method": "tools/list" },
      { "mcp-protocol-version": "2025-11-25" },
      { accept: "application/json" },
    ])
      await pair.compare(modern({ headers }));
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
