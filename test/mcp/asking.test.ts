import type { ElicitRequest } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { movedTables } from "../../store/move/tables.ts";
import { tools } from "../../tools/index.ts";
import { type ClaimsWorld, createClaimsWorld } from "../helpers/claims-world.ts";
import { openRaw } from "../helpers/database.ts";
import { addDraft } from "../helpers/drafts.ts";
import { bearer, connect, connectOld, type Json, MODERN, modern } from "./helper.ts";

const FORMS = { form: {} };
const PAGES = { url: {} };
let world: ClaimsWorld;
beforeAll(async () => {
  world = await createClaimsWorld({ hosts: ["tides.test"], env: { LIMIT_INVITE: "1000", LIMIT_CHECKOUT: "1000" } });
  // The first calls make keys.
  await Promise.all([call("get_account", {}), call("get_account", {}, { name: "bo" })]);
});
afterAll(() => world.close());

type Asked = { elicitation?: object | undefined; name?: string; more?: Json };
const call = async (tool: string, args: Json, { elicitation, name = "ann", more = {} }: Asked = {}) => {
  const _meta = { "io.modelcontextprotocol/clientCapabilities": elicitation ? { elicitation } : {} };
  const { body } = await modern(
    world,
    "tools/call",
    { name: tool, arguments: args, ...more, _meta: { ..._meta, ...more._meta } },
    { headers: bearer(await world.key(name)) },
  );
  return body.result ?? body;
};
/** The same call again, with the person's answer. */
const reply = (asked: Json, action: string, content?: Json) => ({
  requestState: asked.requestState,
  inputResponses: Object.fromEntries(
    Object.keys(asked.inputRequests).map((key) => [key, { action, ...(content && { content }) }]),
  ),
});
const yes = (asked: Json) => reply(asked, "accept", { agreed: true });

async function rows(): Promise<Record<string, number>> {
  const db = await openRaw(world.deps.settings);
  const only = (name: string) => (name === "jobs" ? "where kind in ('send-mail', 'tell-followers')" : "");
  const count = (name: string) =>
    db
      .prepare(`select count(*) from "${name}" ${only(name)}`)
      .pluck()
      .get() as number;
  const all = movedTables().map(({ name }) => [name, count(name)]);
  db.close();
  return Object.fromEntries(all);
}

let made = 0;
async function draftOf(name: string, fields: Parameters<typeof addDraft>[1]["fields"] = {}) {
  made += 1;
  return addDraft(world, { accountId: (await world.account(name)).id, siteKey: `draft-${made}.test`, fields });
}
async function listingOf(name: string, more: Parameters<ClaimsWorld["listing"]>[1] = {}) {
  made += 1;
  return world.listing(`Product ${made}`, { ownerId: (await world.account(name)).id, ...more });
}
const MILESTONE = { id: 1, date: "2026-02-28", title: "First customer", description: null, url: null };

/** Every call that asks for a yes: what it is, and how it is seen to have run. */
const CONFIRMED: [string, () => Promise<{ args: Json; message: RegExp; effect: () => Promise<unknown> }>][] = [
  [
    "invite_cofounder",
    async () => {
      const id = await draftOf("ann");
      return {
        args: { id, email: `co-${made}@people.example` },
        message: /^Email an invitation to co-\d+@people\.example now\?/,
        effect: async () => (await world.deps.store.drafts.invites(id)).length,
      };
    },
  ],
  [
    "post_listing_update",
    async () => {
      const { id } = await listingOf("ann");
      return {
        args: { listing_id: id, title: "Now with tides", body: "It has tides." },
        message: /^Post “Now with tides” on Product \d+\?$/,
        effect: async () => (await rows()).listing_updates,
      };
    },
  ],
  [
    "delete_milestone",
    async () => {
      const { id } = await listingOf("ann", { profile: { milestones: [MILESTONE], lastMilestoneId: 1 } as never });
      return {
        args: { listing_id: id, milestone_id: 1 },
        message: /^Delete the milestone “First customer” of 2026-02-28\?$/,
        effect: async () => (await world.deps.store.listings.find(id))!.profile.milestones.length,
      };
    },
  ],
];

