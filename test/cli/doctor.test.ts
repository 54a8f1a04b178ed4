import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { readSettings } from "../../core/settings/config.ts";
import type { Outside } from "../../server/commands/examine/outside.ts";
import { examineSurroundings } from "../../server/commands/examine/surroundings.ts";
import { startForgingProvider } from "../helpers/forging-provider.ts";
import { runHere } from "../helpers/process.ts";
import { createWorld } from "../helpers/world.ts";

const [world, other] = await Promise.all([createWorld(), createWorld()]);
await world.account("root", { admin: true });

type Found = { check: string; ok: boolean; isChecked: boolean; detail: string; cure: string | null };
/** Looks at nothing but this installation: the world outside is another's business. */
async function examine(more: Record<string, string> = {}, skip = "dns,https out") {
  const env = { BASE_URL: world.baseUrl, DATA_DIR: world.folder, ...more };
  const { code, stdout } = await runHere(["doctor", "--json", "--skip", skip], env);
  const { findings } = JSON.parse(stdout) as { findings: Found[] };
  return { code, findings, of: (name: string) => findings.find(({ check }) => check === name) };
}

describe("doctor asks BASE_URL/readyz", () => {
  it("and knows its own site", async () => {
    await expect.poll(async () => (await fetch(`${world.baseUrl}/readyz`)).status).toBe(200);
    const { code, of } = await examine();
    expect(of("site")).toMatchObject({ ok: true, detail: expect.stringMatching(/readyz answers, version \d/) });
    expect(code).toBe(0);
  });

  it("and recognizes that another Debut or server is not it", async () => {
    const stranger = createServer((_req, res) => res.end('{"status":"ready"}'));
    await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
    for (const BASE_URL of [url, other.baseUrl]) {
      const { code, of } = await examine({ BASE_URL });
      expect([code, of("site")]).toMatchObject([
        1,
        {
          ok: false,
          detail: expect.stringContaining("does not lead to the site of this DATA_DIR"),
          cure: expect.stringContaining("DATA_DIR"),
        },
      ]);
    }
    stranger.close();
  });

  it("and reports a site that cannot reach its database to identify itself", async () => {
    const facts = { status: "not_ready", reason: "unreachable", detail: "Away.", version: "1", forwarded: "none" };
    const away = createServer((_req, res) => res.end(JSON.stringify({ ...facts, installation: null })));
    await new Promise<void>((resolve) => away.listen(0, "127.0.0.1", resolve));
    const { of } = await examine({ BASE_URL: `http://127.0.0.1:${(away.address() as AddressInfo).port}` });
    expect(of("site")).toMatchObject({
      detail: expect.stringMatching(/not_ready: Away/),
      cure: expect.stringContaining("PostgreSQL"),
    });
    away.close();
  });

  it("and says when nothing answers, unless nothing was started yet", async () => {
    const { code, of } = await examine({ BASE_URL: "http://127.0.0.1:1" });
    expect([code, of("site")]).toMatchObject([1, { ok: false, cure: expect.stringContaining("--skip site") }]);
    const fresh = await examine({ BASE_URL: "http://127.0.0.1:1", DATA_DIR: `${world.folder}/fresh` });
    expect([fresh.code, fresh.of("site")]).toMatchObject([0, { ok: true, detail: "not started yet" }]);
  });
});

describe("doctor on a machine without internet", () => {
  const offline: Outside = {
    dns: async () => ({ servers: ["127.0.0.53"], isChosen: false, failure: "queryA ECONNREFUSED example.com" }),
    isOffline: async () => true,
    reason: "this machine has no internet",
  };
  const look = async (env: Record<string, string>) => {
    const settings = readSettings({ DATA_DIR: world.folder, TRUSTED_PROXIES: "127.0.0.1", ...env });
    const findings = await examineSurroundings(settings, offline, new Date());
    return Object.fromEntries(
      findings.map(({ check, ok, isChecked }) => [check, ok ? (isChecked ? "ok" : "note") : "bad"]),
    );
  };

  it("finds nothing wrong, and says what it could not check", async () => {
    expect(await look({ BASE_URL: "https://debut.invalid", SMTP_URL: "smtp://mail.invalid" })).toEqual({
      address: "note",
      settings: "ok",
      proxy: "ok",
      site: "note",
      disk: "ok",
      storage: "ok",
      backups: "ok",
      "sign-in": "ok",
      mail: "note",
      dns: "note",
      "https out": "note",
    });
  });

  it("still finds what is wrong here", async () => {
    const found = await look({ BASE_URL: "http://127.0.0.1:1", SMTP_URL: "smtp://127.0.0.1:1", BACKUP_EVERY: "6h" });
    expect(found).toMatchObject({ site: "bad", mail: "bad", backups: "bad", dns: "note" });
  });

  it("asks sign-in providers to describe themselves, and says what to register there", async () => {
    const provider = await startForgingProvider();
    const env = { OIDC_CLIENT_ID: "debut", OIDC_CLIENT_SECRET: "secret", OIDC_NAME: "Example Login" };
    const details = async (more: Record<string, string>) => {
      const settings = readSettings({ DATA_DIR: world.folder, BASE_URL: "https://debut.example", ...env, ...more });
      const found = await examineSurroundings(settings, offline, new Date());
      return found.find(({ check }) => check === "sign-in");
    };
    expect(await details({ OIDC_ISSUER: provider.url })).toMatchObject({
      ok: true,
      detail: expect.stringContaining("Example Login https://debut.example/sign-in/with/oidc/callback"),
    });
    expect(await details({ OIDC_ISSUER: `${provider.url}/wrong` })).toMatchObject({
      ok: false,
      detail: expect.stringContaining("does not describe itself"),
    });
    expect(await details({ OIDC_ISSUER: "https://login.invalid" })).toMatchObject({ ok: true, isChecked: false });
    await expect(details({})).rejects.toThrow("OIDC_ISSUER: Needed with OIDC_CLIENT_ID, OIDC_CLIENT_SECRET.");
    await provider.close();
  });
});
