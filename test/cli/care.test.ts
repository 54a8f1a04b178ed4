import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { enableCodes, offerCodes } from "../../actions/accounts/two-factor.ts";
import { momentWords } from "../../domain/time/date-words.ts";
import { COMMANDS } from "../../server/commands/commands.ts";
import { codeAt } from "../helpers/authenticator.ts";
import { createDnsServer } from "../helpers/dns-server.ts";
import { temporaryFolder } from "../helpers/folder.ts";
import { createTestVault } from "../helpers/key.ts";
import { createMailServer } from "../helpers/mail-server.ts";
import { runHere } from "../helpers/process.ts";
import { createWebsite } from "../helpers/website.ts";
import { createWorld } from "../helpers/world.ts";

let date: string;
const website = await createWebsite({
  "/": (_req, res) => void res.writeHead(200, { date, "content-type": "text/html" }).end("<p>Hello"),
});
const mail = await createMailServer();
const dns = await createDnsServer((name) =>
  name === "example.com" ? [{ type: "A", data: "93.184.216.34" }] : "NXDOMAIN",
);
const world = await createWorld();
world.runClock();
await world.account("root", { admin: true });
await world.listing("Acme");
const env = {
  BASE_URL: world.baseUrl,
  DATA_DIR: world.folder,
  SMTP_URL: mail.url,
  DNS_SERVERS: dns.server,
  OUTBOUND_RESOLVE: website.resolve("example.com"),
};

type Finding = { check: string; ok: boolean; detail: string; cure: string | null };
async function examine(more: Record<string, string> = {}) {
  date = new Date().toUTCString();
  return examineAsIs(more);
}
async function examineAsIs(more: Record<string, string> = {}) {
  const { code, stdout } = await runHere(["doctor", "--json"], { ...env, ...more });
  const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: Finding[] };
  return {
    code,
    ok,
    bad: Object.fromEntries(findings.filter((one) => !one.ok).map((one) => [one.check, one])),
    findings,
  };
}
const change = (sql: string, ...values: unknown[]) => {
  const db = new Database(join(world.folder, "debut.db"));
  db.prepare(sql).run(...values);
  db.close();
};

describe("doctor", () => {
  it("finds nothing wrong with a healthy installation, even while it runs", async () => {
    const { code, ok, findings, bad } = await examine();
    expect({ code, ok, bad }).toEqual({ code: 0, ok: true, bad: {} });
    expect(findings.map(({ check }) => check)).toEqual([
      "address",
      "settings",
      "proxy",
      "site",
      "disk",
      "storage",
      "backups",
      "sign-in",
      "mail",
      "dns",
      "https out",
      "database",
      "search",
      "clock",
      "admin",
      "pages",
      "jobs",
      "model",
      "mails",
      "secrets",
      "webhooks",
      "orders",
      "invoices",
      "payments",
      "threshold",
    ]);
  });

  it("reports problems in the environment, each with a fix", async () => {
    const { code, bad } = await examine({
      BASE_URL: "http://debut.example.net",
      SMTP_URL: "smtp://127.0.0.1:1",
      DNS_SERVERS: "127.0.0.1:1",
      BACKUP_EVERY: "6h",
    });
    expect(code).toBe(1);
    expect(Object.keys(bad).sort()).toEqual(["address", "backups", "dns", "mail", "pages", "site"]);
    for (const { cure } of Object.values(bad)) expect(cure).toMatch(/\w+ .*\./);
    expect((await examine({ BASE_URL: "https://nobody.example.net" })).bad.address).toMatchObject({
      cure: expect.stringContaining("A record"),
    });
    date = new Date(Date.now() - 3600_000).toUTCString();
    expect((await examineAsIs()).bad["https out"]).toMatchObject({ detail: expect.stringContaining("ahead") });
  });

  it("distinguishes a corrected clock from one that is behind", async () => {
    const ahead = Date.now() + 5 * 3600_000;
    change(
      "insert into jobs(id, kind, payload_json, state, run_at, created_at) values ('x:1', 'x', '{}', 'done', 0, ?)",
      ahead,
    );
    const { clock } = (await examine()).bad;
    change("delete from jobs where id = 'x:1'");
    expect(clock?.cure).toContain(`disappears on ${momentWords(new Date(ahead - 5 * 60_000))}`);
  });

  it("detects an outdated search index, which migrate --search rebuilds", async () => {
    const folder = temporaryFolder();
    const own = { ...env, DATA_DIR: folder };
    await runHere(["seed", "--listings", "3"], own);
    const db = new Database(join(folder, "debut.db"));
    db.exec(
      "update listings set name = 'Renamed behind the index' where id = 1; delete from listing_search where rowid = 2",
    );
    db.close();
    const { detail, cure } = (await examine({ DATA_DIR: folder })).bad.search!;
    expect(detail).toMatch(/listing 1 has other words.*listing 2 is missing/);
    expect(cure).toContain("debut migrate --search");
    expect(await runHere(["migrate", "--search"], own)).toMatchObject({ code: 0 });
    expect((await examine({ DATA_DIR: folder })).bad.search).toBeUndefined();
    writeFileSync(join(folder, "debut.db"), Buffer.alloc(8192, 1));
    expect((await examine({ DATA_DIR: folder })).bad.database).toMatchObject({
      cure: expect.stringContaining("debut restore"),
    });
  });
});