describe.each(CONFIRMED)("%s", (tool, prepare) => {
  it("asks a person first, and runs once they agree", async () => {
    const { args, message, effect } = await prepare();
    const [before, untouched] = [await effect(), await rows()];
    const asked = await call(tool, args, { elicitation: FORMS });
    expect(asked).toMatchObject({
      resultType: "input_required",
      requestState: expect.any(String),
      inputRequests: {
        confirm: { method: "elicitation/create", params: { mode: "form", message: expect.stringMatching(message) } },
      },
    });
    expect(await rows()).toEqual(untouched);
    expect(await effect()).toEqual(before);

    const done = await call(tool, args, { elicitation: FORMS, more: yes(asked) });
    expect(done).toMatchObject({ resultType: "complete", structuredContent: expect.any(Object) });
    expect(await effect()).not.toEqual(before);
  });

  it("does one thing for one yes", async () => {
    const { args } = await prepare();
    const asked = await call(tool, args, { elicitation: FORMS });
    const first = await call(tool, args, { elicitation: FORMS, more: yes(asked) });
    const after = await rows();
    const again = await call(tool, args, { elicitation: FORMS, more: yes(asked) });
    expect(again._meta).toMatchObject({ "dev.debut/idempotent-replayed": true });
    expect(again.structuredContent).toEqual(first.structuredContent);
    expect(await rows()).toEqual(after);
  });

  it.each([
    ["decline", undefined],
    ["cancel", undefined],
    ["accept", { agreed: false }],
    ["accept", undefined],
  ])("leaves no row and no mail after %s %j", async (action, content) => {
    const { args } = await prepare();
    const before = await rows();
    const asked = await call(tool, args, { elicitation: FORMS });
    const refused = await call(tool, args, { elicitation: FORMS, more: reply(asked, action, content) });
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^declined: /) }] });
    expect(await rows()).toEqual(before);
  });

  it.each([
    ["an empty capability stands for forms", {}, true],
    ["pages only", PAGES, false],
    ["neither", undefined, false],
  ])("asks by capability: %s", async (_name, elicitation, isAsked) => {
    const { args } = await prepare();
    const result = await call(tool, args, { elicitation });
    expect(result.resultType).toBe(isAsked ? "input_required" : "complete");
  });
});

it("the access log says what was asked and declined", async () => {
  const { args } = await CONFIRMED[0]![1]();
  const asked = await call("invite_cofounder", args, { elicitation: FORMS });
  await call("invite_cofounder", args, { elicitation: FORMS, more: reply(asked, "decline") });
  const outcomes = () =>
    world.logs
      .map((line) => JSON.parse(line))
      .flatMap(({ calls = [] }) => calls.map(({ operation, outcome }: Json) => `${operation} ${outcome}`));
  await expect.poll(() => outcomes().slice(-2)).toEqual(["invite_cofounder asked", "invite_cofounder declined"]);
});

it("what a tool names for later exists, and asks only before what can be replayed", () => {
  const names = tools.map(({ name }) => name);
  for (const { name, idempotent, confirm, later, annotations } of tools) {
    if (confirm) expect(idempotent, name).toBe(true);
    if (later?.again) expect(names).toContain(later.again.tool);
    if (annotations.readOnlyHint) expect(confirm, name).toBeUndefined();
  }
});

describe("the state of a question", () => {
  const prepare = CONFIRMED[0]![1];
  const tool = CONFIRMED[0]![0];

  it("is for these arguments: others are asked about again", async () => {
    const { args } = await prepare();
    const asked = await call(tool, args, { elicitation: FORMS });
    const other = { ...args, email: "somebody@else.example" };
    const again = await call(tool, other, { elicitation: FORMS, more: yes(asked) });
    expect(again.inputRequests.confirm.params.message).toContain("somebody@else.example");
  });

  it("is for this tool", async () => {
    const { args } = await prepare();
    const asked = await call(tool, args, { elicitation: FORMS });
    const { id } = await listingOf("ann");
    const update = { listing_id: id, title: "T", body: "B" };
    const other = await call("post_listing_update", update, { elicitation: FORMS, more: yes(asked) });
    expect(other.resultType).toBe("input_required");
  });

  it("is for this account", async () => {
    const { args } = await prepare();
    const asked = await call(tool, args, { elicitation: FORMS });
    const other = await call(tool, args, { elicitation: FORMS, name: "bo", more: yes(asked) });
    expect(other.error).toMatchObject({ code: -32602, data: { reason: "invalid_request_state" } });
  });

  it("is refused when somebody has changed it", async () => {
    const { args } = await prepare();
    const asked = await call(tool, args, { elicitation: FORMS });
    const [version, payload, mac] = asked.requestState.split(".");
    const state = JSON.parse(Buffer.from(payload, "base64url").toString());
    state.p.once = "mine";
    const forged = [version, Buffer.from(JSON.stringify(state)).toString("base64url"), mac].join(".");
    const result = await call(tool, args, { elicitation: FORMS, more: { ...yes(asked), requestState: forged } });
    expect(result.error).toMatchObject({ code: -32602, data: { reason: "invalid_request_state" } });
  });

  it("is valid for ten minutes", async () => {
    const { args } = await prepare();
    const asked = await call(tool, args, { elicitation: FORMS });
    world.advance(10 * 60_000);
    const late = await call(tool, args, { elicitation: FORMS, more: yes(asked) });
    expect(late.resultType).toBe("input_required");
  });

  it("is signed with a key of the installation", async () => {
    const key = await world.deps.store.secrets.find("mcp-request-state-key");
    expect(Buffer.from(key!, "base64url")).toHaveLength(32);
  });
});

