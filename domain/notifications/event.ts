import { t, type Words } from "#languages/words.ts";
import { keysOf } from "../text/keys.ts";

export type EventField = { type: string | readonly [string, "null"]; items?: { type: string }; description: string };

/** Who gets an event besides the account or team it is about. */
type Audience = "owner" | "followers" | "subscribers";

/** The content of an event. Only these fields are sent. Source of docs/webhooks.md. */
export type EventType = {
  title: Words;
  /** When it is sent and to whom, in one or two sentences. */
  when: Words;
  audience: Audience;
  needs?: "votes";
  data: Record<string, EventField>;
  example: Record<string, unknown>;
};

const LISTING = {
  listing_id: { type: "integer", description: "The listing." },
  slug: { type: "string", description: "Its slug at the time." },
  name: { type: "string", description: "Its name at the time." },
  listing_url: { type: "string", description: "Its page." },
} as const satisfies Record<string, EventField>;
const WEEK = {
  launch_week: { type: ["string", "null"], description: "Monday of its launch week, like 2026-11-23." },
} as const satisfies Record<string, EventField>;
const EXAMPLE = {
  listing_id: 42,
  slug: "tidepool",
  name: "Tidepool",
  listing_url: "https://debut.example.com/listings/tidepool",
};

/** All event types. Database triggers write them. */
export const EVENTS = {
  "draft.ready": {
    title: t`A draft is ready`,
    when: t`A website was read and its draft can be reviewed. For the account whose draft it is.`,
    audience: "owner",
    data: {
      draft_id: { type: "string", description: "The draft." },
      url: { type: "string", description: "The website that was submitted." },
      error: { type: ["string", "null"], description: "Why the website could not be read, if it could not." },
    },
    example: { draft_id: "019a8f2e-5c1d-7d2a-9b54-3f6f1d2c8a10", url: "https://tidepool.example.com/", error: null },
  },
  "badge.seen": {
    title: t`The badge is on the homepage`,
    when: t`A check found the badge for the first time, or again after it was missing. For the team of the listing.`,
    audience: "owner",
    data: LISTING,
    example: EXAMPLE,
  },
  "listing.live": {
    title: t`A listing is live`,
    when: t`A listing became public: for the first time, or again after a pause. For its team and its followers.`,
    audience: "followers",
    data: { ...LISTING, ...WEEK },
    example: { ...EXAMPLE, launch_week: "2026-11-23" },
  },
  "listing.changed": {
    title: t`A listing changed`,
    when: t`A new version of the listing was saved. For its team and, while it is live, for its followers.`,
    audience: "followers",
    data: LISTING,
    example: EXAMPLE,
  },
  "vote.milestone": {
    needs: "votes",
    title: t`A listing reached a number of votes`,
    when: t`A listing has 10, 25, 50, 100, 250, 500 votes, and so on to 100,000. Once each. For its team.`,
    audience: "owner",
    data: { ...LISTING, votes: { type: "integer", description: "The milestone." } },
    example: { ...EXAMPLE, votes: 100 },
  },
  "order.paid": {
    title: t`An order is paid`,
    when: t`The payment of an order is complete. For the account that ordered.`,
    audience: "owner",
    data: {
      number: { type: "string", description: "Number of the order." },
      total_cents: { type: "integer", description: "Total with VAT, in cents." },
      currency: { type: "string", description: "Currency of the total." },
    },
    example: { number: "ORD-2026-000123", total_cents: 4900, currency: "USD" },
  },
  "category.launch": {
    title: t`A new product in a category`,
    when: t`A listing became public for the first time in one of the categories that the subscriber chose. For everybody.`,
    audience: "subscribers",
    data: {
      ...LISTING,
      tagline: { type: ["string", "null"], description: "Its tagline at the time." },
      categories: { type: "array", items: { type: "string" }, description: "Slugs of its categories, primary first." },
      ...WEEK,
    },
    example: { ...EXAMPLE, tagline: "Tides for sailors", categories: ["weather"], launch_week: "2026-11-23" },
  },
} as const satisfies Record<string, EventType>;

export type EventName = keyof typeof EVENTS;
export const EVENT_NAMES = keysOf(EVENTS);
export const isEventName = (text: string): text is EventName => Object.hasOwn(EVENTS, text);

export const eventsFor = (audience: Audience): EventName[] =>
  EVENT_NAMES.filter((name) => EVENTS[name].audience === audience);

/** Sent by an endpoint's test button; not subscribable. */
export const TEST_EVENT = "webhook.test";

export const EVENTS_KEPT_DAYS = 30;

export type OutboxEvent = {
  seq: number;
  id: string;
  type: EventName | typeof TEST_EVENT;
  at: Date;
  accountId: string | null;
  listingId: number | null;
  data: Record<string, unknown>;
};

export function viewEvent({ type, at, data }: Pick<OutboxEvent, "type" | "at" | "data">, baseUrl: string) {
  const known: Record<string, unknown> =
    typeof data.slug === "string" ? { ...data, listing_url: `${baseUrl}/listings/${data.slug}` } : data;
  const fields = type === TEST_EVENT ? [] : Object.keys(EVENTS[type].data);
  return {
    type,
    timestamp: at.toISOString(),
    data: Object.fromEntries(fields.map((name) => [name, known[name] ?? null])),
  };
}
