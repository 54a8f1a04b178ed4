import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Router } from "express";
import { describe, expect, it } from "vitest";
import { modelSetup } from "../../core/settings/model-settings.ts";
import { checkDatabase } from "../../store/sqlite/check.ts";
import { runHere } from "../helpers/process.ts";
import { createTeam } from "./admin-world.ts";

const team = await createTeam({
  env: {
    MODEL_KEY: "sk-very-secret",
    LIMIT_VOTE: "61",
    PAYMENT_INSTRUCTIONS: "To DE02 1203 0000 0000 2020 51",
  },
});
await team.root.get("/admin/backups");

describe("jobs", () => {
  it("are listed by state with their error, tried again and deleted", async () => {
    const { world, root, act, store, logged } = team;
    const at = world.deps.now();
    const id = "crawl:https://a.example/?x";
    await store.change(async (tx) => {
      await tx.jobs.add({ id, kind: "nobody-runs-this", payload: { a: "<b>" }, runAt: at, createdAt: at });
      await tx.jobs.claim("nobody-runs-this", "test", at, 1);
      await tx.jobs.settle(id, "test", { state: "failed", finishedAt: at, lastError: "The site <was> down." });
    });
    const list = (await root.get("/admin/jobs?state=failed")).text;
    expect(list).toContain("The site &lt;was&gt; down.");
    const [, path] = /href="(\/admin\/jobs\/[^"]+)"/.exec(list.split("<tbody>")[1]!)!;
    expect((await root.get(path!)).text).toContain("Retry");
    expect((await root.get("/admin")).text).toContain("failed for good: 1 nobody-runs-this");
    expect(await act(path!, { do: "retry" })).toBe("job-retried");
    expect(await store.jobs.find(id)).toMatchObject({ state: "queued", attempts: 0 });
    expect(await logged()).toMatchObject({ name: "nobody-runs-this", before: { state: "failed" } });
    await store.change((tx) => tx.jobs.claim("nobody-runs-this", "test", world.deps.now(), 1));
    expect(await act(path!, { do: "delete" })).toBe("gone");
    expect((await root.get("/admin/jobs?state=running")).text).toContain("nobody-runs-this");
    await store.change((tx) => tx.jobs.settle(id, "test", { state: "failed", finishedAt: at, lastError: "x" }));
    expect(await act(path!, { do: "delete" })).toBe("job-deleted");
    expect(await logged()).toMatchObject({ action: "job.change", before: { state: "failed" }, after: {} });
    expect((await root.get(path!)).status).toBe(404);
  });

  it("shows failed mails apart", async () => {
    const { world, root, store } = team;
    const mail = {
      recipient: "x@people.example",
      subject: "Lost",
      text: "Text",
      html: "<p>Text",
      createdAt: world.deps.now(),
    };
    await store.change(async (tx) => {
      await tx.mails.add({ id: "lost", ...mail });
      await tx.mails.setState("lost", "failed", world.deps.now(), "550");
      await tx.mails.add({ id: "fine", ...mail, subject: "Arrived" });
    });
    const { text } = await root.get("/admin/outbox?state=failed");
    expect(text).toContain("Lost");
    expect(text).not.toContain("Arrived");
  });
});

describe("backups", () => {
  it("are made at a press of a button, checked, listed and logged", async () => {
    const { world, root, act, logged } = team;
    expect((await root.get("/admin/backups")).text).toContain("No backups yet.");
    expect(await act("/admin/backups", {})).toBe("backup-made");
    const folder = join(world.folder, "backups");
    const [file] = readdirSync(folder);
    expect(checkDatabase(join(folder, file!))).toEqual([]);
    const page = (await root.get("/admin/backups")).text;
    expect(page).toContain(file);
    expect(page).toMatch(/\d MB<|\d kB</);
    expect(await logged()).toEqual({ action: "backup.make", name: file, before: {}, after: { file } });
    expect(existsSync(folder)).toBe(true);
  });
});

describe("settings", () => {
  it("are listed with description and origin, without secrets", async () => {
    const { text } = await team.root.get("/admin/settings");
    expect(text).not.toContain("sk-very-secret");
    const rowOf = (name: string) => text.split(`<span class="mono">${name}</span>`)[1]!.split("</dd>")[0]!;
    expect(rowOf("DATA_DIR")).toMatch(/environment<[\s\S]*<code>[\s\S]*Folder of the database/);
    expect(rowOf("LOG_LEVEL")).toContain("default<");
    expect(rowOf("METRICS_TOKEN")).toContain("not set");
    expect(text.split('href="/admin/settings/limits"')[1]!.split("</tr>")[0]).toContain("LIMIT_VOTE");
  });
});

it("a model of the environment wins over the admin page, which then offers no form", async () => {
  const path = "/admin/settings/model";
  const form = { MODEL_URL: "https://elsewhere.example/v1", MODEL_NAME: "x" };
  await team.act(path, form);
  await team.store.change((tx) => tx.siteSettings.save(form));
  const { text } = await team.root.get(path);
  expect(text).toMatch(/claude-haiku-5-5<\/span> at api\.anthropic\.com[\s\S]*Set by the environment/);
  expect(text).not.toMatch(/elsewhere|name="MODEL_URL"|sk-very-secret/);
  expect(modelSetup(team.world.deps.settings)).toMatchObject({ isAnthropic: true, key: "sk-very-secret" });
});

