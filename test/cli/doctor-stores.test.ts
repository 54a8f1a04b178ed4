import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { loadProducts } from "../../server/commands/demo/load.ts";
import { freePort } from "../helpers/free-port.ts";
import { runHere } from "../helpers/process.ts";
import { createWorld } from "../helpers/world.ts";
import { type Json, modern } from "../mcp/helper.ts";

const BASE_URL = "https://debut.example";
const SETTINGS = {
  BASE_URL,
  PRIVACY_URL: "https://team.example/privacy",
  TERMS_URL: "https://team.example/terms",
  SUPPORT_URL: "mailto:help@team.example",
  OPENAI_APPS_CHALLENGE: "token-from-the-form",
  MCP_REGISTRY_AUTH: "v=MCPv1; k=ed25519; p=5KmEFn06UfhJY68gKe46t/QQ987HciFDWxHApV2vfw0=",
  TRUSTED_PROXIES: "127.0.0.1",
};
const BY_HAND = ["for openai", "for claude", "for registry"];

const PORT = String(await freePort());
const world = { ...(await createWorld({ env: { ...SETTINGS, PORT } })), baseUrl: `http://127.0.0.1:${PORT}` };
const team = createServer((req, res) => res.writeHead(req.url === "/gone" ? 404 : 200).end("words"));
await new Promise<void>((resolve) => team.listen(0, "127.0.0.1", resolve));
const { port } = team.address() as AddressInfo;
const hosts = `debut.example=127.0.0.1:${PORT},team.example=127.0.0.1:${port}`;
afterAll(async () => {
  team.close();
  await world.close();
});

/** As an operator runs it, with the site reached under its public name. */
async function doctor(more: Record<string, string> = {}, ...args: string[]) {
  const env = { ...SETTINGS, DATA_DIR: world.folder, OUTBOUND_RESOLVE: hosts, ...more };
  const { code, stdout, stderr } = await runHere(["doctor", "--stores", "--json", ...args], env);
  const findings: Json[] = code === 2 ? [] : JSON.parse(stdout).findings;
  return { code, stderr, findings, of: (name: string) => findings.find(({ check }) => check === name) };
}

describe("doctor --stores", () => {
  it("names a reviewer and listings as missing, with the command that creates them", async () => {
    const { code, of } = await doctor();
    expect(code).toBe(1);
    expect(of("reviewer")).toMatchObject({ ok: false, cure: expect.stringContaining("debut reviewer create") });
    expect(of("listings")).toMatchObject({ ok: false, cure: expect.stringContaining("debut seed --demo") });
  });

  it("passes on a demo site, and notes what a person must do", async () => {
    const env = { ...SETTINGS, DATA_DIR: world.folder };
    await loadProducts(world.deps.store, { now: world.deps.now(), zone: "UTC" });
    // The invented people of the demo are no reviewers: nobody can sign in to them.
    expect((await doctor()).of("reviewer")).toMatchObject({ ok: false });
    const created = ["reviewer", "create", "--email", "reviewer@store.example", "--password-stdin"];
    expect(await runHere(created, env, "a long enough password")).toMatchObject({ code: 0 });

    const { code, findings } = await doctor();
    expect(findings.filter(({ ok }) => !ok)).toEqual([]);
    expect(findings.filter(({ isChecked }) => !isChecked).map(({ check }) => check)).toEqual(BY_HAND);
    expect(code).toBe(0);
    const { tools } = (await modern(world, "tools/list", {}, { path: "/mcp/directory" })).body.result;
    const size = `${tools.length} tools in ${Buffer.byteLength(JSON.stringify(tools))} bytes`;
    expect(findings.find(({ check }) => check === "tools")).toMatchObject({ detail: size });
    const text = await runHere(["doctor", "--stores"], { ...env, OUTBOUND_RESOLVE: hosts });
    expect(text.stdout).toMatch(/^ok {3}privacy {6}https:\/\/team\.example\/privacy answers \(OpenAI, Anthropic\)$/m);
    expect(text.stdout).toMatch(/^note for registry only a person can do this: .*\(MCP Registry\)$/m);
  });

  it.each([
    ["https", { BASE_URL: "http://127.0.0.1:1" }, /not a public https/],
    ["privacy", { PRIVACY_URL: "https://team.example/gone" }, /answers 404/],
    ["terms", { TERMS_URL: "https://team.example/gone" }, /answers 404/],
    ["support", { SUPPORT_URL: "https://team.example/gone" }, /answers 404/],
    ["openai proof", { OPENAI_APPS_CHALLENGE: "another" }, /another value than OPENAI_APPS_CHALLENGE/],
    ["registry key", { MCP_REGISTRY_AUTH: "" }, /MCP_REGISTRY_AUTH is not set/],
    [
      "registry key",
      { MCP_REGISTRY_AUTH: "v=MCPv1; k=ed25519; p=6KmEFn06UfhJY68gKe46t/QQ987HciFDWxHApV2vfw0=" },
      /another value/,
    ],
    ["registry key", { MCP_REGISTRY_AUTH: "abc" }, /not a proof/],
    ["tools", { BASE_URL: "http://127.0.0.1:1" }, /cannot be read/],
    ["sign-in", { BASE_URL: "https://team.example" }, /unexpected answer/],
    ["icons", { BASE_URL: "https://team.example" }, /unexpected answer/],
  ])("finds a fault of %s with %o", async (name, settings, detail) => {
    const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ""));
    const without = Object.keys(settings).filter((key) => !(key in given));
    const env: Record<string, string> = { ...SETTINGS, DATA_DIR: world.folder, OUTBOUND_RESOLVE: hosts, ...given };
    for (const key of without) delete env[key];
    const { code, stdout } = await runHere(["doctor", "--stores", "--json"], env);
    const found = JSON.parse(stdout).findings.find(({ check }: Json) => check === name);
    expect([code, found]).toMatchObject([1, { ok: false, detail: expect.stringMatching(detail) }]);
  });

  it("skips checks by name", async () => {
    const { findings } = await doctor({}, "--skip", "icons,for openai");
    expect(findings.map(({ check }) => check)).toEqual(expect.not.arrayContaining(["icons", "for openai"]));
    expect(await doctor({}, "--skip", "disk")).toMatchObject({ code: 2, stderr: expect.stringContaining('"disk"') });
  });
});
