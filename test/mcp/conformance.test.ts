import { type ChildProcess, execFile, spawn } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify, stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { freePort } from "../helpers/free-port.ts";
import { createWorld } from "../helpers/world.ts";
import { createFixtureMcp } from "./fixtures/server.ts";
import { createBrowser } from "./helper.ts";

const SUITE = fileURLToPath(
  new URL("../../node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url),
);
const baseline = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));

/** What passes of each version: scenarios, and checks in them. The files name what cannot, and why. */
const VERSIONS = [
  { version: "2026-07-28", scenarios: 39, checks: 140, exceptions: "conformance-2026.yml" },
  { version: "2025-11-25", scenarios: 24, checks: 55, exceptions: "conformance-2025.yml" },
  { version: "2025-06-18", scenarios: 22, checks: 44, exceptions: "conformance-2025.yml" },
];

/** Skills and tasks. Notifications about tasks are optional; without any, that scenario has no checks. */
const EXTENSIONS = {
  "sep-2640-skills-enumeration": "32 passed, 0 failed",
  "sep-2640-skills-manifest": "6 passed, 0 failed",
  "sep-2640-skills-directory": "1 passed, 0 failed",
  "tasks-lifecycle": "9 passed, 0 failed",
  "tasks-capability-negotiation": "5 passed, 0 failed",
  "tasks-wire-fields": "4 passed, 0 failed",
  "tasks-request-state-removal": "3 passed, 0 failed",
  "tasks-mrtr-input": "4 passed, 0 failed",
  "tasks-request-headers": "5 passed, 0 failed",
  "tasks-dispatch-and-envelope": "9 passed, 0 failed",
  "tasks-status-notifications": "0 passed, 0 failed",
  "tasks-required-task-error": "3 passed, 0 failed",
  "tasks-mrtr-composition": "2 passed, 0 failed",
};

const world = await createWorld({
  env: { LIMIT_OAUTH_TOKEN: "1000" },
  createMcp: createFixtureMcp,
  // Progress is told each 1.5 seconds; here, 50 times as often.
  replaced: { sleep: (ms, signal) => setTimeout(ms / 50, undefined, { signal }).catch(() => undefined) },
});
await world.listing("Acme Charts");

type Outcome = { code: number; output: string };

const collected = (stdout: string, stderr: string) => stripVTControlCharacters(`${stdout}\n${stderr}`);

const runSuite = (args: string[]): Promise<Outcome> =>
  promisify(execFile)(process.execPath, [SUITE, ...args], { cwd: world.folder, maxBuffer: 16 << 20 }).then(
    ({ stdout, stderr }) => ({ code: 0, output: collected(stdout, stderr) }),
    ({ code, stdout, stderr }) => ({ code, output: collected(stdout, stderr) }),
  );

/** The scenarios that failed without an exception for them, or passed in spite of one, with what was said of them. */
const failuresIn = (output: string): string[] => {
  const names = [...output.matchAll(/^ {2}[✗✓] (\S+)/gm)].map(([, name]) => name!);
  return output.split("\n").filter((line) => names.some((name) => line.includes(name)));
};

describe("a server with the tools, resources and prompts of the suite", () => {
  const suiteOf = (...args: string[]) => runSuite(["server", "--url", `${world.baseUrl}/mcp`, ...args]);

  // One after the other: some scenarios give up after a few seconds, and on a busy machine several suites take longer.
  it.each(VERSIONS)("conforms to $version", async ({ version, scenarios, checks, exceptions }) => {
    const args = ["--suite", "all", "--spec-version", version, "--expected-failures", baseline(exceptions)];
    const { code, output } = await suiteOf(...args);
    expect(failuresIn(output)).toEqual([]);
    expect(output).toContain("Baseline check passed");
    expect(code).toBe(0);
    const expectedToFail = new Set([...output.matchAll(/^ {2}~ (\S+)/gm)].map(([, name]) => name));
    const passed = [...output.matchAll(/^✓ (\S+): ([1-9]\d*) passed, 0 failed/gm)].filter(
      ([, name]) => !expectedToFail.has(name),
    );
    const passedChecks = passed.reduce((sum, [, , count]) => sum + Number(count), 0);
    expect({ scenarios: passed.length, checks: passedChecks }).toEqual({ scenarios, checks });
  });

  it("passes every scenario of extensions", async () => {
    // They have no version. Without one, the suite runs all there is.
    const { output } = await suiteOf("--suite", "all");
    const lines = output.matchAll(/^. ((?:sep-2640-skills|tasks)-\S+): (.+)$/gm);
    expect(Object.fromEntries([...lines].map(([, name, outcome]) => [name, outcome]))).toEqual(EXTENSIONS);
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
