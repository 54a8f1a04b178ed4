import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMAND_LINE } from "../../domain/site/audit.ts";
import { TEST_KEY } from "../helpers/key.ts";
import { runHere } from "../helpers/process.ts";
import { createWorld, type World } from "../helpers/world.ts";

let world: World;
let env: Record<string, string>;
beforeAll(async () => {
  world = await createWorld();
  await world.account("root", { admin: true });
  await world.account("ann");
  env = { DATA_DIR: world.folder, BASE_URL: world.baseUrl };
});
afterAll(() => world.close());

const json = async (...args: string[]) => JSON.parse((await runHere([...args, "--json"], env)).stdout);
const find = (email: string) => world.deps.store.accounts.findByEmail(email);
const lastEntry = async () => (await world.deps.store.audit.list({}, { page: 1, perPage: 1 })).items[0];

describe("user list", () => {
  it("shows all accounts or only admins, as text or JSON", async () => {
    expect((await runHere(["user", "list"], env)).stdout).toMatch(/^ann@people\.example/m);
    const { users, total } = await json("user", "list", "--only", "admins");
    expect(users).toEqual([expect.objectContaining({ email: "root@people.example", admin: true, status: "active" })]);
    expect(total).toBe(1);
    expect((await json("user", "list", "--search", "ann@")).total).toBe(1);
    expect((await runHere(["user", "list", "--limit", "1"], env)).stdout).toMatch(/1 more: raise --limit/);
    expect(JSON.stringify(users)).not.toMatch(/password|hash/i);
    expect(await runHere(["user", "list", "--only", "everybody"], env)).toMatchObject({ code: 2 });
  });
});

describe("user promote and demote", () => {
  it("change admin rights, and are in the audit log as command line actions", async () => {
    expect(await json("user", "promote", "ann@people.example")).toMatchObject({ admin: true });
    expect((await find("ann@people.example"))?.isAdmin).toBe(true);
    expect(await lastEntry()).toMatchObject({
      action: "account.change",
      accountId: COMMAND_LINE,
      name: "ann@people.example",
      before: { admin: false },
      after: { admin: true },
    });
    expect(await runHere(["user", "demote", "ann@people.example"], env)).toMatchObject({ code: 0 });
    expect((await find("ann@people.example"))?.isAdmin).toBe(false);
  });

  it("the last admin stays, and no unknown or suspended account becomes one", async () => {
    const last = await runHere(["user", "demote", "root@people.example"], env);
    expect(last).toMatchObject({ code: 1, stderr: expect.stringContaining("only admin") });
    expect((await find("root@people.example"))?.isAdmin).toBe(true);
    const { id } = await world.account("sue");
    await world.deps.store.change((tx) => tx.accounts.setStatus(id, "suspended"));
    expect(await runHere(["user", "promote", "sue@people.example"], env)).toMatchObject({ code: 1 });
    const nobody = await runHere(["user", "promote", "no@people.example"], env);
    expect(nobody).toMatchObject({ code: 1, stderr: expect.stringContaining("debut user list") });
  });
});

