import { afterAll, describe, expect, it } from "vitest";
import { createCollection } from "../../actions/community/collections.ts";
import { saveField } from "../../actions/site/own-fields.ts";
import { databaseFile } from "../../core/settings/config.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import type { Shown } from "../../domain/listings/listing-change.ts";
import { openWriter } from "../../store/sqlite/open.ts";
import { castVote } from "../helpers/cast-vote.ts";
import { statementsOf } from "../helpers/statements.ts";
import { createWorld } from "../helpers/world.ts";

const WEEK_MS = 7 * 24 * 3600_000;
const PLACES = [1, 2, 3] as const;
const AT = new Date("2026-11-02T10:00:00Z");

/** A connection past the store, like that of another program. */

async function addListing(name: string, category?: string): Promise<Listing> {
  const profile = {
    tags: ["fast"],
    story: { origin: "A garage" },
    milestones: [{ id: 1, date: "2026-10-01", title: "First sale", description: null, url: null }],
    media: [{ url: "https://pictures.example/a.png", alt: "A" }],
  };
  // Its maker is part of Rita's profile.
  const founders = [{ name: `Rita of ${name}`, title: null, bio: null }];
  const unlocked = ["story", "milestones", "media"] as const;
  const listing = await world.listing(name, {
    ...(category && { category }),
    profile,
    founders,
    unlocked: [...unlocked],
  });
  const { store } = world.deps;
  const reader = await world.account("rita");
  await store.change(async (tx) => {
    // A job counts anew what is of an earlier day.
    const seen = { shownSince: AT, visitors: 12, countedOn: "2100-01-01" };
    await tx.visitFigures.showBadgeCount({ listingId: listing.id, ...seen });
    await tx.updates.add({ listingId: listing.id, accountId: reader.id, title: "News", body: "New", publishedAt: AT });
    for (const date of ["2026-10-01", "2026-11-01"])
      await tx.figures.saveRating({ listingId: listing.id, date, value: 30, source: "x", checkedAt: AT });
    await tx.reviews.write(reader.id, listing.id, { rating: 4, title: "Fine", body: "Good" }, AT);
    const review = await tx.reviews.find(reader.id, listing.id);
    await tx.reviews.decide(review!.id, "published", { by: reader.id, at: AT, seenAt: AT });
    await tx.listings.addEditor(listing.id, reader.id, AT);
    const said = { listingId: listing.id, subject: "launch", accountId: reader.id, reason: null } as const;
    const first = { ...said, status: "published", createdAt: AT } as const;
    const [thread, reply, more] = ["thread", "reply", "more"].map((part) => `${part}-${listing.slug}`);
    await tx.comments.add({ ...first, id: thread!, threadId: null, answersId: null, body: "How?" });
    await tx.comments.add({ ...first, id: reply!, threadId: thread!, answersId: thread!, body: "So." });
    await tx.comments.add({ ...first, id: more!, threadId: thread!, answersId: reply!, body: "Why?" });
    await tx.comments.react(thread!, reader.id, "helpful", AT);
  });
  // Votes of the team would not count.
  await castVote(world.deps, (await world.account("vera")).id, listing.id);
  return listing;
}

const world = await createWorld();
const listings = [await addListing("One", "crm"), await addListing("Two"), await addListing("Three", "crm")];
const [one, two] = listings;
const { id: accountId } = await world.account("rita");
await world.deps.store.change(async (tx) => {
  await saveField(tx, { key: "unused", label: "Unused", kind: "line", shownIn: ["facts"], editors: "owner" });
  await tx.sitePages.save({ slug: "p/faq", title: "FAQ", isHidden: false, markdown: "Answers.", updatedAt: AT });
  await tx.profiles.takeHandle(accountId, "rita", AT);
  await tx.profiles.save({ accountId, handle: "rita", isPublic: true, bio: null, links: [], shows: [] }, AT);
  for (const { id } of await tx.profiles.knownFounders(accountId)) await tx.profiles.addFounder(accountId, id, AT);
  await tx.profiles.setAvatar(accountId, "https://debut.example/uploads/AAAAAAAAAAAAAAAAAAAAAAAAAAA/192", AT);
  await tx.alternatives.approve(one!.id, [two!.id], AT);
  const award = { kind: "launch_of_the_week" as const, week: "2026-10-26", votes: 3, tied: false };
  const given = listings.map(({ id: listingId }, index) => ({
    ...{ ...award, id: `award-${index}`, listingId, place: PLACES[index]! },
    ...{ reachedAt: AT, startsAt: AT, endsAt: AT, awardedAt: AT },
  }));
  await tx.awards.give("2026-10-26", given, AT);
  const best = given.map(({ id: awardId, listingId, place, votes, tied }) => ({
    awardId,
    listingId,
    place,
    votes,
    tied,
  }));
  await tx.trophies.give("2026-10", best, AT);
});
// A page says how many collections have its listing once there are five.
for (const name of ["ada", "ben", "cy", "di", "ed"]) {
  const { id: accountId } = await world.account(name);
  const text = { title: "Mine", description: null, isPublic: true };
  await createCollection({ accountId, listingId: one!.id, ...text }, world.deps);
}
const db = openWriter(databaseFile(world.deps.settings));
db.pragma("foreign_keys = off");
db.pragma("ignore_check_constraints = on");
afterAll(async () => {
  db.close();
});

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const otherText = (text: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(Date.parse(text) + WEEK_MS).toISOString().slice(0, 10) : `${text}x`;
function otherJson(value: Json): Json {
  if (Array.isArray(value)) return value.map(otherJson);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, otherJson(part)]));
  if (typeof value === "string") return otherText(value);
  return typeof value === "boolean" ? !value : Number(value) + 1;
}

