import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createWorld, type World } from "../helpers/world.ts";

const site = await createWebsite({ ...ACME });
const world = await createWorld({
  env: { OUTBOUND_RESOLVE: site.resolve("acme.test"), LIMIT_WRITE: "10000", LIMIT_READ: "10000" },
});

let made = 0;
async function listing(given: Parameters<World["listing"]>[1] = {}) {
  const { id } = await world.account("ann");
  return world.listing(`Acme ${++made}`, { ownerId: id, ...given });
}
const send = (method: "post" | "put" | "delete", path: string, body?: unknown, headers = {}) =>
  world.as("ann")[method](`/me/listings/${path}`, { ...(body === undefined ? {} : { body }), headers });
const byMcp = async (tool: string, args: unknown, key?: string) =>
  (
    await world.mcp(tool, args, {
      bearer: await world.key("ann"),
      meta: key === undefined ? {} : { "dev.debut/idempotency-key": key },
    })
  ).body;
const publicView = async (slug: string) => (await world.rest("GET", `/listings/${slug}`)).body;
const ownerView = async (id: number) => (await world.as("ann").get(`/me/listings/${id}`)).body;
function sql(statement: string, ...values: unknown[]) {
  const file = new Database(join(world.folder, "debut.db"));
  file.prepare(statement).run(...values);
  file.close();
}
async function submitted() {
  const ann = world.as("ann");
  const { body: draft } = await ann.post("/drafts", { body: { url: "https://acme.test/" } });
  await world.drain();
  await ann.patch(`/drafts/${draft.id}`, {
    body: { fields: { categories: ["Web analytics"], description: "A long enough description." } },
  });
  const { body } = await ann.post(`/drafts/${draft.id}/submit`);
  return {
    id: body.listing_id as number,
    edit: (changes: unknown) => ann.patch(`/drafts/${draft.id}`, { body: changes }),
    draft: async () => (await ann.get(`/drafts/${draft.id}`)).body,
  };
}

describe("post_listing_update", () => {
  const update = { title: "Version 2", body: "It is faster.\nAnd it exports." };

  it("shows at once on the live listing, the newest first", async () => {
    const { id, slug } = await listing();
    const first = await send("post", `${id}/updates`, update);
    expect(first).toMatchObject({
      status: 201,
      body: {
        listing_id: id,
        update_id: expect.any(Number),
        latest_updates: [{ ...update, published_at: expect.stringMatching(/Z$/) }],
        message: expect.stringContaining("Published"),
        next_actions: expect.arrayContaining(["post_listing_update"]),
      },
    });
    const second = await byMcp("post_listing_update", { listing_id: id, title: "Ünder\u200b 3", body: "e\u0301" });
    expect(second.structuredContent.latest_updates[0]).toMatchObject({ title: "Ünder 3", body: "é" });
    const { latest_updates: shown } = await publicView(slug);
    expect(shown.map(({ title }: { title: string }) => title)).toEqual(["Ünder 3", "Version 2"]);
    expect((await ownerView(id)).latest_updates).toEqual(shown);
  });

  it("of a listing that is not live is stored, shown to its team, and not emailed", async () => {
    const { id } = await listing({ status: "scheduled" });
    const { body } = await send("post", `${id}/updates`, update);
    expect(body.message).toContain("not shown yet: this listing is scheduled");
    expect((await ownerView(id)).latest_updates).toHaveLength(1);
    expect(await world.deps.store.jobs.find(`tell-followers:${body.update_id}`)).toBeUndefined();
  });

  it.each(["suspended", "removed"] as const)("is refused for a %s listing", async (status) => {
    const { id } = await listing({ status });
    expect(await send("post", `${id}/updates`, update)).toMatchObject({
      status: 400,
      body: { code: "listing_closed", detail: expect.stringContaining(status) },
    });
    expect((await byMcp("post_listing_update", { listing_id: id, ...update })).content[0].text).toMatch(
      /^listing_closed: /,
    );
  });

  it.each([
    [{ title: "x" }, "/body", "required"],
    [{ body: "x" }, "/title", "required"],
    [{ ...update, title: "x".repeat(201) }, "/title", "maximum"],
    [{ ...update, body: "x".repeat(5001) }, "/body", "maximum"],
    [{ ...update, title: "a\nb" }, "/title", "invalid"],
    [{ ...update, title: " \u200b " }, "/title", "minimum"],
    [{ ...update, body: "" }, "/body", "minimum"],
    [{ ...update, published_at: "2026-01-01" }, "/published_at", "unknown_field"],
  ])("refuses %j", async (body, pointer, code) => {
    const { id } = await listing();
    const reply = await send("post", `${id}/updates`, body);
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ pointer, code }] } });
  });

  it("is for the owner and for editors, and for nobody else", async () => {
    const { id } = await listing();
    const bo = await world.account("bo");
    await world.deps.store.change((tx) => tx.listings.addEditor(id, bo.id, world.deps.now()));
    expect((await world.as("bo").post(`/me/listings/${id}/updates`, { body: update })).status).toBe(201);
    expect(await world.as("eve").post(`/me/listings/${id}/updates`, { body: update })).toMatchObject({
      status: 404,
      body: { code: "not_found" },
    });
  });
});

