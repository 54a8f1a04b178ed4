import { describe, expect, it } from "vitest";
import { SCOPES } from "../../actions/context.ts";
import { applyPayment } from "../../actions/orders/apply-payment.ts";
import { weekOf } from "../../domain/launches/launch-week.ts";
import type { ListingStatus } from "../../domain/listings/listing.ts";
import { pathNames } from "../../tools/define.ts";
import { tools } from "../../tools/index.ts";
import { addDraft } from "../helpers/drafts.ts";
import { NEEDED } from "../helpers/needed.ts";
import { createWorld, type World } from "../helpers/world.ts";
import { bearer, legacyCall, modern, post } from "../mcp/helper.ts";

const world = await createWorld({
  env: { LIMIT_WRITE: "10000", LIMIT_CHECKOUT: "10000", LIMIT_UNAUTHENTICATED: "10000" },
});

type Input = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: outputs of many shapes, which the OpenAPI check holds on REST.
type Outcome = { status: number; output?: any; text: string };

const toolOf = (name: string) => tools.find((tool) => tool.name === name)!;

async function rest(name: string, input: Input, key?: string): Promise<Outcome> {
  const [method = "", path = ""] = toolOf(name).rest.split(" ");
  const inPath = pathNames(toolOf(name).rest);
  const target = path.replace(/\{(\w+)\}/g, (_, key) => String(input[key]));
  const others = Object.fromEntries(Object.entries(input).filter(([key]) => !inPath.includes(key)));
  const query = new URLSearchParams(Object.entries(others).map(([key, value]) => [key, String(value)]));
  const isRead = method === "GET" || method === "DELETE";
  const { status, body } = isRead
    ? await world.rest(method, query.size > 0 ? `${target}?${query}` : target, { bearer: key })
    : await world.rest(method, target, { bearer: key, body: others });
  const text = status < 300 ? "" : [`${body.code}: ${body.detail}`, ...(body.errors ?? []).map(detailOf)].join("\n");
  return { status, output: body, text };
}
const detailOf = ({ detail }: { detail: string }): string => detail;

const ofMcp = ({ status, body }: Awaited<ReturnType<typeof post>>): Outcome => {
  const { isError, structuredContent, content } = body.result ?? {};
  return { status: isError ? 400 : status, output: structuredContent, text: isError ? content[0].text : "" };
};
const authorization = (key?: string) => (key ? bearer(key) : {});

const INTERFACES: [string, (name: string, input: Input, key?: string) => Promise<Outcome>][] = [
  ["REST", rest],
  [
    "MCP 2026-07-28",
    async (name, input, key) =>
      ofMcp(await modern(world, "tools/call", { name, arguments: input }, { headers: authorization(key) })),
  ],
  [
    "MCP 2025-06-18",
    async (name, input, key) =>
      ofMcp(
        await post(world, legacyCall(name, input), {
          headers: { "mcp-protocol-version": "2025-06-18", ...authorization(key) },
        }),
      ),
  ],
];

const monday = (ahead: number): string => weekOf(new Date(), "UTC", ahead).monday;
let made = 0;
async function listing(status: ListingStatus, given: Parameters<World["listing"]>[1] = {}) {
  const { id: ownerId } = await world.account("ann");
  const isComing = status === "awaiting_badge" || status === "scheduled";
  return world.listing(`Addition ${++made}`, {
    ...{ ownerId, status, plan: isComing ? "free" : "none", launchWeek: isComing ? monday(6) : null },
    ...(status === "live" || status === "paused" ? {} : { launchedAt: null }),
    ...given,
  });
}
const own = async (status: ListingStatus, more: Input = {}, given = {}): Promise<Input> => ({
  listing_id: (await listing(status, given)).id,
  ...more,
});
async function update(status: ListingStatus, more: Input): Promise<Input> {
  const { id: listingId } = await listing(status);
  const { id: accountId } = await world.account("ann");
  const text = { title: "Version 2", body: "It is faster.", publishedAt: world.deps.now() };
  const { id } = await world.deps.store.change((tx) => tx.updates.add({ listingId, accountId, ...text }));
  return { listing_id: listingId, update_id: id, ...more };
}
async function draft(given: { listingId?: number } = {}): Promise<Input> {
  const { id: accountId } = await world.account("ann");
  return { id: await addDraft(world, { accountId, siteKey: `draft-${++made}.example`, fields: {}, ...given }) };
}
async function order(): Promise<Input> {
  const items = [{ product: "launch", listing_id: (await listing("draft")).id }];
  return { number: (await world.as("ann").post("/orders/checkout", { body: { items } })).body.number };
}
async function paidOrder(): Promise<Input> {
  const { number } = (await order()) as { number: string };
  const { totalCents: amountCents } = (await world.deps.store.orders.find(number))!;
  const event = { provider: "manual", eventId: number, paymentId: number, orderNumber: number, currency: "USD" };
  const money = { state: "paid", amountCents, refundedCents: 0 } as const;
  await world.deps.store.change((tx) => applyPayment(tx, { ...event, ...money }, world.deps.now(), world.deps));
  return { number };
}
async function talked() {
  const one = await listing("live");
  const [bob, cem] = [await world.account("bob"), await world.account("cem")];
  const at = world.deps.now();
  const later = new Date(at.getTime() + 1000);
  const [pinned, thread, reply] = [world.deps.uuid(), world.deps.uuid(), world.deps.uuid()];
  await world.deps.store.change(async (tx) => {
    for (const [person, rating, when] of [
      [bob, 5, at],
      [cem, 2, later],
    ] as const) {
      await tx.reviews.write(person.id, one.id, { rating, title: null, body: `Words of ${person.name}` }, when);
      const review = (await tx.reviews.find(person.id, one.id))!;
      await tx.reviews.decide(review.id, "published", { by: bob.id, at: when, seenAt: review.updatedAt });
    }
    const review = (await tx.reviews.find(cem.id, one.id))!;
    await tx.reviews.answer(review, "We fixed it.", (await world.account("ann")).id, at);
    await tx.reviews.decideAnswer(review.id, "published", at);
    const said = { listingId: one.id, subject: "listing", status: "published", reason: null } as const;
    const by = (accountId: string, id: string, threadId: string | null, createdAt: Date) =>
      tx.comments.add({ ...said, id, accountId, threadId, answersId: threadId, body: `**${id}**`, createdAt });
    await by((await world.account("ann")).id, pinned, null, at);
    await by(bob.id, thread, null, at);
    await by(cem.id, reply, thread, later);
    await tx.comments.pin((await tx.comments.byId(pinned))!.comment, later);
  });
  return { slug: one.slug, pinned, thread, reply };
}