describe("api-key list and revoke", () => {
  const mailsTo = async (email: string) =>
    (await world.deps.store.mails.list({ page: 1, perPage: 50 })).items
      .filter(({ recipient }) => recipient === email)
      .map(({ subject }) => subject);

  it("list shows keys without secrets, revoke accepts id, prefix or whole key, and the owner is emailed", async () => {
    const create = () => json("api-key", "create", "--email", "ann@people.example", "--scopes", "listings:write");
    const [one, two, three] = [await create(), await create(), await create()];
    const who = ["--email", "ann@people.example"];
    const listed = await runHere(["api-key", "list", ...who, "--json"], env);
    expect(JSON.parse(listed.stdout).keys.map(({ id }: { id: string }) => id)).toEqual([three.id, two.id, one.id]);
    for (const { key } of [one, two, three]) expect(listed.stdout).not.toContain(key);
    expect((await runHere(["api-key", "list", ...who], env)).stdout).toContain(one.key.slice(0, 8));

    expect(await mailsTo("ann@people.example")).toEqual(Array(3).fill("New API key on Debut"));

    for (const asked of [one.id, two.key.slice(0, 8), three.key]) {
      expect(await runHere(["api-key", "revoke", asked, ...who], env)).toMatchObject({ code: 0 });
      const read = await fetch(`${world.baseUrl}/api/v1/me`, {
        headers: {
          authorization: `Bearer ${[one, two, three].find(({ id, key }) => id === asked || key.startsWith(asked)).key}`,
        },
      });
      expect(read.status).toBe(401);
    }
    const revoked = (await mailsTo("ann@people.example")).filter((subject) => subject.startsWith("API key revoked"));
    expect(revoked).toHaveLength(3);
    expect(await lastEntry()).toMatchObject({
      accountId: COMMAND_LINE,
      after: { "API key revoked": `${three.key.slice(0, 8)}…${three.key.slice(-4)}` },
    });
    const again = await runHere(["api-key", "revoke", one.id, ...who], env);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("debut api-key list") });
    expect(await runHere(["api-key", "revoke", one.id, "--email", "root@people.example"], env)).toMatchObject({
      code: 1,
    });
  });
});

describe("passwords", () => {
  it("come from standard input", async () => {
    const create = ["user", "create", "--password-stdin", "--email"];
    const made = await runHere([...create, "bo@people.example"], env, "correct horse battery\n");
    expect(made).toEqual({ code: 0, stdout: expect.stringContaining("bo@people.example"), stderr: "" });
    expect(await runHere([...create, "cy@people.example"], env, "")).toMatchObject({ code: 2 });
    const set = ["user", "reset-password", "--password-stdin", "--email", "bo@people.example"];
    const before = (await find("bo@people.example"))?.passwordHash;
    expect(await runHere(set, env, "a whole new battery")).toMatchObject({ code: 0 });
    expect((await find("bo@people.example"))?.passwordHash).not.toBe(before);
    expect(await lastEntry()).toMatchObject({ after: { "password reset": "set" } });
  });

  it("as an argument they work, with a warning that others can see them", async () => {
    const create = ["user", "create", "--password", "correct horse battery", "--email", "di@people.example"];
    const { code, stderr } = await runHere(create, env);
    expect([code, stderr]).toEqual([0, expect.stringContaining("--password-stdin")]);
    expect(await runHere([...create, "--password-stdin"], env)).toMatchObject({ code: 2 });
    const without = await runHere(["user", "create", "--email", "ed@people.example"], env);
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining("--password-stdin") });
  });

  const TERMINAL = "/usr/bin/script";
  it.skipIf(process.platform !== "linux" || !existsSync(TERMINAL))(
    "are asked for twice in a terminal, which shows nothing",
    async () => {
      const typed = async (email: string, first: string, second: string) => {
        const main = join(import.meta.dirname, "../../server/main.ts");
        const command = `"${process.execPath}" "${main}" user create --email ${email}`;
        const child = spawn(TERMINAL, ["-qec", command, "/dev/null"], {
          env: {
            PATH: process.env.PATH,
            SECRETS_KEY: TEST_KEY,
            SHELL: "/bin/sh",
            TERM: "dumb",
            LOG_LEVEL: "warn",
            ...env,
          },
          stdio: ["pipe", "pipe", "inherit"],
        });
        let screen = "";
        const answers = [first, second];
        for await (const chunk of child.stdout) {
          screen += chunk;
          // An answer to each question, once it is asked.
          const asked = screen.split(":\r\n").length - 1;
          while (answers.length > 2 - asked) child.stdin.write(`${answers.shift()}\r`);
        }
        return screen;
      };
      const good = await typed("flo@people.example", "correct horse battery", "correct horse battery");
      expect(good).toMatch(/Password.*:\r\nRepeat the password:\r\n/);
      expect(good).not.toContain("horse");
      expect(good).toContain("Created flo@people.example");
      const odd = await typed("gus@people.example", "correct horse battery", "correct horse batteries");
      expect(odd).toContain("passwords differ");
      expect(await find("gus@people.example")).toBeUndefined();
    },
  );
});