it("nothing is asked when nothing would be sent", async () => {
  const { id } = await listingOf("ann", { status: "draft", launchedAt: null });
  const update = { listing_id: id, title: "T", body: "B" };
  const saved = await call("post_listing_update", update, { elicitation: FORMS });
  expect(saved).toMatchObject({ resultType: "complete", structuredContent: expect.any(Object) });
  const foreign = await call("post_listing_update", update, { elicitation: FORMS, name: "bo" });
  expect(foreign).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^not_found: /) }] });
  const wrong = await call("post_listing_update", { ...update, title: 5 }, { elicitation: FORMS });
  expect(wrong).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^validation_failed: /) }] });
});

it("post_listing_update says how many followers are emailed", async () => {
  const { id } = await listingOf("ann");
  const db = await openRaw(world.deps.settings);
  db.prepare("update listings set followers = 3 where id = ?").run(id);
  db.close();
  const asked = await call("post_listing_update", { listing_id: id, title: "T", body: "B" }, { elicitation: FORMS });
  expect(asked.inputRequests.confirm.params.message).toContain("email its 3 followers?");
});

describe("submit_draft", () => {
  const found = (value: string | string[]) => ({ value, evidence: [] });
  const FIELDS = {
    name: found("Tidepool"),
    short_description: found("Tide tables"),
    description: found("Tide tables for sailors."),
  };
  const FILLED = { tagline: "Tides for sailors", categories: "Web analytics" };

  it("asks for what is missing, and saves it with the listing", async () => {
    const id = await draftOf("ann", FIELDS);
    const before = await rows();
    const asked = await call("submit_draft", { id }, { elicitation: FORMS });
    expect(asked.inputRequests.confirm.params.requestedSchema).toEqual({
      type: "object",
      properties: {
        tagline: { type: "string", title: "Tagline", maxLength: 200 },
        categories: { type: "string", title: "Category", maxLength: 200 },
      },
      required: ["tagline", "categories"],
    });
    expect(await rows()).toEqual(before);
    const more = reply(asked, "accept", FILLED);
    const done = await call("submit_draft", { id }, { elicitation: FORMS, more });
    expect(done.structuredContent).toMatchObject({ tagline: "Tides for sailors", status: "draft" });
    const draft = (await world.as("ann").get(`/drafts/${id}`)).body;
    expect(draft.fields.tagline).toMatchObject({ value: "Tides for sailors", state: "manual" });
    expect(draft.fields.categories.value).toEqual(["Web analytics"]);

    await world.as("ann").patch(`/drafts/${id}`, { body: { fields: { tagline: "Changed later" } } });
    await call("submit_draft", { id }, { elicitation: FORMS, more });
    expect((await world.as("ann").get(`/drafts/${id}`)).body.fields.tagline.value).toBe("Changed later");
  });

  it("saves nothing when a text is wrong, and says what", async () => {
    const id = await draftOf("ann", FIELDS);
    const before = await rows();
    const asked = await call("submit_draft", { id }, { elicitation: FORMS });
    const more = reply(asked, "accept", { ...FILLED, categories: "Tea" });
    const wrong = await call("submit_draft", { id }, { elicitation: FORMS, more });
    expect(wrong).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("/fields/categories") }] });
    expect(await rows()).toEqual(before);
    expect((await world.as("ann").get(`/drafts/${id}`)).body.fields).not.toHaveProperty("tagline.value", "Tides");
  });

  it("leaves the draft as it is when the person declines", async () => {
    const id = await draftOf("ann", FIELDS);
    const before = [await rows(), (await world.as("ann").get(`/drafts/${id}`)).body];
    const asked = await call("submit_draft", { id }, { elicitation: FORMS });
    const refused = await call("submit_draft", { id }, { elicitation: FORMS, more: reply(asked, "decline") });
    expect(refused.content[0].text).toMatch(/^declined: /);
    expect([await rows(), (await world.as("ann").get(`/drafts/${id}`)).body]).toEqual(before);
  });

  it("names what is missing to clients that cannot ask", async () => {
    const id = await draftOf("ann", FIELDS);
    const refused = await call("submit_draft", { id });
    expect(refused.content[0].text).toMatch(/^draft_incomplete: A listing needs tagline, categories/);
  });
});

