import { expect, it } from "vitest";
import { weekOf } from "../../domain/launches/launch-week.ts";
import { sqlBuilt } from "../../store/sql/session.ts";
import { addDraft } from "../helpers/drafts.ts";
import { addPerson } from "../helpers/people.ts";
import { createWorld, type World } from "../helpers/world.ts";

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";
const ORIGIN = { visitorHash: "visitor", networkHash: "network" };
const LIMITS = { network: 99, newAccounts: 99 };

let listingId: number;

const world = await createWorld({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
await world.jobs.stop(0);
const at = world.deps.now();
const monday = weekOf(at, world.deps.settings.SITE_TIMEZONE).monday;
const ann = await addPerson(world.deps.store, { email: "ann@people.example", name: "Ann" }, at);
for (const name of ["One", "Two", "Three"])
  ({ id: listingId } = await world.listing(name, { category: "crm", ownerId: ann.id, domainRating: 30 }));
const draftId = await addDraft(world, { accountId: ann.id, siteKey: "four.example", fields: {} });

let rounds = 0;
const store = () => world.deps.store;
// The first page of a day makes this key after its answer.
await world.deps.visits.keyOf(world.deps.now().toISOString().slice(0, 10));
/** A visitor that comes for the first time, or a person in their browser. */
async function visit(path: string, cookie?: string): Promise<void> {
  const headers = {
    "user-agent": BROWSER,
    "x-forwarded-for": `192.0.2.${rounds}`,
    ...(cookie && { cookie: `sid=${cookie}` }),
  };
  expect((await fetch(world.url + path, { headers })).status).toBe(200);
}
async function rest(path: string, options: Parameters<World["rest"]>[2] & { method?: string } = {}): Promise<void> {
  expect((await world.rest(options.method ?? "GET", path, options)).status).toBeLessThan(300);
}

/** The SQL that drizzle builds while `work` runs. */
async function builtDuring(work: () => Promise<unknown>): Promise<string[]> {
  // Nothing is answered from what is remembered.
  await store().change((tx) => tx.reference.saveSecret("round", String(++rounds)));
  const built: string[] = [];
  const note = (sql: unknown) => void built.push(String(sql));
  sqlBuilt.subscribe(note);
  try {
    await work();
  } finally {
    sqlBuilt.unsubscribe(note);
  }
  return built;
}

const HOT: [name: string, work: () => Promise<unknown>][] = [
  ["get_listing", () => rest("/listings/one")],
  ["get_listing by MCP", async () => expect((await world.mcp("get_listing", { slug: "one" })).status).toBe(200)],
  ["search_listings", () => rest("/listings?q=one")],
  ["search_listings with filters", () => rest("/listings?category=crm&sort=votes")],
  ["list_launches", () => rest("/launches")],
  ["list_launches of a section", () => rest("/launches?section=trending")],
  ["get_launch_week", () => rest("/launches/weeks/this")],
  ["list_categories", () => rest("/categories")],
  ["get_category", () => rest("/categories/crm")],
  ["get_alternatives", () => rest("/listings/one/alternatives")],
  ["get_site_info", () => rest("/site")],
  ...["community-weekly", "community-all-time", "domain-rating", "revenue", "billboard"].flatMap(
    (board): [string, () => Promise<void>][] => [
      [`get_leaderboard ${board}`, () => rest(`/leaderboards/${board}`)],
      [`the page of the leaderboard ${board}`, () => visit(`/leaderboards/${board}`)],
    ],
  ),
  ...[
    "/",
    "/listings/one",
    "/categories",
    "/categories/crm",
    "/launches",
    "/launches?section=trending",
    "/search?q=one",
  ].flatMap((path): [string, () => Promise<void>][] => [
    [`${path} for a visitor`, () => visit(path)],
    [`${path} for a member`, () => visit(path, ann.cookie)],
  ]),
  ["a launch week", () => visit(`/launches/weeks/${monday}`)],
  ["get_draft", () => rest(`/drafts/${draftId}`, { bearer: ann.key })],
  [
    "update_draft",
    () =>
      rest(`/drafts/${draftId}`, {
        method: "PATCH",
        bearer: ann.key,
        body: { fields: { tagline: `Tagline ${rounds}` } },
      }),
  ],
  [
    "a write with an Idempotency-Key",
    () =>
      rest(`/drafts/${draftId}`, {
        method: "PATCH",
        bearer: ann.key,
        body: { fields: { tagline: `Keyed ${rounds}` } },
        headers: { "idempotency-key": `key-${rounds}` },
      }),
  ],
  ["the draft editor", () => visit(`/drafts/${draftId}`, ann.cookie)],
  ["an access token", () => store().oauth.findAccess("none")],
  [
    "a vote on a listing",
    () => store().change((tx) => tx.votes.set(ann.id, listingId - (rounds % 3), ORIGIN, LIMITS, world.deps.now())),
  ],
  [
    "a vote that is withdrawn and given again",
    () =>
      store().change(async (tx) => {
        await tx.votes.set(ann.id, listingId, ORIGIN, LIMITS, world.deps.now());
        await tx.votes.withdraw(ann.id, listingId, world.deps.now());
        await tx.votes.set(ann.id, listingId, ORIGIN, LIMITS, world.deps.now());
      }),
  ],
  [
    "a follower",
    () =>
      store().change(async (tx) => {
        await tx.engagement.follow(ann.id, listingId, world.deps.now());
        await tx.engagement.unfollow(ann.id, listingId);
      }),
  ],
  [
    "a view and a click",
    () =>
      store().change(async (tx) => {
        await tx.engagement.visit([{ kind: "views", listingId: listingId, day: monday, hash: `hash ${rounds}` }]);
        await tx.engagement.visit([{ kind: "clicks", listingId: listingId, day: monday, hash: `click ${rounds}` }]);
      }),
  ],
  [
    "a payment event of an order",
    async () => {
      const paymentId = `payment ${rounds}`;
      const report = { state: "paid" as const, amountCents: 1, currency: "USD", refundedCents: 0 };
      const event = { provider: "stripe", eventId: `event ${rounds}`, paymentId, orderId: null };
      await store().orders.find("none");
      await store().orders.findPayment("stripe", paymentId);
      await store().orders.payments(0);
      await store().orders.paidLinesOf(listingId);
      await store().orders.vatRates();
      await store().invoices.ofOrder("none");
      await store().invoices.findByCause(paymentId);
      await store().change((tx) => tx.orders.addEvent({ ...event, event: report, receivedAt: world.deps.now() }));
    },
  ],
  [
    "a job",
    async () => {
      const at = world.deps.now();
      const job = { id: `purge:${rounds}`, kind: "purge", payload: {}, runAt: at, createdAt: at };
      await store().change((tx) => tx.jobs.add(job));
      await store().jobs.dueKinds(["purge", "send-mail"], at);
      await store().jobs.nextRunAt(at);
      await store().change(async (tx) => {
        await tx.jobs.claim("purge", "test", at, 2);
        await tx.jobs.beat("test");
        await tx.jobs.isHeld(job.id, "test");
        await tx.jobs.settle(job.id, "test", { state: "done", finishedAt: at, lastError: null });
      });
    },
  ],
];

it.each(HOT)("%s: builds its SQL once", async (_name, work) => {
  await builtDuring(work);
  // Otherwise views of an earlier case are written, a second after it, while this one is watched.
  await Promise.all([world.deps.visits.flush(), world.deps.siteVisits.flush()]);
  expect(await builtDuring(work)).toEqual([]);
});