describe("mails", () => {
  it("that wait for more than an hour are named with their reason", async () => {
    change(
      `insert into mails(id, recipient, subject, text, html, state, last_error, created_at)
       values ('late', 'a@b.example', 's', 't', 'h', 'queued', '451 Greylisted', ?)`,
      Date.now() - 2 * 3600_000,
    );
    expect((await examine()).bad).toMatchObject({ mails: { cure: expect.stringContaining("three days") } });
    change("delete from mails where id = 'late'");
  });
});

describe("jobs", () => {
  it("list says why a job failed, and retry runs it and its email again", async () => {
    const at = Date.now();
    const vault = createTestVault();
    change(
      "insert into mails(id, recipient, subject, text, html, state, created_at) values ('m1', 'a@b.example', 's', ?, ?, 'failed', ?)",
      vault.seal(["mails.text", "m1"], "t"),
      vault.seal(["mails.html", "m1"], "h"),
      at,
    );
    change(
      `insert into jobs(id, kind, payload_json, state, run_at, attempts, last_error, created_at)
       values ('send-mail:m1', 'send-mail', '{"mailId":"m1"}', 'failed', ?, 6, 'no such host', ?)`,
      at,
      at,
    );
    expect((await examine()).bad).toMatchObject({ jobs: { cure: expect.stringContaining("jobs retry") }, mails: {} });
    const listed = await runHere(["jobs", "list", "--state", "failed"], env);
    expect(listed.stdout).toMatch(/^failed .* 6x send-mail:m1\n\s+no such host/);
    expect(await runHere(["jobs", "list", "--state", "odd"], env)).toMatchObject({ code: 2 });
    expect(await runHere(["jobs", "retry", "send-mail:none"], env)).toMatchObject({ code: 1 });
    expect(await runHere(["jobs", "retry"], env)).toMatchObject({ code: 2 });
    expect((await runHere(["jobs", "retry", "send-mail:m1", "--json"], env)).stdout).toBe('{"retried":1}\n');
    expect(await world.deps.store.jobs.find("send-mail:m1")).toMatchObject({ state: "queued", attempts: 0 });
    await world.drain();
    expect(await world.deps.store.mails.find("m1")).toMatchObject({ state: "kept" });
    expect((await runHere(["jobs", "retry", "--all", "--json"], env)).stdout).toBe('{"retried":0}\n');
  });
});

describe("user reset-password", () => {
  it("prints a link that works once, or sets the password and signs out", async () => {
    await world.account("ann");
    const own = { ...env, BASE_URL: world.baseUrl };
    const { stdout } = await runHere(["user", "reset-password", "--email", "ann@people.example"], own);
    const page = await fetch(stdout.trim());
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("password")]);
    const set = ["user", "reset-password", "--email", "ann@people.example", "--password"];
    expect(await runHere([...set, "short"], own)).toMatchObject({ code: 2 });
    expect(await runHere([...set, "a whole new battery"], own)).toMatchObject({ code: 0 });
    expect(await runHere(["user", "reset-password", "--email", "no@people.example"], own)).toMatchObject({ code: 1 });
  });
});