describe("add_milestone and delete_milestone", () => {
  const milestone = { date: "2026-02-28", title: "First customer", url: "https://acme.test/blog" };

  it("work on a section that others see once it is unlocked", async () => {
    const { id, slug } = await listing();
    const added = await send("post", `${id}/milestones`, milestone);
    expect(added).toMatchObject({
      status: 201,
      body: {
        milestone_id: 1,
        milestones: [{ milestone_id: 1, ...milestone, description: null }],
        message: expect.stringContaining("not shown yet"),
        next_actions: expect.arrayContaining(["list_products"]),
      },
    });
    expect(await publicView(slug)).not.toHaveProperty("milestones");
    sql("update listings set unlocked_json = '[\"milestones\"]' where id = ?", id);
    const later = await byMcp("add_milestone", { listing_id: id, date: "2026-03-01", title: "Second" });
    expect(later.structuredContent).toMatchObject({
      milestone_id: 2,
      message: expect.stringContaining("is on the listing"),
    });
    expect((await publicView(slug)).milestones).toMatchObject([{ milestone_id: 2 }, { milestone_id: 1, ...milestone }]);

    expect(await send("delete", `${id}/milestones/2`)).toMatchObject({
      status: 200,
      body: { milestones: [{ milestone_id: 1 }], message: "Deleted." },
    });
    expect(await send("delete", `${id}/milestones/2`)).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect((await send("post", `${id}/milestones`, milestone)).body.milestone_id).toBe(3);
    const gone = await byMcp("delete_milestone", { listing_id: id, milestone_id: 3 });
    expect(gone.structuredContent.milestones).toHaveLength(1);
  });

  it.each([
    [{ title: "x" }, "/date", "required"],
    [{ date: "2026-02-30", title: "x" }, "/date", "format"],
    [{ date: "2026-02-28" }, "/title", "required"],
    [{ ...milestone, title: "x".repeat(201) }, "/title", "maximum"],
    [{ ...milestone, description: "x".repeat(2001) }, "/description", "maximum"],
    [{ ...milestone, url: "http://acme.test/" }, "/url", "format"],
    [{ ...milestone, url: "javascript:alert(1)" }, "/url", "format"],
    [{ ...milestone, milestone_id: 1 }, "/milestone_id", "unknown_field"],
  ])("refuse %j", async (body, pointer, code) => {
    const { id } = await listing();
    const reply = await send("post", `${id}/milestones`, body);
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ pointer, code }] } });
  });

  it("refuse invalid ids, more than fifty, and other people", async () => {
    const milestones = Array.from({ length: 50 }, (_, index) => ({
      id: index + 1,
      date: "2026-01-01",
      title: `${index}`,
      description: null,
      url: null,
    }));
    const { id } = await listing({ profile: { milestones } });
    expect(await send("delete", `${id}/milestones/0`)).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: "milestone_id" }] },
    });
    expect(await send("post", `${id}/milestones`, milestone)).toMatchObject({
      status: 400,
      body: { code: "milestone_limit" },
    });
    const eve = world.as("eve");
    expect((await eve.post(`/me/listings/${id}/milestones`, { body: milestone })).status).toBe(404);
    expect((await eve.delete(`/me/listings/${id}/milestones/1`)).status).toBe(404);
    expect((await ownerView(id)).milestones).toHaveLength(50);
  });
});