describe("pages", () => {
  it("create_checkout opens the checkout, and answers with the order as it is then", async () => {
    const { id } = await listingOf("ann", { status: "draft", launchedAt: null });
    const args = { items: [{ product: "launch", listing_id: id }] };
    const before = (await rows()).orders!;
    const asked = await call("create_checkout", args, { elicitation: PAGES });
    const { method, params } = asked.inputRequests.visit;
    expect({ method, mode: params.mode }).toEqual({ method: "elicitation/create", mode: "url" });
    expect(params.url).toMatch(new RegExp(`^${world.baseUrl}/checkout/`));
    const done = await call("create_checkout", args, { elicitation: PAGES, more: reply(asked, "accept") });
    expect(done.structuredContent).toMatchObject({ status: "pending", checkout_url: params.url });
    // Hours later too, and after a "no": the order is there, and there is one.
    world.advance(12 * 3600_000);
    const later = await call("create_checkout", args, { elicitation: PAGES, more: reply(asked, "cancel") });
    expect(later.structuredContent.number).toBe(done.structuredContent.number);
    expect((await rows()).orders).toBe(before + 1);
  });

  it("claim_listing opens the page that says what to publish, and answers with the claim as it is then", async () => {
    world.pages["/"] = "<h1>Tides</h1>";
    const site = { url: "http://tides.test/", domain: "tides.test", siteKey: "tides.test" };
    await world.listing("Tides", site);
    const args = { slug: "tides", method: "meta" };
    const asked = await call("claim_listing", args, { elicitation: PAGES });
    const [claim] = (await world.as("ann").get("/claims")).body.items;
    expect(asked.inputRequests.visit.params.url).toBe(`${world.baseUrl}/account/claims#claim-${claim.claim_id}`);
    world.pages["/"] = `<head>${claim.instructions.meta.tag}</head>`;
    await world.as("ann").post(`/claims/${claim.claim_id}/verify`);
    const done = await call("claim_listing", args, { elicitation: PAGES, more: reply(asked, "accept") });
    expect(done.structuredContent).toMatchObject({ claim_id: claim.claim_id, status: "verified" });
  });

  it("clients that cannot open pages get the answer at once", async () => {
    const { id } = await listingOf("ann", { status: "draft", launchedAt: null });
    const args = { items: [{ product: "launch", listing_id: id }] };
    expect((await call("create_checkout", args, { elicitation: FORMS })).structuredContent.status).toBe("pending");
  });
});

describe("clients", () => {
  it("the current SDK asks its person by itself", async () => {
    const { args } = await CONFIRMED[0]![1]();
    const key = await world.key("ann");
    const client = await connect(world, { version: MODERN, bearer: key, capabilities: { elicitation: { form: {} } } });
    const shown: ElicitRequest["params"][] = [];
    const answers = [{ action: "decline" as const }, { action: "accept" as const, content: { agreed: true } }];
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      shown.push(params);
      return answers[shown.length - 1]!;
    });
    const refused = await client.callTool({ name: "invite_cofounder", arguments: args });
    expect(refused.isError).toBe(true);
    const done = await client.callTool({ name: "invite_cofounder", arguments: args });
    expect((done.structuredContent as Json).invites).toMatchObject([{ email: args.email, status: "pending" }]);
    expect(shown).toHaveLength(2);
    expect(await world.mailsTo(args.email)).toHaveLength(1);
    await client.close();
  });

  it.each([
    ["the current SDK at 2025-11-25", (key: string) => connect(world, { version: "2025-11-25", bearer: key })],
    ["the first generation of the SDK", (key: string) => connectOld(world, { bearer: key })],
  ])("%s runs without a question", async (_name, open) => {
    const { args } = await CONFIRMED[0]![1]();
    const client = await open(await world.key("ann"));
    const request = { name: "invite_cofounder", arguments: args };
    const done = (await ("getNegotiatedProtocolVersion" in client
      ? client.callTool(request)
      : client.callTool(request))) as Json;
    expect(done.structuredContent.invites).toHaveLength(1);
    await client.close();
  });
});
