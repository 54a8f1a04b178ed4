import { request } from "undici";
import { afterAll, expect, it } from "vitest";
import { databaseFile } from "../../core/settings/config.ts";
import { burstLimits } from "../../domain/community/votes.ts";
import type { Listing, ListingContent } from "../../domain/listings/listing.ts";
import { openWriter } from "../../store/sqlite/open.ts";
import type { Tx } from "../../store/store.ts";
import { freePort } from "../helpers/free-port.ts";
import { end, serve } from "../helpers/process.ts";
import { freshRandom } from "../helpers/random.ts";
import { rounds } from "../helpers/rounds.ts";
import { createWorld } from "../helpers/world.ts";

const BASE_URL = "https://debut.example";
const LIMITS = Object.fromEntries(
  ["READ", "SEARCH", "MCP", "PAGE"].map((name) => [`LIMIT_${name}_ANONYMOUS`, "100000"]),
);
/** In everything that nobody may see. */
const SECRET = "not-for-readers";
const AUTHOR = { accountId: null, client: "test" };

/** Writes, and answers from the database alone. */
/** Another process on the same database, with everything that it keeps. */
/** A connection past the store, like that of another program. */
/** Their profiles are longer than all that the reader keeps in memory. */
const random = freshRandom("freshness");

const writer = await createWorld({ env: { BASE_URL, CACHE_MB: "0", ...LIMITS } });
const people = await Promise.all(["ann", "ben", "cleo"].map(async (name) => (await writer.account(name)).id));
const profile = { story: { origin: SECRET }, milestones: [] };
const listing = await writer.listing("Acme", { profile, statusReason: SECRET });
const other = await writer.listing("Other", { statusReason: SECRET });
const long = await Promise.all(
  Array.from({ length: 6 }, (_, nth) =>
    writer.listing(`Long ${nth}`, { profile: { description: "word ".repeat(20_000) } }),
  ),
);
const { store } = writer.deps;
const hidden = { rating: 1, title: SECRET, body: SECRET };
await store.change(async (tx) => {
  await tx.alternatives.approve(listing.id, [other.id], new Date());
  await tx.reviews.write(people[2]!, listing.id, hidden, new Date());
  await tx.accounts.setName(people[2]!, SECRET);
});
const db = openWriter(databaseFile(writer.deps.settings));
const port = await freePort();
const remote = `http://127.0.0.1:${port}`;
const reader = await serve({ DATA_DIR: writer.folder, PORT: String(port), BASE_URL, CACHE_MB: "1", ...LIMITS });
afterAll(async () => {
  db.close();
  await end(reader.child, "SIGTERM");
});

type Row = Pick<Listing, "id" | "slug">;
const words = () => `words ${random.between(1, 1e9)}`;
const at = () => new Date(Date.UTC(2026, 10, random.between(1, 20), random.between(0, 23)));

async function edit(tx: Tx, { id }: Row, change: (content: ListingContent) => Partial<ListingContent>, links = {}) {
  const row = (await tx.listings.find(id))!;
  await tx.listings.update(row, { ...row, ...change(row) }, links, AUTHOR, at());
}
const inProfile =
  (change: Partial<ListingContent["profile"]>) =>
  ({ profile }: ListingContent) => ({
    profile: { ...profile, ...change },
  });
async function terms(tx: Tx, { id }: Row, change: Partial<Listing>) {
  const row = { ...(await tx.listings.find(id))!, ...change };
  const { status, statusReason, plan, launchWeek, launchAt, launchedAt, unlocked } = row;
  const kept = { status, statusReason, plan, launchWeek, launchAt, launchedAt, unlocked };
  await tx.listings.setTerms(row, { ...kept, categories: row.profile.categories }, AUTHOR, at());
}
const hold =
  (status: Listing["status"]) =>
  (tx: Tx, { id }: Row) =>
    tx.moderation.hold(id, { status, statusReason: SECRET, statusBefore: null }, at());
const limits = () => burstLimits(writer.deps.settings);
const origin = () => ({ visitorHash: words(), networkHash: null });
let awards = 0;

