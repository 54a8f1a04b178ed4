import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tools } from "../../tools/index.ts";
import { SPECIFICATION } from "../contract/specification.ts";
import { NEEDED } from "../helpers/needed.ts";
import { createWorld, type World } from "../helpers/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ env: { OUTBOUND_RESOLVE: "tidepool.test=127.0.0.1:9" } });
  for (const name of ["Acme", "Acme Books", "Other"]) await world.listing(name);
});
afterAll(() => world.close());

/** A well-formed path of which nothing exists. */
const pathOf = (rest: string): string =>
  rest
    .slice(rest.indexOf("/"))
    .replace("{slug}", "nobody-knows-it")
    .replace("{id}", "0197f0c2-7d7a-7c3e-9a51-3f6f1c0a4b2d")
    .replace("{week}", "this")
    .replace("{board}", "nobody-knows-it")
    .replace(/\{\w+\}/g, "999999");
const methodOf = (rest: string): string => rest.slice(0, rest.indexOf(" "));

const rows = tools.map(
  ({ name, rest, access }) => [name, { rest, access, path: pathOf(rest), method: methodOf(rest) }] as const,
);
const signedIn = rows.filter(([, { access }]) => access !== "public");

describe("every operation", () => {
  it.each(signedIn)(
    "%s answers 401 without a credential, naming its scope",
    async (_name, { method, path, access }) => {
      const { status, headers, body } = await world.rest(method, path);
      expect([status, body.code]).toEqual([401, "unauthenticated"]);
      expect(headers.get("www-authenticate")).toContain(`scope="${access}"`);
    },
  );

  it.each(signedIn)("%s answers 403 with another scope", async (_name, { method, path, access }) => {
    const bearer = await world.key("ann", access === "account:read" ? ["orders:write"] : ["account:read"]);
    expect((await world.rest(method, path, { bearer })).status).toBe(403);
  });

  it.each(rows)("%s answers 400 to an input that it does not know", async (_name, { method, path, rest, access }) => {
    const bearer = access === "public" ? undefined : await world.key("ann");
    const inQuery = ["GET", "DELETE"].includes(methodOf(rest));
    const { status, body } = await world.rest(method, inQuery ? `${path}?surprise=1` : path, {
      bearer,
      ...(inQuery ? {} : { body: { surprise: 1 } }),
    });
    expect(status).toBe(400);
    expect(body.errors).toContainEqual(
      expect.objectContaining({
        ...(inQuery ? { parameter: "surprise" } : { pointer: "/surprise" }),
        code: "unknown_field",
      }),
    );
  });

  it.each(rows.filter(([name]) => SPECIFICATION[name]?.errors.includes(404) && name !== "get_launch_week"))(
    "%s answers 404 where nothing is",
    async (_name, { method, path, rest, access }) => {
      const bearer = access === "public" ? undefined : await world.key("ann");
      const { status, body } = await world.rest(method, path, {
        bearer,
        ...(["GET", "DELETE"].includes(method) ? {} : { body: NEEDED[rest.slice(rest.lastIndexOf("/") + 1)] ?? {} }),
      });
      expect([status, body.code]).toEqual([404, "not_found"]);
    },
  );
});

describe("REST in front of the real directory", () => {
  it("reads a listing, and answers 304 while nothing has changed", async () => {
    const { status, headers, body } = await world.rest("GET", "/listings/acme");
    expect([status, body.slug]).toEqual([200, "acme"]);
    const again = await world.rest("GET", "/listings/acme", { headers: { "if-none-match": headers.get("etag")! } });
    expect(again.status).toBe(304);
  });

  it("pages through listings by its links, and returns each once", async () => {
    const seen: string[] = [];
    let next: string | undefined = "/listings?per_page=1&sort=newest";
    while (next !== undefined) {
      const { headers, body } = await world.rest("GET", next);
      seen.push(...body.items.map(({ slug }: { slug: string }) => slug));
      next = /<([^>]+)>; rel="next"/.exec(headers.get("link")!)?.[1]?.split("/api/v1")[1];
    }
    expect(seen.toSorted()).toEqual(["acme", "acme-books", "other"]);
  });

  it("answers a new draft with its location", async () => {
    const created = await world.as("ann").post("/drafts", { body: { url: "https://tidepool.test/" } });
    expect(created.status).toBe(201);
    const read = await world.as("ann").get(created.headers.get("location")!.split("/api/v1")[1]!);
    expect(read.body.id).toBe(created.body.id);
  });

  it("keeps credentials and queries out of the log", async () => {
    const bearer = await world.key("ann");
    await world.rest("GET", "/listings?q=confidential", { bearer });
    const lines = world.logs.join("");
    expect(lines).toContain('"route":"/api/v1/listings"');
    expect(lines).not.toContain(bearer);
    expect(lines).not.toContain("confidential");
  });
});