/** Another value for a column. Different values stay different, and unique. */
function otherValue({ name, type }: Column, value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value.map((byte) => byte ^ 1));
  if (typeof value === "number") return value + (value > 1e11 ? WEEK_MS : 1000);
  if (typeof value !== "string") return type === "TEXT" ? "x" : 1000;
  return name.endsWith("_json") ? JSON.stringify(otherJson(JSON.parse(value) as Json)) : otherText(value);
}

/** The bytes of a blob are another object each time. */
const keyOf = (value: unknown): unknown => (value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value);

type Column = { name: string; type: string };
const columnsOf = (table: string) => db.prepare<[], Column>(`pragma table_info(${table})`).all();
const names = (sql: string, ...values: unknown[]) =>
  db
    .prepare<unknown[], string>(sql)
    .pluck()
    .all(...values);
const isFull = (table: string) => names(`select 1 from ${table} limit 1`).length > 0;
const KEPT_BY_TRIGGERS = /_(changes|counts|paths|tags|values)$|^counts$/;
/** Tables of our own, in which there is a row. */
const tables = () =>
  names("select name from sqlite_master where sql like 'create table%strict%'").filter(
    (table) => isFull(table) && !KEPT_BY_TRIGGERS.test(table),
  );

/** From narrow to wide: each makes anew what those before it make. */
const ALL: Shown[] = ["profile", "page", "card"];
/** Where the first listing is shown, and which entries of the list make that anew. */
const ANSWERS: { path: string; part?: RegExp; by: { slug: string; from: Shown }[] }[] = [
  { path: "/api/v1/listings/one", by: [{ slug: "one", from: "profile" }] },
  {
    path: "/api/v1/listings",
    part: /"slug":"one".*?"updated_at"[^}]*/,
    // Lists name the category as it is; profiles have a copy of its name.
    by: [
      { slug: "one", from: "profile" },
      { slug: "category/", from: "card" },
    ],
  },
  // Its place depends on the votes for others.
  { path: "/listings/one", by: ["one", "race/"].map((slug) => ({ slug, from: "page" }) as const) },
  {
    path: "/listings/three",
    part: /<div class="body"><h3><a href="\/listings\/one".*/,
    by: [{ slug: "one", from: "card" }],
  },
  {
    path: "/categories/crm",
    by: [
      ...["one", "three", "category/crm"].map((slug) => ({ slug, from: "page" }) as const),
      { slug: "category/", from: "card" },
    ],
  },
];
/** With a cookie, so that pages are made and not kept. */
const answers = () =>
  Promise.all(
    ANSWERS.map(async ({ path, part = /^.*$/s }) => {
      const response = await fetch(world.url + path, { redirect: "manual", headers: { cookie: "seen=1" } });
      return `${response.status} ${part.exec(await response.text())?.[0]}`;
    }),
  );

/** Whether a statement changes what is shown of the listing, and then whether the list names it; and what is shown now. */
async function forgottenBy(sql: string, before: string[]) {
  const since = db.prepare("select coalesce(max(seq), 0) from listing_changes").pluck().get();
  db.exec(sql);
  const after = await answers();
  const changed = ANSWERS.filter((_, index) => after[index] !== before[index]);
  if (changed.length === 0) return { after };
  const listed = db
    .prepare<unknown[], { slug: string; shown: Shown }>("select slug, shown from listing_changes where seq > ?")
    .all(since);
  const isListed = ({ slug, from }: { slug: string; from: Shown }) =>
    listed.some((entry) => entry.slug === slug && ALL.indexOf(entry.shown) >= ALL.indexOf(from));
  return { after, result: changed.every(({ by }) => by.some(isListed)) ? "shown" : "forgotten" };
}