type Case = [operation: string, what: string, input: () => Promise<Input>, outcome: RegExp | Input];

const CASES: Case[] = [
  ["list_reviews", "of an unknown listing", async () => ({ slug: "nothing-here" }), /^not_found: .+search_listings/],
  ["list_reviews", "of a paused one", async () => ({ slug: (await listing("paused")).slug }), /^not_found/],
  ["list_comments", "of an unknown listing", async () => ({ slug: "nothing-here" }), /^not_found/],
  [
    "list_comments",
    "of a thread of another listing",
    async () => ({ slug: (await listing("live")).slug, thread: (await talked()).thread }),
    /^not_found: .+without thread/,
  ],
  [
    "move_launch",
    "to a week with room",
    () => own("awaiting_badge", { week: monday(7) }),
    { status: "awaiting_badge", launch_week: monday(7), message: expect.stringContaining(monday(7)) },
  ],
  ["move_launch", "on any day of its week", () => own("scheduled", { week: monday(6) }), { launch_week: monday(6) }],
  [
    "move_launch",
    "of a draft",
    () => own("draft", { week: monday(7) }),
    /^listing_state_conflict: .+choose_free_listing/,
  ],
  ["move_launch", "of a live one", () => own("live", { week: monday(7) }), /^listing_state_conflict: .+pause_listing/],
  [
    "move_launch",
    "to a week without room",
    () => own("scheduled", { week: monday(2) }),
    /^listing_state_conflict: .+has no room .+6 to 8 weeks from now.+These weeks have room: \d{4}-/,
  ],
  ["move_launch", "to no day", () => own("scheduled", { week: "2027-02-30" }), /^validation_failed/],
  [
    "pause_listing",
    "of a live one",
    () => own("live"),
    { status: "paused", next_actions: expect.arrayContaining(["resume_listing"]) },
  ],
  ["pause_listing", "of a paused one", () => own("paused"), { status: "paused" }],
  ["pause_listing", "of a draft", () => own("draft"), /is draft, so it cannot be paused.+choose_free_listing/],
  ["pause_listing", "of a coming one", () => own("scheduled"), /is scheduled.+move_launch.+withdraw_listing/],
  ["pause_listing", "of a hidden one", () => own("hidden"), /is hidden.+choose_free_listing/],
  ["pause_listing", "of one under review", () => own("pending_review"), /is pending review.+get_my_listing/],
  [
    "resume_listing",
    "of a paused one",
    () => own("paused"),
    { status: "live", next_actions: expect.arrayContaining(["pause_listing"]) },
  ],
  ["resume_listing", "of a live one", () => own("live"), { status: "live" }],
  ["resume_listing", "of a suspended one", () => own("suspended"), /is suspended.+site team/],
  ["resume_listing", "of a removed one", () => own("removed"), /is removed.+submit_listing/],
  [
    "withdraw_listing",
    "of one that waits for its badge",
    () => own("awaiting_badge"),
    { status: "draft", plan: "none", launch_week: null, next_actions: expect.arrayContaining(["choose_free_listing"]) },
  ],
  ["withdraw_listing", "of a scheduled one", () => own("scheduled"), { status: "draft", launch_week: null }],
  ["withdraw_listing", "of a draft", () => own("draft"), { status: "draft" }],
  [
    "withdraw_listing",
    "of a paid launch",
    () => own("scheduled", {}, { plan: "launch" }),
    /is paid.+move_launch.+site team/,
  ],
  ["withdraw_listing", "of a live one", () => own("live"), /is live, so it cannot be withdrawn.+pause_listing/],
  ["withdraw_listing", "of a rejected one", () => own("rejected"), /is rejected.+update_my_listing/],
  [
    "edit_listing_update",
    "of its title alone",
    () => update("live", { title: "Version 2.1" }),
    { latest_updates: [expect.objectContaining({ title: "Version 2.1", body: "It is faster." })] },
  ],
  ["edit_listing_update", "with nothing", () => update("live", {}), /^validation_failed: .+"title", "body" or both/],
  [
    "edit_listing_update",
    "that does not exist",
    () => own("live", { update_id: 999999, title: "x" }),
    /^not_found: .+latest_updates/,
  ],
  [
    "edit_listing_update",
    "of another listing",
    async () => ({ ...(await update("live", {})), update_id: (await update("live", {})).update_id, title: "x" }),
    /^not_found/,
  ],
  [
    "edit_listing_update",
    "of a suspended one",
    () => update("suspended", { title: "x" }),
    /^listing_closed: .+suspended/,
  ],
  ["delete_draft", "that is ready", () => draft(), { deleted: true }],
  [
    "delete_draft",
    "that is saved",
    async () => draft({ listingId: (await listing("live")).id }),
    /^draft_saved: .+update_draft/,
  ],
  [
    "cancel_order",
    "that is not paid",
    order,
    {
      status: "canceled",
      checkout_url: null,
      next_actions: [],
      message_for_user: expect.stringContaining("create_checkout"),
    },
  ],
  ["cancel_order", "that is paid", paidOrder, /^order_not_payable: .+is paid.+site team/],
];