describe("the audit log", () => {
  it("records prices, payment methods and orders marked as paid", async () => {
    const { world, root, act, logged } = team;
    const saved = await act("/admin/products/launch", { price: "59.00", active: "yes" });
    expect(saved).toBe("product-saved");
    expect(await logged()).toMatchObject({ action: "product.save", after: { "price in cents": 5900 } });
    await root.post("/admin/payments/manual/test");
    expect(await logged()).toMatchObject({ action: "payment.test", after: { works: true } });

    const ann = await world.account("ann");
    const { id } = await world.listing("Paying Thing", { ownerId: ann.id, status: "draft" });
    const made = await world
      .as("ann")
      .post("/orders/checkout", { body: { items: [{ product: "launch", listing_id: id }], billing_country: "US" } });
    const { number } = made.body;
    await root.get(`/admin/orders/${number}`);
    expect(await act(`/admin/orders/${number}/paid`, { amount: "59.00" })).toBe("order-changed");
    expect(await logged()).toMatchObject({
      action: "order.pay",
      name: number,
      before: { status: "pending" },
      after: { status: "paid" },
    });
  });

  it("filters by person, kind and object, and pages", async () => {
    const { world, root, act, store } = team;
    const { id: rootId } = await world.account("root");
    const monday = "2030-01-07";
    for (let count = 1; count <= 55; count++)
      await store.change((tx) =>
        tx.audit.add({
          at: world.deps.now(),
          accountId: rootId,
          action: "week.capacity",
          kind: "week",
          objectId: monday,
          name: `Entry ${count}.`,
          before: {},
          after: { capacity: count },
        }),
      );
    const first = (await root.get("/admin/audit?kind=week")).text;
    expect(first).toContain("Entry 55.");
    expect(first).not.toContain("Entry 5.");
    expect((await root.get("/admin/audit?kind=week&page=2")).text).toContain("Entry 5.");
    expect((await root.get(`/admin/audit?kind=week&object=${monday}&by=${rootId}`)).text).toContain("Entry 55.");
    const query = `kind=week&object=${monday}&by=${rootId}`;
    expect((await root.get(`/admin/audit?${query}`)).text).toContain("/admin/audit/files/csv?kind=week");
    const csv = (await root.get(`/admin/audit/files/csv?${query}`)).text;
    expect(csv.trim().split("\r\n")).toHaveLength(56);
    expect(csv).toContain('week.capacity,Set week capacity,week,2030-01-07,Entry 1.,{},"{""capacity"":1}"');
    const lines = (await root.get("/admin/audit/files/jsonl")).text;
    expect((await runHere(["audit", "export", "--format", "jsonl"], { DATA_DIR: world.folder })).stdout).toBe(lines);
    expect((await team.ann.get("/admin/audit/files/csv")).status).toBe(404);
    expect((await root.get("/admin/audit?kind=week&object=2030-01-14")).text).toContain("No matching entries.");
    expect((await root.get("/admin/audit?by=nobody")).text).toContain("No matching entries.");
    expect((await root.get("/admin")).text).toContain("Entry 55.");
    expect(await act("/admin/weeks/2030-01-07", { capacity: "9" })).toBe("week-saved");
    expect((await root.get("/admin/audit")).text).toContain("Set week capacity");
  });

  it("has no entry for a no-op, and cannot be changed", async () => {
    const { act, store, world } = team;
    const total = async () => (await store.audit.list({}, { page: 1, perPage: 1 })).total;
    const before = await total();
    await act("/admin/weeks/2030-01-07", { capacity: "9" });
    expect(await total()).toBe(before);
    const { default: Database } = await import("better-sqlite3");
    const db = new Database(join(world.folder, "debut.db"));
    expect(() => db.exec("update audit_entries set name = 'x'")).toThrow("never changed");
    expect(() => db.exec("delete from audit_entries")).toThrow("never deleted");
    db.close();
  });

  it("keeps no entry of a change that was rolled back", async () => {
    const { world, store, logged } = team;
    const { adminActions } = await import("../../site/kit/admin-action.ts");
    const before = await logged();
    const { id } = await world.listing("Rolled Back");
    const router = Router();
    adminActions({ deps: world.deps, router })("/:id", "listing.moderate", (_req, _res, audited) =>
      audited.store.change(async (tx) => {
        await tx.moderation.hold(id, { status: "suspended", statusReason: null, statusBefore: null }, world.deps.now());
        throw new Error("no");
      }),
    );
    const res = { locals: { session: { account: await world.account("root") } } };
    const handle = router.stack[0]!.route!.stack[0]!.handle;
    await expect(handle({ params: { id: String(id) } } as never, res as never, () => undefined)).rejects.toThrow("no");
    expect(await logged()).toEqual(before);
    expect((await store.listings.find(id))!.status).toBe("live");
  });
});
