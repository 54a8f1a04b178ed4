import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { EVENT_NAMES } from "../../domain/notifications/event.ts";
import { createWorld, type World } from "../helpers/world.ts";
import { bearer, type Json, modern } from "./helper.ts";

const EXTENSION = "io.modelcontextprotocol/events";
const DAY = 24 * 3600_000;
const world = await createWorld({ env: { MCP_EVENTS: "true" } });

const ask = async (method: string, params: Json = {}, { name = "ann", at = world } = {}) =>
  modern(at, method, params, { headers: name === "" ? {} : bearer(await at.key(name)) });
const poll = async (params: Json, name = "ann") => (await ask("events/poll", params, { name })).body;
const listingOf = async (name: string, product: string) =>
  world.listing(product, { ownerId: (await world.account(name)).id });
const edit = (name: string, id: number, tagline: string) =>
  world.as(name).patch(`/me/listings/${id}`, { body: { fields: { tagline } } });

describe("MCP events", () => {
  it("are offered only where the setting is on and where people sign in", async () => {
    const offered = async (at: World, path?: string) =>
      (await modern(at, "server/discover", {}, { ...(path && { path }) })).body.result.capabilities.extensions[
        EXTENSION
      ];
    expect(await offered(world)).toEqual({});
    const off = await createWorld();
    expect(await offered(off)).toBeUndefined();
    for (const name of ["", "ann"])
      for (const method of ["events/list", "events/poll"])
        expect((await ask(method, { name: "order.paid" }, { name, at: off })).body.error.code).toBe(-32601);
    await off.close();
  });

  it("are listed with schemas that their data has", async () => {
    const { events } = (await ask("events/list")).body.result;
    expect(events.map(({ name }: Json) => name)).toContain("listing.changed");
    for (const { name, description, delivery, inputSchema, payloadSchema } of events) {
      expect(description.length, name).toBeGreaterThan(20);
      expect(delivery).toEqual(["poll"]);
      for (const schema of [inputSchema, payloadSchema]) expect(schema.type).toBe("object");
    }
    const { id } = await listingOf("ann", "Schemas");
    const { cursor } = (await poll({ name: "listing.changed", cursor: null })).result;
    await edit("ann", id, "Changed");
    const [event] = (await poll({ name: "listing.changed", cursor })).result.events;
    const { payloadSchema } = events.find(({ name }: Json) => name === "listing.changed");
    const ajv = addFormats.default(new Ajv2020());
    expect(ajv.validate(payloadSchema, event.data), ajv.errorsText()).toBe(true);
  });

  it("say nothing of orders at the address for stores", async () => {
    const options = { path: "/mcp/directory", headers: bearer(await world.key("ann")) };
    const { events } = (await modern(world, "events/list", {}, options)).body.result;
    expect(events).toHaveLength(EVENT_NAMES.length - 1);
    const asked = await modern(world, "events/poll", { name: "order.paid" }, options);
    expect(asked.body.error.code).toBe(-32011);
  });

  it("come from the cursor on, once, to whom they are for", async () => {
    const mine = await listingOf("bea", "Mine");
    const { result: first } = await poll({ name: "listing.changed" }, "bea");
    expect(first).toMatchObject({ events: [], hasMore: false, nextPollMs: expect.any(Number) });
    for (const tagline of ["One", "Two", "Three"]) await edit("bea", mine.id, tagline);
    const { result: some } = await poll({ name: "listing.changed", cursor: first.cursor, maxEvents: 2 }, "bea");
    expect(some).toMatchObject({ hasMore: true, truncated: false });
    const { result: rest } = await poll({ name: "listing.changed", cursor: some.cursor }, "bea");
    expect(rest).toMatchObject({ hasMore: false, events: [{ name: "listing.changed", data: { slug: "mine" } }] });
    const ids = [...some.events, ...rest.events].map(({ eventId }: Json) => eventId);
    expect(new Set(ids).size).toBe(3);
    expect((await poll({ name: "listing.changed", cursor: rest.cursor }, "bea")).result.events).toEqual([]);
    expect((await poll({ name: "listing.changed", cursor: first.cursor }, "eve")).result.events).toEqual([]);
    expect((await poll({ name: "order.paid", cursor: first.cursor }, "bea")).result.events).toEqual([]);
  });

  it("of a category are those of the categories below it", async () => {
    const inCategory = (category: string) => ({ name: "category.launch", arguments: { category } });
    const { cursor } = (await poll({ ...inCategory("analytics-and-data") })).result;
    const { id } = await world.listing("Newcomer", {
      status: "scheduled",
      launchedAt: null,
      category: "web-analytics",
    });
    const now = world.deps.now();
    await world.deps.store.change((tx) => tx.launches.goLive(id, { launchedAt: now, monday: "2026-11-23", now }));
    const found = async (category: string) => (await poll({ ...inCategory(category), cursor })).result.events;
    expect(await found("analytics-and-data")).toMatchObject([
      { data: { slug: "newcomer", categories: ["web-analytics"] } },
    ]);
    expect(await found("crm")).toEqual([]);
  });

  it("that are too old, or no longer kept, are said to be missing", async () => {
    const { id } = await listingOf("cid", "Old");
    const { cursor } = (await poll({ name: "listing.changed" }, "cid")).result;
    await edit("cid", id, "Long ago");
    world.advance(DAY);
    await edit("cid", id, "Lately");
    const lately = (await poll({ name: "listing.changed", cursor, maxAgeMs: DAY / 2 }, "cid")).result;
    expect(lately.truncated).toBe(true);
    expect(lately.events).toHaveLength(1);
    world.advance(31 * DAY);
    await world.drain();
    await edit("cid", id, "Now");
    const gone = (await poll({ name: "listing.changed", cursor }, "cid")).result;
    expect(gone).toMatchObject({ truncated: true, events: [{ data: { slug: "old" } }] });
  });

  it("are refused to strangers with a challenge, and with the codes of the extension", async () => {
    const stranger = await ask("events/poll", { name: "order.paid" }, { name: "" });
    expect(stranger.status).toBe(401);
    expect(stranger.headers.get("www-authenticate")).toContain("account:read");
    const codeOf = async (params: Json) => (await poll(params)).error.code;
    expect(await codeOf({ name: "nothing.here" })).toBe(-32011);
    expect(await codeOf({ cursor: null })).toBe(-32602);
    expect(await codeOf({ name: "category.launch", arguments: { category: 12345 } })).toBe(-32602);
    expect(await codeOf({ name: "order.paid", arguments: { account: "eve" } })).toBe(-32602);
    expect(await codeOf({ name: "order.paid", cursor: "1; drop table events" })).toBe(-32602);
    expect(await codeOf({ name: "order.paid", cursor: "1", maxEvents: 0 })).toBe(-32602);
  });
});