describe.each(INTERFACES)("%s", (_name, call) => {
  it.each(CASES)("%s %s", async (operation, _what, input, outcome) => {
    const { output, text, status } = await call(operation, await input(), await world.key("ann"));
    if (outcome instanceof RegExp) {
      expect(text).toMatch(outcome);
      expect(status).toBe(/^not_found/.test(text) && call === rest ? 404 : 400);
    } else {
      expect(text).toBe("");
      expect(output).toMatchObject(outcome);
    }
  });

  it.each([
    "move_launch",
    "pause_listing",
    "resume_listing",
    "withdraw_listing",
    "edit_listing_update",
    "delete_draft",
    "cancel_order",
  ])("%s asks for a credential and its scope, and finds nothing of other members", async (operation) => {
    const { rest: line, access } = toolOf(operation);
    const needed = NEEDED[line.slice(line.lastIndexOf("/") + 1)] ?? {};
    const prepared: Record<string, () => Promise<Input>> = {
      edit_listing_update: () => update("live", { title: "x" }),
      delete_draft: () => draft(),
      cancel_order: order,
    };
    const input = await (prepared[operation] ?? (() => own("live", needed as Input)))();
    expect(await call(operation, input)).toMatchObject({ status: 401 });
    const others = SCOPES.filter((scope) => scope !== access);
    expect(await call(operation, input, await world.key("ann", others))).toMatchObject({ status: 403 });
    const strange = await call(operation, input, await world.key("eve"));
    expect(strange.text).toMatch(/^not_found: There is no (listing|draft|order) of yours/);
  });

  it("list_reviews gives what reviewers wrote, newest first, with the team's answer", async () => {
    const { slug } = await talked();
    const { output } = await call("list_reviews", { slug });
    expect(output).toMatchObject({
      rating: { average: 3.5, count: 2 },
      total: 2,
      write_url: `${world.url}/listings/${slug}#reviews`,
      items: [
        {
          rating: 2,
          body: "Words of cem",
          author: { name: "cem" },
          answer: { body: "We fixed it.", author: { name: "ann" } },
        },
        { rating: 5, body: "Words of bob", answer: null },
      ],
    });
    const second = await call("list_reviews", { slug, page: 2, per_page: 1 });
    expect(second.output).toMatchObject({ items: [{ rating: 5 }], has_more: false, total: 2 });
  });

  it("list_comments gives threads with replies, the pinned one apart, and one thread by its id", async () => {
    const { slug, pinned, thread, reply } = await talked();
    const { output } = await call("list_comments", { slug });
    expect(output).toMatchObject({
      comment_count: 3,
      total: 1,
      pinned: [{ id: pinned, is_maker: true, replies: [] }],
      items: [{ id: thread, body: `**${thread}**`, author: { name: "bob" }, reply_count: 1, replies: [{ id: reply }] }],
    });
    expect(output.items[0].comment_url).toBe(`${world.url}/listings/${slug}/comments/${thread}`);
    const replies = (await call("list_comments", { slug, thread })).output;
    expect(replies).toMatchObject({ pinned: [], total: 1, items: [{ id: reply, author: { name: "cem" } }] });
  });
});
