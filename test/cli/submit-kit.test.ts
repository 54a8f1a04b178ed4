import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { imageSize } from "image-size";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadDemo } from "../../data/load-demo.ts";
import { EXAMPLE_PROMPTS, REFUSED_CASES, type TestCase, WORKING_CASES } from "../../server/commands/kit/test-cases.ts";
import { png } from "../helpers/png.ts";
import { runHere } from "../helpers/process.ts";
import { createWorld, type World } from "../helpers/world.ts";
import { bearer, type Json, modern } from "../mcp/helper.ts";

const EMAIL = "reviewer@store.example";
const BASE_URL = "https://debut.example";
let world: World;
let folder: string;
let answer: Json;
let key: string;
beforeAll(async () => {
  world = await createWorld();
  folder = join(world.folder, "kit");
  answer = JSON.parse((await make("kit")).stdout);
  await loadDemo(world.deps.store, { count: 20, now: world.deps.now(), zone: "UTC" });
  const env = { DATA_DIR: world.folder, BASE_URL: world.baseUrl };
  await runHere(["reviewer", "create", "--email", EMAIL, "--password-stdin"], env, "a long enough password");
  const made = await runHere(
    ["api-key", "create", "--email", EMAIL, "--scopes", "listings:write,account:read", "--json"],
    env,
  );
  key = JSON.parse(made.stdout).key;
});
afterAll(() => world.close());

const make = (name: string, ...more: string[]) =>
  runHere(["submit-kit", "--to", join(world.folder, name), "--json", ...more], { BASE_URL, DATA_DIR: world.folder });
const read = (path: string) => readFileSync(join(folder, path));
const readJson = (path: string): Json => JSON.parse(read(path).toString());
const listed = async (): Promise<Json[]> =>
  (await modern(world, "tools/list", {}, { path: "/mcp/directory" })).body.result.tools;

describe("submit-kit", () => {
  it("writes the entry of the MCP Registry and a key that proves its domain", () => {
    const entry = readJson("registry/server.json");
    expect(entry).toMatchObject({
      $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
      name: "example.debut/directory",
      remotes: [{ type: "streamable-http", url: `${BASE_URL}/mcp/directory` }],
    });
    expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    for (const [name, most] of [
      ["description", 100],
      ["title", 100],
      ["version", 255],
    ] as const)
      expect(entry[name].length).toBeLessThanOrEqual(most);

    const [, p] = /^v=MCPv1; k=ed25519; p=([A-Za-z0-9+/]{43}=)$/.exec(answer.mcp_registry_auth)!;
    const privateKey = createPrivateKey(read("registry/key.pem"));
    const publicKey = createPublicKey({
      key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(p!, "base64").toString("base64url") },
      format: "jwk",
    });
    const signature = sign(null, Buffer.from("2026"), privateKey);
    expect(verify(null, Buffer.from("2026"), publicKey, signature)).toBe(true);
    expect(read("registry/MCP_REGISTRY_AUTH.txt").toString().trim()).toBe(answer.mcp_registry_auth);
    expect(statSync(join(folder, "registry/key.pem")).mode & 0o777).toBe(0o600);
  });

  it("reuses a given key, and refuses one that is not Ed25519", async () => {
    const again = JSON.parse((await make("again", "--key", join(folder, "registry/key.pem"))).stdout);
    expect(again.mcp_registry_auth).toBe(answer.mcp_registry_auth);
    expect(again.files).not.toContain("registry/key.pem");
    const other = join(world.folder, "other.pem");
    writeFileSync(other, "no key");
    expect(await make("third", "--key", other)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("other.pem"),
    });
  });

  it("never writes into a folder with files", async () => {
    const before = read("registry/key.pem");
    expect(await make("kit")).toMatchObject({ code: 1, stderr: expect.stringContaining("not empty") });
    expect(read("registry/key.pem")).toEqual(before);
  });

  it("explains each hint of each tool to OpenAI", async () => {
    const { tools, app_info, test_cases, negative_test_cases } = readJson("openai/chatgpt-app-submission.json");
    const list = await listed();
    expect(Object.keys(tools)).toEqual(list.map(({ name }) => name));
    for (const { name, annotations } of list) {
      expect(annotations).toMatchObject(tools[name].annotations);
      for (const reason of Object.values(tools[name].justifications)) expect(reason).toMatch(`${name} `);
    }
    for (const text of [app_info.display_name, app_info.subtitle]) expect(text.length).toBeLessThanOrEqual(30);
    expect([test_cases.length, negative_test_cases.length]).toEqual([5, 3]);
    for (const prompt of EXAMPLE_PROMPTS) expect(prompt.length).toBeLessThanOrEqual(128);
  });

  it("writes the plugin as a ZIP and as files", () => {
    const zip = unzipSync(read("openai/plugin.zip"));
    expect(Object.keys(zip).sort()).toEqual([".codex-plugin/plugin.json", ".mcp.json", "assets/icon.png"]);
    for (const [name, content] of Object.entries(zip))
      expect(Buffer.from(content)).toEqual(read(`openai/plugin/${name}`));
    expect(readJson("openai/plugin/.mcp.json")).toEqual({
      mcpServers: { debut: { type: "http", url: `${BASE_URL}/mcp/directory` } },
    });
    expect(imageSize(read("openai/icon.png"))).toMatchObject({ width: 512, height: 512, type: "png" });
  });

  it("writes Anthropic's connector, with tools, prompts and wide enough screenshots", async () => {
    const shots = join(world.folder, "shots");
    mkdirSync(shots);
    writeFileSync(join(shots, "a.png"), png(1000, 10));
    writeFileSync(join(shots, "b.png"), png(999, 10));
    const { files } = JSON.parse((await make("with-shots", "--screenshots", shots)).stdout);
    expect(files.filter((file: string) => file.includes("screenshots"))).toEqual(["anthropic/screenshots/a.png"]);
    const connector = readJson("anthropic/connector.json");
    expect(connector.example_prompts.length).toBeGreaterThanOrEqual(3);
    expect(connector.tools).toEqual(
      (await listed()).map(({ name, title, annotations }) => ({ name, title, annotations })),
    );
  });

  it("says what a person must still do", () => {
    const text = read("README.md").toString();
    for (const step of ["/privacy", "reviewer create", "doctor --stores", answer.mcp_registry_auth, "screenshots"])
      expect(text).toContain(step);
    expect(text).not.toContain("PRIVATE KEY");
  });
});

