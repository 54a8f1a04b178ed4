import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Caller, Deps } from "#actions/context.ts";
import {
  EVENT_NAMES,
  EVENTS,
  type EventName,
  isEventName,
  type OutboxEvent,
  viewEvent,
} from "#domain/notifications/event.ts";
import { given as always } from "#domain/text/given.ts";
import { inEnglish } from "#languages/words.ts";
import { getOrder } from "#tools/orders/get-order.ts";
import { getAccount } from "#tools/profiles/get-account.ts";
import type { Catalogue, CatalogueTool } from "./catalogue.ts";

/** Declared in the capabilities: events can be polled, and their list never changes. */
export const EVENTS_CAPABILITY = { "io.modelcontextprotocol/events": {} };
export const EVENTS_POLL = "events/poll";

export const toolOfEvents = (catalogue: Catalogue): CatalogueTool | undefined => catalogue.find(getAccount.name);

const EVENT_NOT_FOUND = -32011;
const MOST_AT_ONCE = 100;
const NEXT_POLL_MS = 30_000;

const schemaOf = (properties: Record<string, object>, required: readonly string[]) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const Arguments = {
  owner: z.strictObject({}),
  category: z.strictObject({ category: z.string() }),
};
const argumentsOf = (name: EventName) => (EVENTS[name].audience === "subscribers" ? "category" : "owner");
const INPUTS = {
  owner: schemaOf({}, []),
  category: schemaOf(
    { category: { type: "string", description: "Slug of a category, as list_categories gives it." } },
    ["category"],
  ),
};

const DESCRIPTORS = EVENT_NAMES.map((name) => {
  const { title, when, data } = EVENTS[name];
  return {
    name,
    title: inEnglish(title),
    description: inEnglish(when),
    delivery: ["poll"],
    inputSchema: INPUTS[argumentsOf(name)],
    payloadSchema: schemaOf(data, Object.keys(data)),
  };
});

const List = z.looseObject({ cursor: z.string().optional() });
const Poll = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).optional(),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/)
    .nullish(),
  maxEvents: z.int().min(1).optional(),
  maxAgeMs: z.int().min(0).optional(),
});

type Serving = { deps: Deps; catalogue: Catalogue; caller: Caller; hint: { ttlMs: number; cacheScope: "public" } };

/** events/list and events/poll of SEP-3415. A poll keeps nothing: its cursor is a place in the outbox. */
export function serveEvents(server: Server, { deps, catalogue, caller, hint }: Serving): void {
  const { store, settings, now } = deps;
  // Where nothing is sold, no order is spoken of.
  const isOffered = (name: string) => name !== "order.paid" || catalogue.find(getOrder.name) !== undefined;
  server.setRequestHandler("events/list", { params: List }, async () => ({
    events: DESCRIPTORS.filter(({ name }) => isOffered(name)),
    ...hint,
  }));

  const occurrenceOf = (event: OutboxEvent) => {
    const { type: name, timestamp, data } = viewEvent(event, settings.BASE_URL);
    return { eventId: event.id, name, timestamp, data };
  };

  server.setRequestHandler(EVENTS_POLL, { params: Poll }, async (params) => {
    const { name: type, cursor, maxAgeMs, maxEvents = MOST_AT_ONCE } = params;
    if (caller.kind !== "member") throw new ProtocolError(ProtocolErrorCode.InvalidRequest, "Sign in to get events.");
    if (!isEventName(type) || !isOffered(type))
      throw new ProtocolError(EVENT_NOT_FOUND, "Unknown event. events/list names every event.");
    const given = Arguments[argumentsOf(type)].safeParse(params.arguments ?? {});
    if (!given.success)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        "The arguments are not those of inputSchema in events/list.",
      );
    const { oldest, newest } = await store.events.bounds();
    if (cursor == null) return { events: [], cursor: String(newest), hasMore: false, nextPollMs: NEXT_POLL_MS };

    const categories = Object.values(given.data);
    const interest = { accountId: caller.accountId, type, categories };
    const since = new Date(maxAgeMs === undefined ? 0 : now().getTime() - maxAgeMs);
    const from = Number(cursor);
    const limit = Math.min(maxEvents, MOST_AT_ONCE);
    const found = await store.events.after(from, since, interest, limit + 1);
    const events = found.slice(0, limit);
    const hasMore = found.length > limit;
    const last = hasMore ? always(events.at(-1)).seq : Math.max(from, newest, events.at(-1)?.seq ?? 0);
    const isGone = from < oldest - 1;
    return {
      events: events.map(occurrenceOf),
      cursor: String(last),
      truncated: isGone || (maxAgeMs !== undefined && (await store.events.hasBefore(from, since, interest))),
      hasMore,
      nextPollMs: NEXT_POLL_MS,
    };
  });
}
