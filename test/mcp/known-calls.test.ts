import type { IncomingHttpHeaders } from "node:http";
import { expect, it } from "vitest";
import { MCP_VERSIONS } from "../../actions/context.ts";
import { createEnvelopes } from "../../mcp/envelopes.ts";
import { createKnownCalls, LEARNED_ONE_OF } from "../../mcp/known-calls.ts";
import { readPlainCall } from "../../mcp/plain-call.ts";

const tool = { access: "public", listed: { name: "get_listing", annotations: { readOnlyHint: true } } };
const catalogue = { find: () => tool } as never;
const headers = { "mcp-protocol-version": MCP_VERSIONS[1], accept: "application/json, text/event-stream" };
const META = { progressToken: 7 };

const textOf = (slug: string, id: unknown, meta: object = META) =>
  JSON.stringify({
    method: "tools/call",
    params: { name: "get_listing", arguments: { slug }, _meta: meta },
    jsonrpc: "2.0",
    id,
  });
const readAs = (text: string) =>
  readPlainCall({ headers }, JSON.parse(text), { catalogue, envelopes: createEnvelopes() })!;

/** Knows the call of this text. */
function knowing(text: string) {
  const known = createKnownCalls();
  known.learn({ headers }, text, readAs(text));
  return (other: string, sent: IncomingHttpHeaders = headers) => known.find({ headers: sent }, other);
}

it("reads a call that differs in its argument and its id like the parser", () => {
  const find = knowing(textOf("acme", 1));
  for (const [slug, id] of [["other-1", 20] as const, ["a", 0] as const]) {
    const { message: _, ...expected } = readAs(textOf(slug, id));
    expect(find(textOf(slug, id))).toEqual(expected);
  }
});

it.each([
  ["other text", textOf("acme", 2, { progressToken: 8 })],
  ["an escape in the argument", textOf("acme", 2).replace("acme", "\\u0061cme")],
  ["an empty argument", textOf("", 2)],
  ["an id that is not whole", textOf("acme", 2.5)],
  ["an id that is not exact", textOf("acme", 2).replace(":2}", ":9007199254740993}")],
  ["an id with a leading zero", textOf("acme", 2).replace(":2}", ":02}")],
  ["something behind it", `${textOf("acme", 2)} `],
])("leaves %s to the parser", (_name, text) => {
  expect(knowing(textOf("acme", 1))(text)).toBeUndefined();
});

it("knows a call only with the headers that it was judged by", () => {
  const find = knowing(textOf("acme", 1));
  expect(find(textOf("acme", 2))).toBeDefined();
  expect(find(textOf("acme", 2), { ...headers, accept: "application/json" })).toBeUndefined();
});

it("learns no text in which the argument or the id stands elsewhere", () => {
  // The last place that looks like the arguments is in _meta.
  const decoy = textOf("acme", 1, { arguments: { slug: "acme" } });
  expect(knowing(decoy)(decoy)).toBeUndefined();
  const nested = `{"id":1,${textOf("acme", 1, { id: 1 })
    .slice(1)
    .replace(/,"id":1}$/, "}")}`;
  expect(knowing(nested)(nested)).toBeUndefined();
});

it("tries one of several unknown calls, because some clients never repeat themselves", () => {
  const known = createKnownCalls();
  const unique = (nth: number) => textOf("acme", nth, { progressToken: nth });
  for (let nth = 0; nth <= LEARNED_ONE_OF; nth++) known.learn({ headers }, unique(nth), readAs(unique(nth)));
  const learned = Array.from(
    { length: LEARNED_ONE_OF + 1 },
    (_, nth) => known.find({ headers }, unique(nth)) !== undefined,
  );
  expect(learned.filter(Boolean)).toHaveLength(2);
});