/** The value that "{tool.path}" names; "[key=value]" picks an item of a list. */
function lookUp(reference: string, answers: Map<string, Json>): Json {
  const [, tool = "", path = ""] = /^(\w+)\.(.+)$/.exec(reference)!;
  const steps = path.match(/\[[^\]]+\]|[^.[]+/g)!;
  return steps.reduce((value: Json, step) => {
    const [, name = "", wanted] = /^\[(\w+)=(.+)\]$/.exec(step) ?? [];
    return wanted === undefined ? value[step.replace(/^\./, "")] : value.find((item: Json) => item[name] === wanted);
  }, answers.get(tool));
}

async function run({ calls }: TestCase) {
  const answers = new Map<string, Json>();
  for (const { tool, arguments: given, answer: expected } of calls) {
    const args = Object.fromEntries(
      Object.entries(given).map(([name, value]) => {
        const [, reference] = /^\{(.+)\}$/.exec(String(value)) ?? [];
        return [name, reference ? lookUp(reference, answers) : value];
      }),
    );
    const { body } = await modern(
      world,
      "tools/call",
      { name: tool, arguments: args },
      { path: "/mcp/directory", headers: bearer(key) },
    );
    answers.set(tool, body.result?.structuredContent);
    expect([tool, body.error?.message ?? body.result.content[0].text]).toEqual([
      tool,
      expect.stringContaining(expected),
    ]);
    expect([tool, Boolean(body.error ?? body.result.isError)]).toEqual([
      tool,
      REFUSED_CASES.some((one) => one.calls === calls),
    ]);
  }
}

describe("the test cases of the kit, with the reviewer's account at the address for stores", () => {
  it.each(WORKING_CASES.map((one) => [one.prompt, one] as const))("work: %s", (_prompt, one) => run(one));
  it.each(REFUSED_CASES.map((one) => [one.prompt, one] as const))("are refused: %s", (_prompt, one) => run(one));
  it("work repeatedly, as reviewers run them", () => Promise.all(WORKING_CASES.map(run)));
});
