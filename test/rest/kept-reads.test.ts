import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorld, type World } from "../helpers/world.ts";

/** A read that is answered from memory is the same as the one that made the document. */

let world: World;
beforeAll(async () => {
  world = await createWorld({ env: { LIMIT_READ_ANONYMOUS: "4", TRUSTED_PROXIES: "127.0.0.1" } });
  await world.listing("Acme Charts", { content: { tagline: "Schöne Diagramme" } });
});
afterAll(() => world.close());

type Seen = { status: number; headers: Record<string, string>; body: string; line: Record<string, unknown> };

async function read(from: string, headers: Record<string, string> = {}): Promise<Seen> {
  const response = await fetch(`${world.baseUrl}/api/v1/listings/acme-charts`, {
    headers: { "x-forwarded-for": from, "accept-encoding": "identity", ...headers },
  });
  const body = await response.text();
  const { "x-request-id": id = "", date: _, ...others } = Object.fromEntries(response.headers);
  await expect.poll(() => world.logs.some((line) => line.includes(id))).toBe(true);
  const line = JSON.parse(world.logs.find((line) => line.includes(id))!);
  for (const own of ["time", "ms", "request_id", "bytes", "id"]) delete line[own];
  return { status: response.status, headers: others, body: body.replaceAll(id, "ID"), line };
}

it("is answered with the same status, headers, body and log line as the first", async () => {
  const made = await read("203.0.113.1");
  const kept = await read("203.0.113.2");
  expect(kept).toEqual(made);
  expect(kept.body).toContain("Schöne Diagramme");
  expect(kept.line).toMatchObject({ route: "/api/v1/listings/{slug}", caller: "anonymous", status: 200 });
});

it("counts against the quota, and is refused above it in the same words", async () => {
  const from = "203.0.113.4";
  for (let left = 4; left > 0; left--) expect((await read(from)).status).toBe(200);
  const kept = await read(from);
  expect(kept.status).toBe(429);
  const made = await read(from, { "if-none-match": '"x"' });
  expect({ ...kept, line: made.line }).toEqual(made);
});

it("checks a credential, even if the document is kept", async () => {
  await read("203.0.113.5");
  expect((await read("203.0.113.5", { authorization: "Bearer wrong" })).status).toBe(401);
});

it.each(["br", "gzip"])(
  "is the same in %s from memory as through Express, and new after a change",
  async (encoding) => {
    const framing = ["transfer-encoding", "content-length", "connection", "keep-alive"];
    let nth = 0;
    const readIn = async (accepted: string) => {
      const { headers, ...seen } = await read(`198.51.100.${++nth}${encoding.length}`, { "accept-encoding": accepted });
      return {
        ...seen,
        headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !framing.includes(name))),
      };
    };
    // With a weight, Express answers.
    const expected = await readIn(`${encoding};q=1`);
    expect(expected.headers["content-encoding"]).toBe(encoding);
    expect(expected.headers.etag).toMatch(new RegExp(`\\.${encoding}"$`));
    expect(await readIn(encoding)).toEqual(expected);
    expect(await readIn(encoding)).toEqual(expected);

    const etag = expected.headers.etag!;
    expect((await read("198.51.100.9", { "accept-encoding": encoding, "if-none-match": etag })).status).toBe(304);

    const { store, now } = world.deps;
    const listing = (await store.listings.findLive("acme-charts"))!;
    const by = { accountId: null, client: "test" };
    await store.change((tx) =>
      tx.listings.update(listing, { ...listing, tagline: `New in ${encoding}` }, {}, by, now()),
    );
    expect((await readIn(encoding)).body).toContain(`New in ${encoding}`);
    expect((await readIn(encoding)).body).toContain(`New in ${encoding}`);
  },
);
