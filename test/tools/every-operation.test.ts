import { describe, expect, it } from "vitest";
import { z } from "zod";
import { SCOPES } from "../../actions/context.ts";
import { tools } from "../../tools/index.ts";
import { SPECIFICATION } from "../contract/specification.ts";
import { NEEDED } from "../helpers/needed.ts";
import { freshRandom } from "../helpers/random.ts";
import { createWorld } from "../helpers/world.ts";

const world = await createWorld();

const UUID = "01900000-0000-7000-8000-000000000000";
const path = (rest: string) =>
  rest
    .replace(/\{(slug|board)\}/, "nothing-here")
    .replace("{id}", UUID)
    .replace(/\{\w+\}/g, "999999");
const method = (rest: string) => rest.split(" ")[0]!;
/** GET and DELETE have no body: what the path does not name comes from the query. */
const readsQuery = (rest: string) => ["GET", "DELETE"].includes(method(rest));
const signedIn = tools.filter(({ access }) => access !== "public");
/** Operations on one thing, which may not be there. */
const ofOne = tools.filter(({ name, access, rest }) =>
  access === "public" ? SPECIFICATION[name]?.errors.includes(404) && name !== "get_launch_week" : rest.includes("{"),
);

const HIDDEN = [
  ...[
    0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180e, 0x200b, 0x200e, 0x202e, 0x2060, 0x2066, 0x3164,
  ],
  ...[0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0x1d173, 0xe0001, 0xe0041, 0xe007f, 0xe0100, 0xe0fff],
].map((code) => String.fromCodePoint(code));

/** An input of every property, with this in the place of every text that people write. */
function sample(schema: z.core.JSONSchema.BaseSchema, text: () => string): unknown {
  const { anyOf, enum: values, type, properties = {}, additionalProperties: rest, items, format, pattern } = schema;
  const inside = (of: unknown) => sample(of as z.core.JSONSchema.BaseSchema, text);
  if (anyOf) return inside(anyOf.find((one) => (one as z.core.JSONSchema.BaseSchema).type !== "null"));
  if (values || schema.const !== undefined) return values?.[0] ?? schema.const;
  if (type === "object") {
    const known = Object.entries(properties).map(([name, of]) => [name, inside(of)]);
    return Object.fromEntries(typeof rest === "object" ? [...known, ["x", inside(rest)]] : known);
  }
  if (type === "array") return [inside(items)];
  if (type === "integer" || type === "number") return Math.max(schema.minimum ?? 1, 1);
  if (type === "boolean") return true;
  const formats: Record<string, string> = { email: "a@b.example", uuid: UUID, date: "2026-01-01" };
  if (format && formats[format]) return formats[format];
  return pattern ? (pattern.includes("{2}") ? "DE" : "acme") : text();
}

describe.each(tools)("$name", ({ name, rest, access }) => {
  it("refuses an unknown key by REST and by MCP, and names it", async () => {
    const bearer = access === "public" ? undefined : await world.key("ann");
    const target = path(rest.split(" ")[1]!);
    const reply = readsQuery(rest)
      ? await world.rest(method(rest), `${target}?surprise=1`, { bearer })
      : await world.rest(method(rest), target, { bearer, body: { surprise: 1 } });
    expect(reply).toMatchObject({
      status: 400,
      body: { code: expect.stringMatching(/unknown_field|validation_failed/) },
    });
    expect(JSON.stringify(reply.body.errors)).toContain("surprise");
    const call = await world.mcp(name, { surprise: 1 }, bearer ? { bearer } : {});
    expect(call.body).toMatchObject({ isError: true });
    expect(call.body.content[0].text).toMatch(/^(unknown_field|validation_failed): /);
    expect(call.body).not.toHaveProperty("structuredContent");
  });

  it("refuses an invalid credential, even if none is needed", async () => {
    // Not through world.rest: the specification names no 401 for public operations, the document
    // has it under `default`.
    const response = await fetch(`${world.baseUrl}/api/v1${path(rest.split(" ")[1]!)}`, {
      method: method(rest),
      headers: { authorization: "Bearer dbt_nonsense" },
    });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain('error="invalid_token"');
    expect(await response.json()).toMatchObject({ code: "unauthenticated" });
  });
});

describe.each(tools)("$name", ({ input }) => {
  const random = freshRandom("hidden characters");
  /** Two letters among characters that nobody sees. */
  const smuggled = () => ["", "D", "E", ""].join(Array.from({ length: 5 }, () => random.pick(HIDDEN)).join(""));
  it("keeps no hidden character of any text that it takes", () => {
    const schema = z.toJSONSchema(input, { io: "input" });
    const [first, second] = [input.parse(sample(schema, smuggled)), input.parse(sample(schema, () => "DE"))];
    expect(first).toEqual(second);
  });
});

describe.each(signedIn)("$name", ({ rest, access }) => {
  const send = (options = {}) =>
    world.rest(method(rest), path(rest.split(" ")[1]!), readsQuery(rest) ? options : { body: {}, ...options });

  it("asks for a credential and for its scope", async () => {
    const anonymous = await send();
    expect(anonymous).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
    expect(anonymous.headers.get("www-authenticate")).toMatch(/resource_metadata="/);
    expect(anonymous.headers.get("www-authenticate")).toContain(`scope="${access}"`);
    const wrong = SCOPES.filter((scope) => scope !== access);
    const lacking = await send({ bearer: await world.key("lacking", wrong) });
    if (access === "account:read") return; // every API key can read its account
    expect(lacking).toMatchObject({ status: 403, body: { code: "insufficient_scope" } });
    expect(lacking.headers.get("www-authenticate")).toContain(`scope="`);
  });
});

it("counts reads and writes and says when to retry", async () => {
  const strict = await createWorld({ env: { LIMIT_READ: "2", LIMIT_WRITE: "1", LIMIT_READ_ANONYMOUS: "1" } });
  const bearer = await strict.key("ann");
  expect((await strict.rest("GET", "/me", { bearer })).headers.get("ratelimit")).toMatch(/^"read";r=1;t=\d+$/);
  await strict.rest("GET", "/me", { bearer });
  const refused = await strict.rest("GET", "/me", { bearer });
  expect(refused).toMatchObject({ status: 429, body: { code: "quota_exceeded" } });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await strict.rest("GET", "/site")).toMatchObject({ status: 200 });
  expect(await strict.rest("GET", "/site")).toMatchObject({ status: 429 });
  expect(await strict.rest("PATCH", "/me/listings/1", { bearer, body: {} })).toMatchObject({ status: 404 });
  expect(await strict.rest("PATCH", "/me/listings/1", { bearer, body: {} })).toMatchObject({ status: 429 });
  await strict.close();
});

it.each(ofOne)("$name answers 404 for what does not exist", async ({ rest }) => {
  const bearer = await world.key("eve");
  const body = NEEDED[rest.slice(rest.lastIndexOf("/") + 1)] ?? {};
  const sent = readsQuery(rest) ? { bearer } : { bearer, body };
  const reply = await world.rest(method(rest), path(rest.split(" ")[1]!), sent);
  expect(reply).toMatchObject({ status: 404, body: { code: "not_found" } });
});