describe("user reset-factors", () => {
  it("restores access after losing app and passkeys, notifies the person, and is audited", async () => {
    const { deps } = world;
    const account = (await deps.store.accounts.findByEmail("ann@people.example"))!;
    const { nonce, secret } = await offerCodes(account, deps);
    await enableCodes({ account, nonce, code: codeAt(secret, deps.now()), sessionId: "none" }, deps);
    expect(await deps.store.accounts.factorsOf(account.id)).toMatchObject({ hasCodes: true });
    expect(await runHere(["user", "reset-factors", account.email], env)).toMatchObject({ code: 0 });
    expect(await deps.store.accounts.factorsOf(account.id)).toEqual({ hasCodes: false, hasPasskey: false });
    const { items } = await deps.store.mails.list({ page: 1, perPage: 20 });
    expect(items.map(({ subject }) => subject)).toContain("Your second factor was removed on Debut");
    const did = await deps.store.audit.list({ kind: "account", objectId: account.id }, { page: 1, perPage: 5 });
    expect(JSON.stringify(did.items)).toContain("second factors");
    expect(await runHere(["user", "reset-factors", "no@people.example"], env)).toMatchObject({ code: 1 });
  });
});

describe("user export and user delete", () => {
  it("match the account page, but delete only with confirmation", async () => {
    await world.account("leo");
    const who = ["--email", "leo@people.example"];
    const { stdout } = await runHere(["user", "export", ...who], env);
    expect(JSON.parse(stdout).profile).toMatchObject({ email: "leo@people.example" });
    expect(await runHere(["user", "delete", ...who], env)).toMatchObject({ code: 2 });
    expect((await world.deps.store.accounts.findByEmail("leo@people.example"))?.status).toBe("active");
    expect(await runHere(["user", "delete", ...who, "--yes"], env)).toMatchObject({ code: 0 });
    expect(await world.deps.store.accounts.findByEmail("leo@people.example")).toBeUndefined();
    for (const name of ["export", "delete"])
      expect(await runHere(["user", name, ...who, "--yes"].slice(0, name === "export" ? 4 : 5), env)).toMatchObject({
        code: 1,
      });
  });
});

describe("help and completion", () => {
  it.each(COMMANDS.map((command) => [command.name, command] as const))("%s explains itself", async (name, command) => {
    const { code, stdout, stderr } = await runHere([...name.split(" "), "--help"], {});
    expect([code, stderr]).toEqual([0, ""]);
    for (const option of Object.keys(command.options)) expect(stdout).toContain(`--${option}`);
    expect(stdout).toMatch(/Exit codes:\n {2}0/);
    for (const example of command.examples ?? []) expect(example.startsWith(`${name}`)).toBe(true);
    for (const words of [
      ["help", ...name.split(" ")],
      [...name.split(" "), "-h"],
    ])
      expect(await runHere(words, {})).toEqual({ code, stdout, stderr });
  });

  it("the script for bash completes commands, their second words and their options", async () => {
    const script = (await runHere(["completion", "bash"], {})).stdout;
    const complete = (...words: string[]) =>
      execFileSync(
        "bash",
        [
          "-c",
          `${script}\nCOMP_WORDS=(debut ${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length}; _debut; echo "\${COMPREPLY[@]}"`,
        ],
        { encoding: "utf8" },
      ).trim();
    expect(complete("ba")).toBe("backup");
    expect(complete("user", "")).toBe("create list promote demote reset-password reset-factors export delete");
    expect(complete("jobs", "list", "--st")).toBe("--state");
    expect(complete("backup", "--e")).toBe("--every");
    for (const shell of ["zsh", "fish"])
      for (const { name } of COMMANDS)
        expect((await runHere(["completion", shell], {})).stdout).toContain(name.split(" ").at(-1)!);
    expect(await runHere(["completion", "tcsh"], {})).toMatchObject({ code: 2 });
  });
});