/** Everything that shows in a profile, as it is written. */
const WRITES: Record<string, (tx: Tx, row: Row) => Promise<unknown>> = {
  vote: (tx, { id }) => tx.votes.set(random.pick(people), id, origin(), limits(), at()),
  "vote taken back": (tx, { id }) => tx.votes.withdraw(random.pick(people), id, at()),
  follow: (tx, { id }) => tx.engagement.follow(random.pick(people), id, at()),
  "follow taken back": (tx, { id }) => tx.engagement.unfollow(random.pick(people), id),
  view: (tx, { id }) => tx.engagement.visit([{ kind: "views", listingId: id, day: "2026-11-20", hash: words() }]),
  async review(tx, { id }) {
    const author = random.pick(people.slice(0, 2));
    await tx.reviews.write(author, id, { rating: random.between(1, 5), title: words(), body: words() }, at());
    const { id: reviewId, updatedAt: seenAt } = (await tx.reviews.find(author, id))!;
    await tx.reviews.decide(reviewId, "published", { by: people[0]!, at: at(), seenAt });
  },
  "review under review": (tx, { id }) =>
    tx.reviews.write(
      random.pick(people.slice(0, 2)),
      id,
      { rating: 3, title: SECRET, body: `${SECRET} ${words()}` },
      at(),
    ),
  "review removed": (tx, { id }) => tx.reviews.remove(random.pick(people.slice(0, 2)), id),
  "name of an account": (tx) => tx.accounts.setName(random.pick(people.slice(0, 2)), words()),
  "account deleted": async (tx) => {
    const id = `gone-${words()}`;
    await tx.accounts.add({ id, email: `${id}@people.example`, name: "Gone", createdAt: at() });
    await tx.reviews.write(id, listing.id, { rating: 4, title: null, body: words() }, at());
    const { id: reviewId, updatedAt: seenAt } = (await tx.reviews.find(id, listing.id))!;
    await tx.reviews.decide(reviewId, "published", { by: people[0]!, at: at(), seenAt });
    await tx.personal.erase(id, `${id}@people.example`);
  },
  rating: (tx, { id }) =>
    tx.figures.saveRating({
      ...{ listingId: id, date: at().toISOString().slice(0, 10), value: random.between(0, 90) },
      ...{ source: words(), checkedAt: at() },
    }),
  async award(tx, { id }) {
    const week = new Date(Date.UTC(2000, 0, 3 + 7 * ++awards)).toISOString().slice(0, 10);
    const kind = "launch_of_the_week" as const;
    const times = { reachedAt: at(), startsAt: at(), endsAt: at(), awardedAt: at() };
    const place = random.pick([1, 2, 3] as const);
    await tx.awards.give(
      week,
      [{ id: words(), kind, week, place, listingId: id, votes: 1, tied: false, ...times }],
      at(),
    );
  },
  edit: (tx, row) => edit(tx, row, () => ({ tagline: words() })),
  "edit of the profile": (tx, row) => edit(tx, row, inProfile({ description: words(), features: [words()] })),
  price: (tx, row) => edit(tx, row, () => ({ pricingModel: random.pick(["free", "freemium", "paid"]) })),
  "words on the price": (tx, row) => edit(tx, row, inProfile({ pricingSummary: words() })),
  milestones: (tx, row) =>
    edit(
      tx,
      row,
      inProfile({ milestones: [{ id: 1, date: "2026-10-01", title: words(), description: null, url: null }] }),
    ),
  "milestones shown": (tx, row) => terms(tx, row, { unlocked: ["milestones"] }),
  "milestones not shown": (tx, row) => terms(tx, row, { unlocked: [] }),
  update: (tx, { id }) =>
    tx.updates.add({ listingId: id, accountId: people[0]!, title: words(), body: words(), publishedAt: at() }),
  founders: (tx, row) =>
    edit(tx, row, () => ({}), { founders: [{ name: words(), title: words(), bio: null }], ownerId: null }),
  claim: (tx, { id }) => tx.listings.setClaimed(id, random.pick(["dns", "email", null]), at()),
  plan: (tx, row) => terms(tx, row, { plan: random.pick(["free", "launch", "none"]) }),
  category: (tx, row) => edit(tx, row, () => ({}), { categories: [{ slug: "crm", name: "CRM", primary: false }] }),
  async "name of a category"(tx) {
    const { slug, ...row } = (await tx.reference.findCategory("crm"))!;
    await tx.categories.save({ ...row, slug, name: words() });
  },
  "alternatives approved": (tx) => tx.alternatives.approve(listing.id, random.chance(0.5) ? [other.id] : [], at()),
  "badge missing": hold("hidden"),
  suspension: hold("suspended"),
  removal: hold("removed"),
};
/** What only the database itself can do today. */
const ROWS: Record<string, (row: Row) => string> = {
  "renamed slug": ({ id }) => `update listings set slug = 'renamed-' || ${random.between(1, 1e9)} where id = ${id}`,
  "deleted row": () => "delete from listing_updates where id = (select max(id) from listing_updates)",
};