describe("set_founder_story", () => {
  it("sets what is sent, removes what is empty, and says whether others see it", async () => {
    const { id, slug } = await listing();
    const first = await send("put", `${id}/story`, { title: "How it began", problem: "Cookies.", lessons: "Many." });
    expect(first).toMatchObject({
      status: 200,
      body: {
        message: expect.stringContaining("not shown yet"),
        next_actions: expect.arrayContaining(["list_products"]),
      },
    });
    const second = await byMcp("set_founder_story", { listing_id: id, lessons: "", journey: "Long." });
    const story = { title: "How it began", problem: "Cookies.", journey: "Long." };
    expect(second.structuredContent.story).toEqual(story);
    expect(await publicView(slug)).not.toHaveProperty("story");
    sql("update listings set unlocked_json = '[\"story\"]' where id = ?", id);
    expect((await publicView(slug)).story).toEqual(story);
    expect((await send("put", `${id}/story`, {})).body).toMatchObject({
      story,
      message: "Saved. It is on the listing now.",
    });
    sql("update listings set status = 'paused' where id = ?", id);
    expect((await send("put", `${id}/story`, {})).body.message).toContain("now it is paused");
  });

  it.each([
    [{ title: "x".repeat(201) }, "/title", "maximum"],
    [{ journey: "x".repeat(8001) }, "/journey", "maximum"],
    [{ story: 1 }, "/story", "type"],
    [{ ending: "x" }, "/ending", "unknown_field"],
  ])("refuses %j", async (body, pointer, code) => {
    const { id } = await listing();
    const reply = await send("put", `${id}/story`, body);
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ pointer, code }] } });
  });

  it("is not for others", async () => {
    const { id } = await listing();
    const reply = await world.as("eve").put(`/me/listings/${id}/story`, { body: { title: "Mine" } });
    expect(reply).toMatchObject({ status: 404, body: { code: "not_found" } });
  });
});

it("keeps a draft and its listing equal, with the quotes of both", async () => {
  const { id, edit, draft } = await submitted();
  const evidence: { stated_in?: string[] }[] = (await draft()).fields.tagline.evidence;
  const rows = evidence.map(({ stated_in: statedIn, ...quote }) => ({ ...quote, ...(statedIn && { statedIn }) }));
  expect(evidence).not.toEqual([]);

  await edit({ story: { problem: "Cookies." }, milestones: [{ date: "2026-01-01", title: "Began" }] });
  expect(await ownerView(id)).toMatchObject({
    story: { problem: "Cookies." },
    milestones: [{ milestone_id: 1, title: "Began" }],
  });

  await send("put", `${id}/story`, { problem: "", journey: "Long." });
  const { body: added } = await send("post", `${id}/milestones`, { date: "2026-02-02", title: "First sale" });
  expect(await draft()).toMatchObject({
    story: { journey: "Long." },
    milestones: [{ title: "Began" }, { title: "First sale" }],
  });

  await edit({
    milestones: [
      { date: "2026-02-02", title: "First sale", description: "To a friend." },
      { date: "2026-03-03", title: "Moved" },
    ],
  });
  expect((await ownerView(id)).milestones).toMatchObject([
    { milestone_id: 3, title: "Moved" },
    { milestone_id: added.milestone_id, description: "To a friend." },
  ]);
  await send("delete", `${id}/milestones/3`);
  expect((await draft()).milestones).toMatchObject([{ title: "First sale" }]);

  const after = await draft();
  expect(after.fields.tagline.evidence).toEqual(evidence);
  const stored = await world.deps.store.listings.find(id);
  expect(stored?.profile.evidence.tagline).toEqual(rows);
  expect(stored?.profile.lastMilestoneId).toBe(3);

  expect(await edit({ story: { title: "z".repeat(201) } })).toMatchObject({
    status: 400,
    body: { code: "field_too_long_for_listing", errors: [{ pointer: "/story/title" }] },
  });
  expect((await draft()).story).toEqual({ journey: "Long." });
});

describe("an Idempotency-Key", () => {
  it.each([
    ["post", "updates", { title: "Once", body: "Only once." }, "latest_updates"],
    ["post", "milestones", { date: "2026-01-01", title: "Once" }, "milestones"],
    ["put", "story", { title: "Once" }, "story"],
  ] as const)("makes %s %s happen once", async (method, path, body, kept) => {
    const { id } = await listing();
    const call = () => send(method, `${id}/${path}`, body, { "idempotency-key": `once-${path}` });
    const [first, again] = [await call(), await call()];
    expect(again).toMatchObject({ status: first.status, body: first.body });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const view = await ownerView(id);
    expect(view[kept]).toEqual(first.body[kept]);
    expect(view.version).toBe(first.body.version);
    expect(
      await send(method, `${id}/${path}`, { ...body, title: "Twice" }, { "idempotency-key": `once-${path}` }),
    ).toMatchObject({
      status: 422,
    });
  });

  it("answers a repeated deletion like the first one", async () => {
    const { id } = await listing();
    await send("post", `${id}/milestones`, { date: "2026-01-01", title: "A" });
    const call = () => send("delete", `${id}/milestones/1`, undefined, { "idempotency-key": "gone" });
    const [first, again] = [await call(), await call()];
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });
});