describe("the list of changed listings", () => {
  it("names a listing when any column changes that its profile, its card or its page shows", async () => {
    // Of many days one is enough, and their keys are not in one another's way.
    db.exec("delete from exchange_rates where day < (select max(day) from exchange_rates)");
    const before = await answers();
    const found = new Map<string, string[]>();
    let last = before;
    for (const table of tables())
      for (const column of columnsOf(table)) {
        const seen = new Map<unknown, unknown>();
        db.function("other", (value: unknown) => {
          const other = otherValue(column, value);
          seen.set(keyOf(other), value);
          return other;
        });
        // A row that a job added meanwhile stays as it is.
        db.function("before", (value: unknown) => (seen.has(keyOf(value)) ? seen.get(keyOf(value)) : value));
        const { name } = column;
        const { after, result } = await forgottenBy(`update ${table} set ${name} = other(${name})`, last);
        db.exec(`update ${table} set ${name} = before(${name})`);
        last = result ? await answers() : after;
        if (result) found.set(result, [...(found.get(result) ?? []), `${table}.${name}`]);
      }
    // Keys that nothing changes once a page names them, and what every page shows.
    const onEveryPage = [
      ...["name", "accent", "logo", "footer_text"].map((column) => `site_look.${column}`),
      ...["slug", "title", "is_hidden"].map((column) => `site_pages.${column}`),
    ];
    expect(found.get("forgotten")).toEqual([
      ...["accounts.id", "listings.id", "founders.id", "founders.slug"],
      ...onEveryPage,
    ]);
    expect(found.get("shown")).toEqual(
      expect.arrayContaining(["accounts.name", "listings.votes", "reviews.body", "awards.place"]),
    );
    expect(await answers()).toEqual(before);
  });

  it("names a listing when a row is added or deleted that its profile, its card or its page shows", async () => {
    const before = await answers();
    const found = new Map<string, string[]>();
    let last = before;
    for (const table of tables()) {
      db.exec(`create temp table kept as select * from ${table}`);
      for (const sql of [`delete from ${table}`, `insert into ${table} select * from kept`]) {
        const { after, result } = await forgottenBy(sql, last);
        last = after;
        if (result) found.set(result, [...(found.get(result) ?? []), sql]);
      }
      db.exec("drop table kept");
    }
    // Accounts are never deleted: their row stays without a name. Founders go only when no listing names them.
    // Kept pages compare the definitions of fields, and the look with own pages, by themselves.
    expect(found.get("forgotten")).toEqual(
      ["accounts", "founders", "site_pages", "own_fields"].flatMap((table) => [
        `delete from ${table}`,
        `insert into ${table} select * from kept`,
      ]),
    );
    expect(found.get("shown")).toEqual(
      [
        ...["categories", "listings", "listing_categories", "listing_members", "votes", "reviews", "awards"],
        ...["domain_ratings", "listing_alternatives", "listing_updates"],
        "period_awards",
        "comments",
        "comment_reactions",
        "profiles",
        "profile_founders",
        "collection_items",
        "shown_badges",
      ].flatMap((table) => [`delete from ${table}`, `insert into ${table} select * from kept`]),
    );
    expect(await answers()).toEqual(before);
  });

  it("is not written by the job that ranks what is trending", async () => {
    const newest = names("select max(seq) from listing_changes");
    db.exec("update listings set trending = trending + 1");
    expect(names("select max(seq) from listing_changes")).toEqual(newest);
  });

  it("is checked with a row in every table that these answers are read from", async () => {
    db.exec("update listings set votes = votes + 1");
    const ran = await statementsOf(answers);
    const read = new Set(
      ran.flatMap(({ sql }) => [...sql.matchAll(/\b(?:from|join) "?(\w+)"?/g)].map(([, name]) => name!)),
    );
    const isChecked = (table: string) => table === "json_each" || KEPT_BY_TRIGGERS.test(table) || isFull(table);
    expect([...read].filter((table) => !isChecked(table))).toEqual([]);
    expect([...read]).toEqual(expect.arrayContaining(["listings", "reviews", "awards", "listing_alternatives"]));
  });
});
