import { setImmediate as breathe } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Listing } from "../../domain/listings/listing.ts";
import { lastDays, lastMonths } from "../../domain/time/spans.ts";
import { axisTop } from "../../site/kit/charts.ts";
import { castVote } from "../helpers/cast-vote.ts";
import { addListing } from "../helpers/listing.ts";
import { freshRandom } from "../helpers/random.ts";
import { statementsOf } from "../helpers/statements.ts";
import { admin, createWorld, type Visitor, type World } from "./world.ts";

/** Three quarters past five hours ahead of UTC: its midnight is 18:15 there. */
const ZONE = "Asia/Kathmandu";
const BEFORE_MIDNIGHT = new Date("2026-11-17T18:14:59.999Z");
const MIDNIGHT = new Date("2026-11-17T18:15:00Z");

let world: World;
let root: Visitor;
let listing: Listing;

beforeAll(async () => {
  world = await createWorld({ env: { SITE_TIMEZONE: ZONE } });
  root = await admin(world);
  listing = await addNamed("Live One", { status: "live", launchedAt: MIDNIGHT });
});
afterAll(() => world.close());

const addNamed = (name: string, row: { status: Listing["status"]; launchedAt?: Date }) =>
  addListing(world.store, { name, launchedAt: null, ...row }, row.launchedAt ?? world.clock.at);
async function addPerson(name: string, createdAt: Date): Promise<string> {
  const person = { id: name, email: `${name}@people.example`, name, passwordHash: "x", isAdmin: false };
  const added = await world.store.change((tx) => tx.accounts.add({ ...person, emailVerifiedAt: createdAt, createdAt }));
  return added!.id;
}
async function at<T>(moment: Date, work: () => Promise<T>): Promise<T> {
  const now = world.clock.at;
  world.clock.at = moment;
  const result = await work();
  world.clock.at = now;
  return result;
}

async function chart(title: string, over = "days"): Promise<Record<string, string> | string> {
  const { text } = await root.get(`/admin?over=${over}`);
  const [, section = ""] =
    new RegExp(`<section class="card chart"[^>]*>\\s*<h3[^>]*>${title}</h3>(.*?)</section>`, "s").exec(text) ?? [];
  const rows = [...section.matchAll(/<tr>\s*<td>(.*?)<\/td>\s*<td[^>]*>(.*?)<\/td>/gs)].map(([, when, value]) => [
    when!,
    value!,
  ]);
  return rows.length === 0
    ? section.replace(/<[^>]+>/g, " ").trim()
    : Object.fromEntries(rows.filter(([, value]) => !/^\D?0(\.00)?$/.test(value!)));
}

