import { describe, expect, it } from "vitest";
import { createTeam } from "./admin-world.ts";

const team = await createTeam();

/** What the page says about one check: a card when it is wrong, else a row. */
const cardOf = (text: string, check: string): string =>
  text.split(/<article class="card">|<tr>/).find((part) => new RegExp(`(</span> |<td>)${check}<`).test(part)) ?? "";

describe("/admin/health", () => {
  it("says of each check whether it is well, and of each fault what it means, its cure and where to read on", async () => {
    const { root, store, world } = team;
    const at = world.deps.now();
    const late = new Date(at.getTime() - 3600_000);
    await store.change(async (tx) => {
      await tx.jobs.add({ id: "late", kind: "nobody-runs-this", payload: {}, runAt: late, createdAt: late });
      const mail = { recipient: "x@people.example", subject: "S", text: "T", html: "T", createdAt: late };
      await tx.mails.add({ id: "lost", ...mail });
      await tx.mails.setState("lost", "failed", at, "550");
    });
    const { text } = await root.get("/admin/health");
    for (const check of ["Database", "Disk", "Search", "Clock", "Admin", "Payments", "Proxy"])
      expect(cardOf(text, check)).toContain('class="tag good"');
    const jobs = cardOf(text, "Jobs");
    expect(jobs).toContain('class="tag bad"');
    expect(jobs).toContain("1 nobody-runs-this, the oldest overdue by 60 minutes");
    expect(jobs).toContain("Impact:");
    expect(jobs).toContain("Fix:");
    expect(cardOf(text, "Emails")).toContain("1 could not be delivered");
    expect(text).toMatch(/Debut \d+\.\d+\.\d+ on Node v\d+/);
    expect(text).toMatch(/nobody-runs-this[\s\S]*60 min/);

    const guide = (await root.get("/admin/guide")).text;
    const links = [...text.matchAll(/href="\/admin\/guide#([^"]+)"/g)].map(([, anchor]) => anchor!);
    expect(links).toHaveLength(2);
    for (const anchor of links) expect(guide).toContain(`id="${anchor}"`);
  });

  it("sees a listing that search does not know, and a provider that tells nothing", async () => {
    const { root, world } = team;
    const { default: Database } = await import("better-sqlite3");
    const db = new Database(`${world.folder}/debut.db`);
    const at = world.deps.now().getTime() - 2 * 3600_000;
    db.pragma("foreign_keys = off");
    db.prepare(
      `insert into payments (provider, payment_id, order_id, attempt, is_paid, amount_cents, refunded_cents, is_refunded, dispute,
         is_accepted, started_at, updated_at) values ('stripe', 'p1', 1, 'open', 1, 100, 0, 0, 'none', 1, ?, ?)`,
    ).run(at, at);
    expect(cardOf((await root.get("/admin/health")).text, "Payments")).toContain("no webhook arrived from stripe");
    const event = "insert into payment_events values ('stripe', ?, 'p1', null, '{}', ?)";
    db.prepare(event).run("poll:p1:paid", at);
    expect(cardOf((await root.get("/admin/health")).text, "Payments")).toContain('class="tag bad"');
    db.prepare(event).run("evt_1", at);
    expect(cardOf((await root.get("/admin/health")).text, "Payments")).toContain("webhooks arrive");
    db.close();
  });
});
