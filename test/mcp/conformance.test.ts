import { type ChildProcess, execFile, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify, stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../helpers/free-port.ts";
import { createWorld, type World } from "../helpers/world.ts";
import { createBrowser } from "./helper.ts";

const SUITE = fileURLToPath(
  new URL("../../node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url),
);
const baseline = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));

/**
 * Scenarios of the official suite that pass, with how many checks. What cannot pass without the tools of a test server is named
 * with its reason in the baseline files; docs/decisions/0003-conformance.md has the whole account.
 */
const PASSES = {
  "2026-07-28": {
    "completion-complete": 2,
    "tools-list": 4,
    "server-sse-multiple-streams": 1,
    "resources-list": 2,
    "sep-2164-resource-not-found": 4,
    "prompts-list": 2,
    "dns-rebinding-protection": 2,
    caching: 8,
    "http-header-validation": 14,
    "input-required-result-unsupported-methods": 2,
    "input-required-result-validate-input": 3,
  },
  "2025-11-25": {
    "server-initialize": 2,
    ping: 2,
    "completion-complete": 2,
    "tools-list": 3,
    "resources-list": 2,
    "prompts-list": 2,
    "dns-rebinding-protection": 2,
  },
  "2025-06-18": {
    "server-initialize": 2,
    ping: 2,
    "completion-complete": 2,
    "tools-list": 2,
    "resources-list": 2,
    "prompts-list": 2,
  },
} as const;

let world: World;
beforeAll(async () => {
  world = await createWorld({ env: { LIMIT_OAUTH_TOKEN: "1000" } });
  await world.listing("Acme Charts");
});
afterAll(() => world.close());

type Outcome = { code: number; output: string };

const collected = (stdout: string, stderr: string) => stripVTControlCharacters(`${stdout}\n${stderr}`);

const runSuite = (args: string[]): Promise<Outcome> =>
  promisify(execFile)(process.execPath, [SUITE, ...args], { cwd: world.folder, maxBuffer: 16 << 20 }).then(
    ({ stdout, stderr }) => ({ code: 0, output: collected(stdout, stderr) }),
    ({ code, stdout, stderr }) => ({ code, output: collected(stdout, stderr) }),
  );

describe("the server", () => {
  it.each(Object.entries(PASSES))("conforms to %s", async (version, expected) => {
    const file = baseline(version === "2026-07-28" ? "conformance-2026.yml" : "conformance-2025.yml");
    const { code, output } = await runSuite([
      "server",
      "--url",
      `${world.baseUrl}/mcp`,
      "--suite",
      "all",
      "--spec-version",
      version,
      "--expected-failures",
      file,
    ]);
    expect(output).toContain("Baseline check passed");
    expect(code).toBe(0);
    const expectedToFail = new Set([...output.matchAll(/^ {2}~ (\S+)/gm)].map(([, name]) => name));
    const passed = [...output.matchAll(/^✓ (\S+): ([1-9]\d*) passed, 0 failed/gm)].filter(
      ([, name]) => !expectedToFail.has(name),
    );
    expect(Object.fromEntries(passed.map(([, name, count]) => [name, Number(count)]))).toEqual(expected);
    if (version === "2026-07-28") expect(output).toContain("✗ server-stateless: 24 passed, 4 failed");
  });
});

describe("extensions", () => {
  // They do not run by version, only by name.
  it.each([
    ["sep-2640-skills-enumeration", 32],
    ["sep-2640-skills-manifest", 6],
    ["sep-2640-skills-directory", 1],
  ])("pass %s", async (scenario, checks) => {
    const { output } = await runSuite(["server", "--url", `${world.baseUrl}/mcp`, "--scenario", scenario]);
    expect(output).toContain(`Passed: ${checks}/${checks}, 0 failed`);
  });
});

describe("the authorization server", () => {
  it.each(["2026-07-28", "2025-11-25"])("conforms to %s", async (version) => {
    const port = await freePort();
    const redirect = `http://127.0.0.1:${port}/callback`;
    const registered = await fetch(`${world.baseUrl}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_name: "Conformance",
        redirect_uris: [redirect],
        token_endpoint_auth_method: "none",
      }),
    });
    const { client_id: clientId } = (await registered.json()) as { client_id: string };
    await world.account("connie");

    const args = [
      "authorization",
      "--url",
      world.baseUrl,
      "--client-id",
      clientId,
      "-p",
      String(port),
      "--spec-version",
      version,
    ];
    const suite = spawn(process.execPath, [SUITE, ...args, "--resource", `${world.baseUrl}/mcp`], {
      cwd: world.folder,
    });
    const { code, output } = await answerWhenAsked(suite, redirect);
    expect(output).toMatch(/✓ authorization-server-metadata-endpoint: \d+ passed, 0 failed/);
    expect(output).toMatch(/✓ authorization-code-grant: \d+ passed, 0 failed/);
    expect(code).toBe(0);
  });
});

/** Opens the address that the suite prints, as the person would, and collects everything it says. */
function answerWhenAsked(suite: ChildProcess, redirect: string): Promise<Outcome> {
  return new Promise((done, fail) => {
    let output = "";
    let isAnswered = false;
    const read = (chunk: Buffer) => {
      output += stripVTControlCharacters(chunk.toString());
      const asked = new RegExp(`${world.baseUrl}/oauth/authorize\\?\\S+(?=\\s)`).exec(output)?.[0];
      if (!asked || isAnswered) return;
      isAnswered = true;
      createBrowser(world, "connie@people.example")
        .authorize(new URL(asked), { redirect })
        .then((back) => fetch(back))
        .catch((error) => {
          suite.kill();
          fail(error);
        });
    };
    suite.stdout?.on("data", read);
    suite.stderr?.on("data", read);
    suite.on("error", fail);
    suite.on("close", (code) => done({ code: code ?? -1, output }));
  });
}
