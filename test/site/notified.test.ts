import { expect, it } from "vitest";
import { setFollowing } from "../../actions/community/follow.ts";
import { answerReview, removeReview, writeReview } from "../../actions/community/review.ts";
import { setWaiting } from "../../actions/launches/wait.ts";
import { chooseNotifications } from "../../actions/notifications/choose.ts";
import { markPaid } from "../../actions/orders/by-hand.ts";
import { saveSearch } from "../../actions/search/saved-searches.ts";
import { weekAfter, weekOf } from "../../domain/launches/launch-week.ts";
import { sentenceOf } from "../../domain/notifications/notification.ts";
import { inEnglish } from "../../languages/words.ts";
import { createWorld, PASSWORD, type World } from "../helpers/world.ts";
import { createVisitor } from "./world.ts";

const [MINUTE, HOUR, DAY] = [60_000, 3600_000, 24 * 3600_000];
/** A Tuesday, so that a week has begun and lasts. */
let clock = Date.parse("2026-11-24T09:00:00Z");

const world = await createWorld({
  env: { SITE_TIMEZONE: "UTC", LIMIT_SIGN_IN: "10000", LIMIT_WRITE: "10000", PAYMENT_INSTRUCTIONS: "IBAN" },
  replaced: { now: () => new Date(clock) },
});
await world.account("root", { admin: true });
const root = createVisitor(world.baseUrl);
await root.signIn("root@people.example", { password: PASSWORD });

const later = async (ms: number) => {
  clock += ms;
  await world.drain();
};
const idOf = async (name: string) => (await world.account(name)).id;
/** What somebody finds behind the bell, the newest first, with a mark at what is unread. */
const seenBy = async (name: string) =>
  (await world.deps.store.notifications.ofAccount(await idOf(name), { offset: 0, limit: 100 })).map(
    (one) => `${one.readAt ? "" : "• "}${inEnglish(sentenceOf(one))}`,
  );
const pathsOf = async (name: string) =>
  (await world.deps.store.notifications.ofAccount(await idOf(name), { offset: 0, limit: 100 })).map(({ path }) => path);
const readAll = async (name: string) => {
  const id = await idOf(name);
  await world.deps.store.change((tx) => tx.notifications.markAllRead(id, world.deps.now(), world.deps.now()));
};
const vote = async (name: string, slug: string, isWanted = true) =>
  world.deps.setVote({
    ...{ accountId: await idOf(name), slug, isWanted },
    origin: { visitorHash: name, networkHash: null },
  });
const subjectsTo = async (name: string) => {
  const { email } = await world.account(name);
  const { items } = await world.deps.store.mails.list({ page: 1, perPage: 100 });
  return items.filter(({ recipient }) => recipient === email).map(({ subject }) => subject);
};
let products = 0;
const launched = async (owner: string, given: Parameters<World["listing"]>[1] = {}) =>
  world.listing(`Thing ${++products}`, {
    ownerId: await idOf(owner),
    launchWeek: weekOf(world.deps.now(), "UTC").monday,
    ...given,
  });

it("votes: the whole team hears of every ten, once, however often votes are taken back", async () => {
  const { id, slug, name } = await launched("vera");
  const edit = await idOf("edda");
  await world.deps.store.change((tx) => tx.listings.addEditor(id, edit, world.deps.now()));
  for (let each = 0; each < 9; each++) await vote(`voter-${each}`, slug);
  expect(await seenBy("vera")).toEqual([]);
  await vote("voter-9", slug);
  for (const who of ["vera", "edda"]) expect(await seenBy(who)).toEqual([`• ${name} has 10 votes`]);
  await readAll("vera");
  for (let replay = 0; replay < 5; replay++) {
    await vote("voter-9", slug, false);
    await vote("voter-9", slug);
    await vote("voter-9", slug);
  }
  expect(await seenBy("vera")).toEqual([`${name} has 10 votes`]);
  for (let each = 10; each < 21; each++) await vote(`voter-${each}`, slug);
  expect(await seenBy("vera")).toEqual([`• ${name} has 20 votes`]);
  // Nothing says who voted, so that it can be told to nobody.
  const rows = await world.deps.store.notifications.ofAccount(await idOf("vera"), { offset: 0, limit: 9 });
  expect(rows.map(({ by }) => by)).toEqual([null]);
});

