import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { PRODUCTS } from "../../data/demo/catalogue.ts";
import { createFolder } from "../helpers/folder.ts";
import { end, run, runHere, serveFromSource } from "../helpers/process.ts";

const folder = createFolder();
const env = { DATA_DIR: join(folder, "var") };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const json = async (...args: string[]) => JSON.parse((await runHere([...args, "--json"], env)).stdout);

describe("debut", () => {
  it("explains itself", async () => {
    const help = await run(["--help"], env);
    expect(help.code).toBe(0);
    for (const command of [
      "serve",
      "user create",
      "api-key create",
      "seed",
      "migrate",
      "backup",
      "restore",
      "doctor",
      "config print",
    ])
      expect(help.stdout).toContain(command);
    expect((await runHere(["seed", "--help"], env)).stdout).toContain("--listings");
    expect(await run(["nonsense"], env)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no command "nonsense"'),
    });
    expect(await runHere(["seed", "--everything"], env)).toMatchObject({ code: 2 });
  });

  it.each([["--version"], ["-V"]])("%s prints the version", async (flag) => {
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(await runHere([flag], env)).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  it.each([["-h"], ["help"], ["--help"]])("%s prints help to standard output", async (flag) => {
    expect(await runHere([flag], env)).toEqual({ code: 0, stdout: expect.stringContaining("user list"), stderr: "" });
  });

  it("an unknown command is refused on standard error, with similar ones", async () => {
    expect(await runHere(["nonsense"], env)).toEqual({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("--help"),
    });
    expect((await runHere(["user", "nonsense"], env)).stderr).toContain("debut user promote");
    expect(await runHere([], env)).toMatchObject({ code: 2, stdout: "" });
  });

  it("user create makes an account, and refuses a weak password, a bad address and a second account", async () => {
    const ann = ["--email", "ann@people.example", "--password", "correct horse battery", "--admin"];
    const made = await run(["user", "create", ...ann, "--json"], env);
    expect(JSON.parse(made.stdout)).toMatchObject({ email: "ann@people.example", admin: true });
    expect(
      await runHere(["user", "create", "--email", "ANN@people.example", "--password", "correct horse battery"], env),
    ).toMatchObject({ code: 1, stderr: expect.stringContaining("already an account") });
    expect(await runHere(["user", "create", "--email", "bo@people.example", "--password", "short"], env)).toMatchObject(
      {
        code: 2,
      },
    );
    expect(
      await runHere(["user", "create", "--email", "bo", "--password", "correct horse battery"], env),
    ).toMatchObject({
      code: 2,
    });
  });

  it("api-key create prints a key once, with exactly the scopes that were asked for", async () => {
    const { key, scopes } = await json(
      "api-key",
      "create",
      "--email",
      "ann@people.example",
      "--scopes",
      "listings:write",
    );
    expect(key).toMatch(/^dbt_[0-9A-Za-z]{42}$/);
    expect(scopes).toEqual(["listings:write"]);
    const create = ["api-key", "create", "--email", "ann@people.example", "--scopes"];
    expect(await json(...create, "orders:write")).toMatchObject({ scopes: ["orders:write"] });
    expect(await json(...create, "orders:write,account:read")).toMatchObject({
      scopes: ["account:read", "orders:write"],
    });
    const { keys } = await json("api-key", "list", "--email", "ann@people.example");
    expect(keys.map((one: { scopes: string[] }) => one.scopes.join(" "))).toContain("orders:write");
    expect(
      await runHere(["api-key", "create", "--email", "ann@people.example", "--scopes", "everything"], env),
    ).toMatchObject({ code: 2, stderr: expect.stringContaining("everything") });
    expect(
      await runHere(["api-key", "create", "--email", "no@people.example", "--scopes", "account:read"], env),
    ).toMatchObject({ code: 1 });
  });

  it("seed adds demo listings once", async () => {
    expect(await json("seed", "--demo")).toEqual({ added: PRODUCTS.length });
    expect(await json("seed", "--demo")).toEqual({ added: 0 });
    expect(await json("seed", "--listings", "3")).toEqual({ added: 3 });
    expect(await runHere(["seed", "--demo", "--listings", "3"], env)).toMatchObject({ code: 2 });
    expect(await runHere(["seed"], env)).toMatchObject({ code: 2 });
    expect(await runHere(["seed", "--listings", "many"], env)).toMatchObject({ code: 2 });
  });

  it("backup and restore bring back what was there, and keep what they replace", async () => {
    const file = join(folder, "backup.db");
    expect(await json("backup", file)).toEqual({ file, uploads: true, missing: [] });
    expect(await runHere(["backup", file], env)).toMatchObject({ code: 1, stderr: expect.stringContaining("exists") });
    await runHere(["user", "create", "--email", "late@people.example", "--password", "correct horse battery"], env);
    expect(await runHere(["restore", file], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("--force"),
    });
    const { old } = await json("restore", file, "--force");
    expect(existsSync(old)).toBe(true);
    // The account made after the backup is gone, the one before it is there.
    expect(
      await runHere(["api-key", "create", "--email", "late@people.example", "--scopes", "account:read"], env),
    ).toMatchObject({ code: 1 });
    expect(
      await runHere(["api-key", "create", "--email", "ann@people.example", "--scopes", "account:read"], env),
    ).toMatchObject({ code: 0 });
    const junk = join(folder, "junk.db");
    writeFileSync(junk, "not a database");
    expect(await runHere(["restore", junk, "--force"], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("cannot be restored"),
    });
  });

  it("migrate has nothing to do, config print masks secrets, doctor finds a missing mail server", async () => {
    expect(await json("migrate")).toEqual({ database: join(env.DATA_DIR!, "debut.db") });
    const secret = await runHere(["config", "print"], {
      ...env,
      MODEL_KEY: "sk-very-secret",
      SMTP_URL: "smtp://u:topsecret@127.0.0.1:1",
    });
    expect(secret.stdout).toContain("MODEL_KEY=(set)");
    expect(secret.stdout).not.toMatch(/very-secret|topsecret/);
    const sick = await runHere(["doctor", "--json"], {
      ...env,
      SMTP_URL: "smtp://127.0.0.1:1",
      DNS_SERVERS: "127.0.0.1:1",
    });
    expect(sick.code).toBe(1);
    const { findings } = JSON.parse(sick.stdout) as { findings: { check: string; ok: boolean }[] };
    expect(Object.fromEntries(findings.map(({ check, ok }) => [check, ok]))).toMatchObject({
      database: true,
      admin: true,
      mail: false,
      dns: false,
    });
  });

  it("says which setting is wrong", async () => {
    expect(await run(["serve"], { ...env, PORT: "99999" })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("PORT"),
    });
  });

  it("the first start prints a setup link until there is an admin", async () => {
    const fresh = { DATA_DIR: join(folder, "fresh") };
    const served = await serveFromSource(fresh);
    expect(served.setup).toMatch(/\/setup\?token=[\w-]{43}$/);
    await end(served.child, "SIGTERM");
    await runHere(
      ["user", "create", "--email", "a@people.example", "--password", "correct horse battery", "--admin"],
      fresh,
    );
    const again = await serveFromSource(fresh);
    expect(again.setup).toBeNull();
    await end(again.child, "SIGTERM");
    expect(readdirSync(fresh.DATA_DIR)).toContain("debut.db");
  });
});