const HIDING = ["badge missing", "suspension", "removal", "renamed slug"];

const HEADERS = { host: "debut.example" };
/** Pages are not kept for readers with a cookie, but what they are made of is. */
const COOKIE = { cookie: "seen=1" };
async function ask(origin: string, path: string, headers = {}): Promise<string> {
  const { statusCode, body } = await request(origin + path, { headers: { ...HEADERS, ...headers } });
  return `${statusCode} ${(await body.text()).replace(/"request_id":"[^"]+"/, "")}`;
}
async function call(origin: string, slug: string): Promise<string> {
  const { body } = await request(`${origin}/mcp`, {
    method: "POST",
    headers: {
      ...{ ...HEADERS, "content-type": "application/json", accept: "application/json, text/event-stream" },
      ...{ "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "get_listing" },
    },
    body: JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: {
        ...{ name: "get_listing", arguments: { slug } },
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    }),
  });
  return (await body.text()).replace(/"request_id":"[^"]+"/g, "").replaceAll(/\\"request_id\\":\\"[^"]+\\"/g, "");
}
/** What the reader keeps of other listings goes to the disk. */
const readLong = () => Promise.all(long.map(({ slug }) => ask(remote, `/api/v1/listings/${slug}`)));
/** What a reader sees of a listing, by every way. */
const shownBy = (origin: string, { slug }: Row) =>
  Promise.all([
    ask(origin, `/api/v1/listings/${slug}`),
    ask(origin, `/listings/${slug}`),
    ask(origin, `/api/v1/listings?q=${slug}`),
    ask(origin, "/categories/crm"),
    ask(origin, `/listings/${slug}`, COOKIE),
    ask(origin, `/listings/${slug}/alternatives`, COOKIE),
    ask(origin, "/search?q=acme", COOKIE),
    ask(origin, "/search?q=words", COOKIE),
    call(origin, slug),
  ]);

/** What both see now. The reader's own jobs write too; what is read while they do is read again. */
async function shownByBoth(): Promise<[seen: string[], expected: string[]]> {
  const before = db.pragma("data_version", { simple: true });
  const shown: [string[], string[]] = [
    await shownBy(remote, listing),
    await shownBy(`http://127.0.0.1:${writer.port}`, listing),
  ];
  return db.pragma("data_version", { simple: true }) === before ? shown : shownByBoth();
}

it("a reader of another process sees every write at once, and never anything private", async () => {
  const kinds = [...Object.keys(WRITES), ...Object.keys(ROWS)];
  // Each kind, in any order, mostly on the listing that is read.
  const times = rounds({ short: 1, long: 2 });
  const order = Array.from({ length: times }, () => random.sample(kinds, kinds.length)).flat();
  let [changes, live] = [0, 0];
  let last: string[] = [];
  for (const kind of order) {
    const row = random.chance(0.75) ? listing : other;
    const [write, sql] = [WRITES[kind], ROWS[kind]];
    if (random.chance(0.5)) await readLong();
    if (write) await writer.deps.store.change((tx) => write(tx, row));
    else db.exec(sql!(row));
    const [seen, expected] = await shownByBoth();
    expect(seen, `after: ${kind}`).toEqual(expected);
    expect(seen.join("\n")).not.toContain(SECRET);
    if (seen.join() !== last.join()) changes++;
    if (seen[0]!.startsWith("200")) live++;
    last = seen;
    if (!HIDING.includes(kind)) continue;
    // Only for one read, so that other writes show.
    await writer.deps.store.change((tx) => hold("live")(tx, row));
    db.prepare("update listings set slug = ? where id = ?").run(row.slug, row.id);
    const [seenAgain, expectedAgain] = await shownByBoth();
    expect(seenAgain, `back again after: ${kind}`).toEqual(expectedAgain);
  }
  // Most writes are on the listing that is read, and show.
  expect(changes).toBeGreaterThan(order.length / 2);
  expect(live).toBeGreaterThan(order.length / 2);
});