it("the place in the week: told within ten minutes, and at most once an hour", async () => {
  const [one, other] = [await launched("petra"), await launched("quentin")];
  for (let each = 0; each < 30; each++) await vote(`voter-${each}`, one.slug);
  await later(16 * MINUTE);
  expect(await seenBy("petra")).toContain(`• ${one.name} is now number 1 of its week`);
  await readAll("petra");
  for (let each = 0; each < 40; each++) await vote(`voter-${each}`, other.slug);
  await later(16 * MINUTE);
  expect(await seenBy("quentin")).toContain(`• ${other.name} is now number 1 of its week`);
  expect(await seenBy("petra")).toContain(`${one.name} is now number 1 of its week`);
  // It is still true an hour later, and so it is news.
  for (let quarter = 0; quarter < 4; quarter++) await later(16 * MINUTE);
  expect(await seenBy("petra")).toContain(`• ${one.name} is now number 2 of its week`);
  await readAll("petra");
  await later(DAY);
  expect(await seenBy("petra")).toContain(`${one.name} is now number 2 of its week`);
});

it("followers: each of the first ten, then every tenth, and no replay", async () => {
  const { id, name } = await launched("fola");
  const follow = async (who: string, isWanted = true) =>
    setFollowing({ accountId: await idOf(who), listingId: id, isWanted }, world.deps);
  await follow("fola");
  expect(await seenBy("fola")).toEqual([]);
  await follow("voter-0");
  expect(await seenBy("fola")).toEqual([`• ${name} has 2 followers`]);
  await readAll("fola");
  for (let replay = 0; replay < 5; replay++) {
    await follow("voter-0", false);
    await follow("voter-0");
  }
  expect(await seenBy("fola")).toEqual([`${name} has 2 followers`]);
  for (let each = 1; each < 14; each++) await follow(`voter-${each}`);
  expect(await seenBy("fola")).toEqual([`• ${name} has 10 followers`]);
});

const seenAt = async () => {
  const { text } = await root.get("/admin/reviews");
  return /name="seen_at" value="([^"]+)"/.exec(text)![1]!;
};
it("reviews: once an admin published them, and gone with them; answers to their writer", async () => {
  const { id, slug, name } = await launched("rita");
  const place = { accountId: await idOf("rob"), listingId: id };
  await writeReview({ ...place, rating: 4, title: "", body: "Good." }, world.deps);
  expect(await seenBy("rita")).toEqual([]);
  const review = (await world.deps.store.reviews.find(place.accountId, id))!;
  await root.get("/admin/reviews");
  await root.post(`/admin/reviews/${review.id}`, { decision: "approve", seen_at: await seenAt() });
  expect(await seenBy("rita")).toEqual([`• rob reviewed ${name}: 4 stars`]);
  expect(await pathsOf("rita")).toEqual([`/listings/${slug}#reviews`]);
  await later(10 * MINUTE);
  expect(await subjectsTo("rita")).toEqual([`rob reviewed ${name}: 4 stars`]);

  const answer = { accountId: await idOf("rita"), listingId: id, reviewId: review.id, text: "Thank you." };
  await answerReview(answer, world.deps);
  await root.post(`/admin/reviews/${review.id}/answer`, { decision: "approve", seen_at: await seenAt() });
  expect(await seenBy("rob")).toEqual([`• The team of ${name} answered your review`]);
  await world.drain();
  expect(await subjectsTo("rob")).toEqual([`${name} answered your review`]);

  await removeReview(place, world.deps);
  expect(await seenBy("rita")).toEqual([]);
});