describe("charts on the overview of admins", () => {
  it("say that there is nothing yet, instead of drawing it", async () => {
    expect(await chart("Votes")).toMatch(/^No votes in these 30 days\./);
    expect(await chart("Income in USD", "months")).toMatch(/^No income in these 12 months\./);
    expect(await chart("From draft to live")).toMatch(/^No drafts in these 30 days\./);
  });

  it("count in days and months of the site's own zone", async () => {
    const early = await addPerson("early", BEFORE_MIDNIGHT);
    const late = await addPerson("late", MIDNIGHT);
    await at(BEFORE_MIDNIGHT, () => castVote(world.deps, early, listing.id));
    await at(MIDNIGHT, () => castVote(world.deps, late, listing.id));
    const today = { "Wednesday 18 November": "1", "Tuesday 17 November": "1" };
    expect(await chart("Votes")).toEqual(today);
    // The admin is new too.
    expect(await chart("Sign-ups")).toEqual({ ...today, "Wednesday 18 November": "2" });
    expect(await chart("Launches")).toEqual({ "Wednesday 18 November": "1" });
    expect(await chart("Votes", "months")).toEqual({ "November 2026": "2" });
  });

  it("count income by currency on the day of payment, without VAT and refunds", async () => {
    const pay = world.writer.prepare(
      `insert into orders(number, account_id, status, currency, net_cents, vat_cents, total_cents, vat_json, token,
         refunded_cents, created_at, expires_at, paid_at, updated_at)
       values (?, 'early', 'paid', ?, 10000, 1900, 11900, '{}', ?, ?, 0, 0, ?, 0)`,
    );
    pay.run("ORD-1", "USD", "a", 0, BEFORE_MIDNIGHT.getTime());
    pay.run("ORD-2", "USD", "b", 5950, MIDNIGHT.getTime());
    pay.run("ORD-3", "EUR", "c", 0, MIDNIGHT.getTime());
    pay.run("ORD-4", "USD", "d", 0, null);
    expect(await chart("Income in USD")).toEqual({
      "Wednesday 18 November": "$50.00",
      "Tuesday 17 November": "$100.00",
    });
    expect(await chart("Income in EUR", "months")).toEqual({ "November 2026": "€100.00" });
  });

  it("tell how far drafts came, each step with all that came further", async () => {
    const add = world.writer.prepare(
      `insert into drafts(id, account_id, url, site_key, status, content_json, crawl_json, listing_id, created_at, updated_at)
       values (?, 'early', 'https://a.example/', 'a', ?, '{}', '{}', ?, ?, 0)`,
    );
    const saved = await addNamed("Saved One", { status: "draft" });
    const scheduled = await addNamed("Scheduled One", { status: "scheduled" });
    const steps: [string, number | null][] = [
      ["crawling", null],
      ["ready", null],
      ["ready", saved.id],
      ["ready", scheduled.id],
      ["ready", listing.id],
    ];
    for (const [index, [status, id]] of steps.entries()) add.run(`draft-${index}`, status, id, MIDNIGHT.getTime());
    // The one that was being crawled is ready, and the scheduled one launches.
    world.writer.prepare("update drafts set status = 'ready' where id = 'draft-0'").run();
    await world.store.change((tx) =>
      tx.launches.goLive(scheduled.id, { launchedAt: MIDNIGHT, monday: "2026-11-16", now: world.clock.at }),
    );
    add.run("draft-old", "ready", null, new Date("2026-01-01T00:00:00Z").getTime());
    const { text } = await root.get("/admin");
    const words = text
      .slice(text.indexOf("From draft to live"))
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ");
    expect(words).toMatch(
      /40% of drafts .*Draft started 5 100% Draft ready 5 100% Saved as a listing 3 60% Launch scheduled 2 40% Live 2 40%/,
    );
  });

  it("have a name, a table twin and an axis from 0, and need no script or inline style", async () => {
    const { text } = await root.get("/admin");
    const [svg = ""] = /<svg class="bars".*?<\/svg>/s.exec(text) ?? [];
    expect(svg).toMatch(
      /role="img"\s+aria-label="Sign-ups, from .* to Wednesday 18 November\. Most: 2 on Wednesday 18 November\."/,
    );
    expect(svg.match(/<rect /g)).toHaveLength(30);
    expect(svg).toMatch(/<line class="base"[^>]*\/><text[^>]*>0<\/text>/);
    expect(svg).toContain("<title>Wednesday 18 November: 2</title>");
    expect(text).not.toMatch(/ style="|<script(?! src=)/);
    expect(axisTop(0)).toBe(1);
    expect([1, 3, 7, 23, 101, 4001].map(axisTop)).toEqual([1, 4, 10, 40, 200, 5000]);
  });
});

describe("figures over time", () => {
  it("agree with the votes themselves, whatever happens to those", async () => {
    const { store, writer } = world;
    const random = freshRandom("votes over time");
    const people = await Promise.all(Array.from({ length: 8 }, (_, index) => addPerson(`p${index}`, MIDNIGHT)));
    for (let step = 0; step < 120; step++) {
      const person = people[random.between(0, people.length - 1)]!;
      await at(new Date(MIDNIGHT.getTime() - random.between(0, 40) * 3_600_000), async () => {
        const vote = await store.votes.find(person, listing.id);
        if (!vote || vote.withdrawnAt) return castVote(world.deps, person, listing.id);
        if (random.between(0, 1)) await store.change((tx) => tx.votes.withdraw(person, listing.id, world.clock.at));
        else
          writer
            .prepare(
              "update votes set counted = 1 - counted, reason = iif(counted, 'site_team', null) where id = ? and withdrawn_at is null",
            )
            .run(vote.id);
      });
      await breathe();
    }
    writer.prepare("delete from votes where account_id = ?").run(people[0]);
    await breathe();
    const spans = lastDays(30, world.clock.at, ZONE);
    const count = writer
      .prepare<[number, number], number>("select count(*) from votes where counted = 1 and at >= ? and at < ?")
      .pluck();
    const counted = spans.map(({ from, to }) => count.get(from.getTime(), to.getTime()));
    expect((await store.trends.counts(spans)).map(({ votes }) => votes)).toEqual(counted);
    expect(writer.prepare("select count(*) from vote_quarters where count < 0").pluck().get()).toBe(0);
  });

  it("are read from indexes and counts, not from votes, listings or orders", async () => {
    const spans = lastMonths(12, world.clock.at, ZONE);
    const ran = await statementsOf(async () => {
      await world.store.trends.counts(spans);
      await world.store.trends.income(spans);
      await world.store.trends.funnel({ ...spans[0]!, to: spans.at(-1)!.to });
    });
    const plans = ran
      .filter(({ sql }) => /^select/.test(sql))
      .flatMap(({ sql, values }) => world.writer.prepare(`explain query plan ${sql}`).all(...values))
      .map((step) => (step as { detail: string }).detail);
    const reads = plans.filter((detail) => /^(SCAN|SEARCH) /.test(detail));
    expect(reads.length).toBeGreaterThan(5);
    for (const detail of reads)
      expect(detail).toMatch(
        /^SCAN json_each|^SEARCH (accounts|listings|draft_progress|orders) USING COVERING INDEX|^SEARCH vote_quarters USING INTEGER PRIMARY KEY/,
      );
  });
});
