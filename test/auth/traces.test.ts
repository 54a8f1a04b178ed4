import { describe, expect, it } from "vitest";
import { createWorld } from "./helper.ts";

/** What real clients send to sign in, after public bug reports: repository and number of the thread. */
const world = await createWorld();
const { json } = await world.send("/.well-known/oauth-authorization-server");
const supported = json.scopes_supported.join(" ");

const ALL = "account:read listings:write orders:write";
const [BACK, LOCAL] = ["http://127.0.0.1:56679/", "http://localhost:3334/oauth/callback"];
const NATIVE = {
  redirect_uris: [BACK, LOCAL],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
  application_type: "native",
};

describe("a client that registers signs in", () => {
  it.each<[client: string, registration: object, back: string]>([
    ["linuxfoundation/lfx-mcp#126, openai/codex#15643: with every scope of the metadata", {}, BACK],
    ["open-webui/open-webui#25950: registered with every scope of the metadata", { scope: "{supported}" }, BACK],
    ["dozigden/boardoil#11 (Copilot CLI): registered without a scope", { client_name: "GitHub Copilot CLI" }, BACK],
    ["turnstonelabs/turnstone#1082: registered with a resource", { resource: "{base}/mcp" }, BACK],
    ["geelen/mcp-remote#72: back to another port", {}, "http://localhost:45454/oauth/callback"],
    ["knowsuchagency/mcp2cli#54, pi-mcp-adapter#97: to another port by address", {}, "http://127.0.0.1:19876/"],
    ["MoonshotAI/kimi-code#2606: back without a port", {}, "http://localhost/oauth/callback"],
  ])("%s", async (_client, registration, redirect_uri) => {
    const filled = JSON.stringify({ ...NATIVE, ...registration })
      .replace("{supported}", supported)
      .replace("{base}", world.base);
    const registered = await world.register(filled);
    expect([registered.status, registered.json.application_type]).toEqual([201, "native"]);
    const { access, json } = await world.connect({
      clientId: registered.json.client_id,
      scope: supported,
      path: { redirect_uri },
    });
    expect((await world.who(access, "/mcp")).status).toBe(200);
    for (const scope of ALL.split(" ")) expect(json.scope.split(" ")).toContain(scope);
  });
});

it("five refreshes of one token at once get tokens that work and can be refreshed: claude-code#85236, #84440, #65408", async () => {
  const { clientId, refresh } = await world.connect();
  const answers = await Promise.all(Array.from({ length: 5 }, () => world.refresh(clientId, refresh)));
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect(new Set(answers.flatMap(({ json }) => [json.access_token, json.refresh_token])).size).toBe(10);
  for (const { json } of answers) {
    expect((await world.who(json.access_token, "/mcp")).status).toBe(200);
    expect((await world.refresh(clientId, json.refresh_token)).status).toBe(200);
  }
});