it("reviews that were rejected are no news but to their writer, and answers send no email to whoever wants none", async () => {
  const { id, name } = await launched("rhea");
  const place = { accountId: await idOf("rolf"), listingId: id };
  const quiet = { timeZone: "UTC", hours: null };
  await chooseNotifications(place.accountId, { wanted: new Set(["answer.site"]), quiet }, world.deps);
  for (const decision of ["reject", "approve"]) {
    await writeReview({ ...place, rating: 1, title: "", body: `No, ${decision}.` }, world.deps);
    const review = (await world.deps.store.reviews.find(place.accountId, id))!;
    await root.post(`/admin/reviews/${review.id}`, { decision, seen_at: await seenAt() });
    expect(await seenBy("rhea")).toHaveLength(decision === "reject" ? 0 : 1);
  }
  const reviewId = (await world.deps.store.reviews.find(place.accountId, id))!.id;
  await answerReview({ accountId: await idOf("rhea"), listingId: id, reviewId, text: "Sorry." }, world.deps);
  await root.post(`/admin/reviews/${reviewId}/answer`, { decision: "approve", seen_at: await seenAt() });
  await later(HOUR);
  expect(await seenBy("rolf")).toHaveLength(1);
  // The statement of reasons is owed to whoever wrote what was rejected, whatever they chose.
  expect(await subjectsTo("rolf")).toEqual([`We hid a review of ${name}`]);
});

it("launches, awards, and launches that somebody waited for", async () => {
  const next = weekAfter(weekOf(world.deps.now(), "UTC"), "UTC");
  const coming = await launched("lena", {
    status: "scheduled",
    plan: "launch",
    launchedAt: null,
    launchWeek: next.monday,
  });
  const [eager, silent] = [await world.account("eager"), await world.account("silent")];
  const quiet = { timeZone: "UTC", hours: null };
  await chooseNotifications(silent.id, { wanted: new Set(["waiting.site"]), quiet }, world.deps);
  for (const account of [eager, silent]) await setWaiting(coming, { account, isWanted: true }, world.deps);
  await later(next.startsAt.getTime() - clock + MINUTE);
  const { name, slug } = coming;
  expect(await seenBy("lena")).toEqual([`• ${name} is live`]);
  for (const who of ["eager", "silent"]) expect(await seenBy(who)).toEqual([`• ${name} is live`]);
  expect([await subjectsTo("eager"), await subjectsTo("silent")]).toEqual([[`${name} is live`], []]);
  await vote("voter-0", slug);
  await later(8 * DAY);
  expect(await seenBy("lena")).toContain(`• ${name} won an award: Launch of the Week`);
  expect(await pathsOf("lena")).toContain(`/awards/launch-of-the-week-${next.monday}-1`);
});

it("news of listings that one follows and of saved searches, with and without an email", async () => {
  const listing = await launched("nils", { category: "crm" });
  const quiet = { timeZone: "UTC", hours: null };
  for (const name of ["reader", "clicker"]) {
    const accountId = await idOf(name);
    await setFollowing({ accountId, listingId: listing.id, isWanted: true }, world.deps);
    await saveSearch({ accountId, query: "category=crm", title: "CRM" }, world.deps);
  }
  const wanted = new Set(["update.site", "search.site"]);
  await chooseNotifications(await idOf("clicker"), { wanted, quiet }, world.deps);
  await world.as("nils").post(`/me/listings/${listing.id}/updates`, { body: { title: "Faster", body: "By half." } });
  await world.drain();
  const fresh = await launched("nils", { category: "crm" });
  await later(2 * HOUR);
  for (const who of ["reader", "clicker"])
    expect((await seenBy(who)).sort(), who).toEqual(
      [`• News from ${listing.name}: Faster`, "• One new listing for CRM"].sort(),
    );
  expect((await subjectsTo("reader")).sort()).toEqual(
    [`New match for “CRM”: ${fresh.name}`, `${listing.name}: Faster`].sort(),
  );
  expect(await subjectsTo("clicker")).toEqual([]);
});

it("orders: one notification each, which says the newest; its emails always come", async () => {
  const { id } = await launched("olga");
  const items = [{ product: "story-unlock", listing_id: id }];
  const { body } = await world.as("olga").post("/orders/checkout", { body: { items } });
  const quiet = { timeZone: "UTC", hours: { from: 0, until: 1439 } };
  await chooseNotifications(await idOf("olga"), { wanted: new Set(["order.site"]), quiet }, world.deps);
  const order = (await world.deps.store.orders.find(body.number))!;
  for (let twice = 0; twice < 2; twice++) await markPaid(order, order.totalCents, world.deps);
  await world.drain();
  expect(await seenBy("olga")).toEqual([`• Order ${order.number} is paid`]);
  expect(await pathsOf("olga")).toEqual([`/account/orders/${order.number}`]);
  expect((await subjectsTo("olga")).some((subject) => subject.includes(order.number))).toBe(true);
});
