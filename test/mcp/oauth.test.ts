import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, it } from "vitest";
import { createWebsite } from "../helpers/website.ts";
import { createWorld } from "../helpers/world.ts";
import { bearer, createBrowser, MODERN, modern } from "./helper.ts";
import { createKeeper, type Keeper } from "./keeper.ts";

const DOCUMENT = "https://client.test/debut.json";
const REDIRECT = "http://127.0.0.1:49152/callback";
const HOURS = 3600 * 1000;

const website = await createWebsite({
  "/debut.json": (_req, res) => {
    const document = {
      client_id: DOCUMENT,
      client_name: "Document client",
      redirect_uris: ["http://127.0.0.1/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    };
    res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(document));
  },
});
const world = await createWorld({
  env: { OUTBOUND_RESOLVE: website.resolve("client.test"), LIMIT_OAUTH_TOKEN: "1000" },
});

/** Lets the person answer what the client asked last. */
async function allow({ kept }: Keeper, name: string, scopes?: string[]): Promise<URLSearchParams> {
  await world.account(name);
  const back = await createBrowser(world, `${name}@people.example`).authorize(kept.asked.at(-1)!, {
    redirect: REDIRECT,
    ...(scopes && { scopes }),
  });
  expect(back.searchParams.get("iss")).toBe(world.baseUrl);
  return back.searchParams;
}

async function open(keeper: Keeper, path = "/mcp") {
  const client = new Client({ name: "oauth-test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  const make = () =>
    new StreamableHTTPClientTransport(new URL(world.baseUrl + path), { authProvider: keeper.provider });
  return { client, make };
}

const grantedScopes = (keeper: Keeper) => (keeper.kept.tokens?.scope ?? "").split(" ");

describe.each([
  ["dynamic registration", undefined],
  ["a metadata document", DOCUMENT],
])("the current SDK with %s", (kind, documentUrl) => {
  const name = documentUrl ? "dora" : "rita";

  it("signs in when a tool needs it, requests missing scopes, and refreshes", async () => {
    const keeper = createKeeper(REDIRECT, documentUrl);
    const { client, make } = await open(keeper);
    const transport = make();
    await client.connect(transport);
    expect(client.getNegotiatedProtocolVersion()).toBe(MODERN);
    expect((await client.callTool({ name: "get_site_info" })).isError).toBeFalsy();
    expect(keeper.kept.asked).toHaveLength(0);

    await expect(client.callTool({ name: "get_account" })).rejects.toThrow();
    const first = keeper.kept.asked[0]!;
    expect(first.searchParams.get("resource")).toBe(`${world.baseUrl}/mcp`);
    expect(first.searchParams.get("scope")).toContain("account:read listings:write orders:write");
    if (documentUrl) expect(first.searchParams.get("client_id")).toBe(documentUrl);
    await transport.finishAuth(await allow(keeper, name, ["account:read"]));
    const me = await client.callTool({ name: "get_account" });
    expect(me.structuredContent).toMatchObject({
      user: { email: `${name}@people.example` },
      auth: { type: "oauth", client: documentUrl ? "Document client" : "Test client", scopes: ["account:read"] },
    });

    const submit = () => client.callTool({ name: "submit_listing", arguments: { url: `https://${name}.test/` } });
    await expect(submit()).rejects.toThrow();
    expect(keeper.kept.asked).toHaveLength(2);
    expect(keeper.kept.asked[1]!.searchParams.get("scope")).toContain("account:read listings:write");
    await transport.finishAuth(await allow(keeper, name));
    expect(grantedScopes(keeper)).toContain("listings:write");
    // The website cannot be reached from here, so the tool itself says no: the sign-in was enough.
    expect((await submit())._meta?.["dev.debut/problem"]).toMatchObject({ code: "website_not_allowed" });

    const old = keeper.kept.tokens!.access_token;
    world.advance(2 * HOURS);
    expect(
      (await modern(world, "tools/call", { name: "get_account" }, { headers: bearer(old) })).body.error.data.code,
    ).toBe("token_expired");
    expect((await client.callTool({ name: "get_account" })).isError, kind).toBeFalsy();
    expect(keeper.kept.tokens!.access_token).not.toBe(old);
    expect(keeper.kept.asked).toHaveLength(2);
    world.advance(-2 * HOURS);
    await client.close();
  });

  it("signs in on connecting to /mcp/account (LibreChat#13249, #13439)", async () => {
    const keeper = createKeeper(REDIRECT, documentUrl);
    const { client, make } = await open(keeper, "/mcp/account");
    const transport = make();
    await expect(client.connect(transport)).rejects.toThrow();
    expect(keeper.kept.asked[0]!.searchParams.get("resource")).toBe(`${world.baseUrl}/mcp/account`);
    await transport.finishAuth(await allow(keeper, name));
    await client.connect(make());
    expect((await client.callTool({ name: "get_account" })).structuredContent).toMatchObject({
      user: { email: `${name}@people.example` },
    });
    await client.close();

    const headers = bearer(keeper.kept.tokens!.access_token);
    const elsewhere = await modern(world, "tools/call", { name: "get_account" }, { headers });
    expect(elsewhere.status).toBe(401);
    expect(elsewhere.body.error.data.detail).toContain("another resource");
  });
});

it("the first generation of the SDK signs in through /mcp/account (LibreChat#13249, #13439)", async () => {
  const keeper = createKeeper(REDIRECT);
  const make = () =>
    new OldTransport(new URL(`${world.baseUrl}/mcp/account`), { authProvider: keeper.provider as never });
  const client = new OldClient({ name: "old", version: "1" });
  const first = make();
  await expect(client.connect(first as never)).rejects.toThrow();
  await first.finishAuth((await allow(keeper, "olga")).get("code")!);
  const second = new OldClient({ name: "old", version: "1" });
  await second.connect(make() as never);
  expect((await second.callTool({ name: "get_account" })).structuredContent).toMatchObject({
    user: { email: "olga@people.example" },
  });
  expect(
    (await second.callTool({ name: "submit_listing", arguments: { url: "https://olga.test/" } }))._meta?.[
      "dev.debut/problem"
    ],
  ).toMatchObject({
    code: "website_not_allowed",
  });
  await second.close();
});

it("a client whose person declines gets no access", async () => {
  const keeper = createKeeper(REDIRECT);
  const { client, make } = await open(keeper);
  const transport = make();
  await client.connect(transport);
  await expect(client.callTool({ name: "get_account" })).rejects.toThrow();
  const back = await allow(keeper, "nora", []);
  expect(back.get("error")).toBe("access_denied");
  await expect(transport.finishAuth(back)).rejects.toThrow();
  expect((await client.callTool({ name: "get_site_info" })).isError).toBeFalsy();
  await client.close();
});
