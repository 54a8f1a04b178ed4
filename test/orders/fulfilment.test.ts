import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { releaseHold } from "../../actions/orders/apply-payment.ts";
import { chargedBy } from "../../domain/invoices/invoice.ts";
import type { OrderItem } from "../../domain/orders/quote.ts";
import type { NewListing } from "../../store/repos/listings/listing-writes.ts";
import { createShop, SELLER, type Shop } from "../helpers/shop.ts";

const WEEK = "2026-11-30";
let shop: Shop;
let owner: string;
beforeEach(async () => {
  shop = await createShop({ ...SELLER, WEEK_CAPACITY: "5", FEATURED_PER_WEEK: "2" });
  owner = await shop.make.person();
});
afterEach(() => shop.close());

const draft = (given: Partial<NewListing> = {}) =>
  shop.make.listing({ ownerId: owner, status: "draft", launchedAt: null, ...given });
const find = async (id: number) => (await shop.store.listings.find(id))!;
const order = async (number: string) => (await shop.store.orders.find(number))!;

async function buy(items: OrderItem[]) {
  const made = await shop.order(owner, items);
  await shop.take({ orderNumber: made.number, amountCents: made.totalCents });
  await shop.drain();
  return made;
}
const report = async (
  { number, totalCents: amountCents }: { number: string; totalCents: number },
  state: "refunded" | "disputed" | "dispute_won" | "partially_refunded",
  refundedCents = state === "refunded" ? amountCents : 0,
) => {
  await shop.take({ orderNumber: number, amountCents, state, refundedCents });
  await shop.drain();
};
const billboard = async () =>
  (await shop.store.figures.billboard({ offset: 0, limit: 9 })).rows.map(({ value }) => value);
const extra = (slugs: string[]) => slugs.map((slug) => expect.objectContaining({ slug, primary: false }));

describe("a paid launch", () => {
  it("without a week is live at once, with everything that it includes", async () => {
    const { id } = await draft();
    const categories = (await shop.store.reference.categoryNames()).slice(3, 5).map(({ slug }) => slug);
    const { number } = await buy([{ product: "launch", listingId: id, categories }]);
    expect(await find(id)).toMatchObject({
      status: "live",
      plan: "launch",
      launchWeek: "2026-11-16",
      launchedAt: shop.clock.at,
      unlocked: ["story", "milestones", "media", "categories"],
      profile: { categories: extra(categories) },
    });
    expect(await order(number)).toMatchObject({ status: "paid", lines: [{ fulfilledAt: shop.clock.at }] });
  });

  it("waits for its week, and goes live with it", async () => {
    const { id } = await draft();
    await buy([{ product: "launch", listingId: id, week: "2026-12-02" }]);
    expect(await find(id)).toMatchObject({ status: "scheduled", plan: "launch", launchWeek: WEEK, launchedAt: null });
    expect(await shop.store.launches.room(WEEK, 5, shop.clock.at)).toEqual({ booked: 1, capacity: 5 });
    shop.clock.at = new Date(`${WEEK}T00:01:00Z`);
    await shop.run("launch-week");
    expect(await find(id)).toMatchObject({ status: "live", launchedAt: new Date(`${WEEK}T00:00:00Z`) });
  });

  it("of a live listing adds what it includes and leaves its launch as it was", async () => {
    const launchedAt = new Date("2026-03-04T05:06:07Z");
    const { id } = await draft({ status: "live", plan: "free", launchedAt, launchWeek: "2026-03-02" });
    await buy([{ product: "launch", listingId: id }]);
    expect(await find(id)).toMatchObject({ status: "live", plan: "launch", launchedAt, launchWeek: "2026-03-02" });
  });

  it("that is refunded before the week of a second launch leaves the listing in the calendar", async () => {
    const launchedAt = new Date("2026-03-04T05:06:07Z");
    const { id } = await draft({ launchedAt, launchWeek: "2026-03-02" });
    const made = await buy([{ product: "launch", listingId: id, week: WEEK }]);
    expect(await find(id)).toMatchObject({ status: "scheduled", launchedAt, launchWeek: WEEK });
    await report(made, "refunded");
    expect(await find(id)).toMatchObject({ status: "scheduled", plan: "none", launchedAt, launchWeek: WEEK });
  });

  it("first reported as partly refunded is paid, and has its place", async () => {
    const { id } = await draft();
    const made = await shop.order(owner, [{ product: "launch", listingId: id, week: WEEK }]);
    const { number, totalCents: amountCents } = made;
    await shop.take({ orderNumber: number, amountCents, state: "partially_refunded", refundedCents: 100 });
    expect(await order(number)).toMatchObject({ status: "partially_refunded", paidAt: shop.clock.at });
    expect(await shop.store.launches.room(WEEK, 5, shop.clock.at)).toMatchObject({ booked: 1 });
    await shop.drain();
    expect(await find(id)).toMatchObject({ status: "scheduled", plan: "launch", launchWeek: WEEK });
  });

  it("that is paid again after a partial refund is not announced as paid twice", async () => {
    const { id } = await draft();
    const made = await buy([{ product: "launch", listingId: id }]);
    await report(made, "partially_refunded", 100);
    await shop.take({ orderNumber: made.number, amountCents: made.totalCents, paymentId: "another" });
    await shop.drain();
    expect((await order(made.number)).status).toBe("paid");
    const told = (await shop.mailsTo(`${owner}@people.example`)).map(({ subject }) => subject);
    expect(told.filter((subject) => subject.endsWith("is paid"))).toHaveLength(1);
  });

  it("that is refunded before its week leaves the calendar and frees the place", async () => {
    const { id } = await draft();
    const made = await buy([{ product: "launch", listingId: id, week: WEEK }]);
    await report(made, "refunded");
    expect(await find(id)).toMatchObject({ status: "draft", plan: "none", launchWeek: null, unlocked: [] });
    expect(await shop.store.launches.room(WEEK, 5, shop.clock.at)).toMatchObject({ booked: 0 });
    expect(await order(made.number)).toMatchObject({
      status: "refunded",
      refundedCents: made.totalCents,
      lines: [{ fulfilledAt: null, reversedAt: shop.clock.at }],
    });
  });

  it("that is refunded before the job ran never happens", async () => {
    const { id } = await draft();
    const made = await shop.order(owner, [{ product: "launch", listingId: id, week: WEEK }]);
    await shop.take({ orderNumber: made.number, amountCents: made.totalCents });
    expect(await shop.store.launches.room(WEEK, 5, shop.clock.at)).toMatchObject({ booked: 1 });
    await report(made, "refunded");
    expect(await find(id)).toMatchObject({ status: "draft", version: 1 });
    expect(await shop.store.launches.room(WEEK, 5, shop.clock.at)).toMatchObject({ booked: 0 });
  });

  it("that is refunded when it is live keeps its launch and loses what was paid for", async () => {
    const { id } = await draft();
    const categories = [(await shop.store.reference.categoryNames())[3]!.slug];
    const other = await buy([{ product: "media-unlock", listingId: id }]);
    const made = await buy([{ product: "launch", listingId: id, categories }]);
    await report(made, "refunded");
    expect(await find(id)).toMatchObject({
      status: "live",
      plan: "none",
      launchedAt: shop.clock.at,
      unlocked: ["media"],
      profile: { categories: [] },
    });
    expect((await order(other.number)).status).toBe("paid");
  });

  it("that is disputed is suspended, and comes back when the dispute is won", async () => {
    const { id } = await draft();
    const made = await buy([{ product: "launch", listingId: id, week: WEEK }]);
    await report(made, "disputed");
    expect(await find(id)).toMatchObject({ status: "draft", plan: "none" });
    expect((await order(made.number)).status).toBe("disputed");
    await report(made, "dispute_won");
    expect(await find(id)).toMatchObject({ status: "scheduled", plan: "launch", launchWeek: WEEK });
  });
});

describe("the last places of a week", () => {
  it("go to the first five of a hundred concurrent payers; the others and an admin are told", async () => {
    const admin = await shop.make.person();
    await shop.store.change((tx) => tx.accounts.setAdmin(admin, true));
    const buyers = [];
    for (let index = 0; index < 100; index++) {
      const buyer = await shop.make.person();
      const { id } = await shop.make.listing({ ownerId: buyer, status: "draft", launchedAt: null });
      buyers.push({ buyer, id, made: await shop.order(buyer, [{ product: "launch", listingId: id, week: WEEK }]) });
    }
    await Promise.all(buyers.map(({ made }) => shop.take({ orderNumber: made.number, amountCents: made.totalCents })));
    await shop.drain();
    // Read once: opening every sealed mail for each buyer outlasts the wait for a connection on a busy machine.
    const { items } = await shop.store.mails.list({ page: 1, perPage: 1000 });
    const mailsTo = (buyer: string) => items.filter(({ recipient }) => recipient === `${buyer}@people.example`);
    const ends = await Promise.all(
      buyers.map(async ({ buyer, id, made }) => ({
        buyer,
        order: await order(made.number),
        listing: await find(id),
        mails: mailsTo(buyer).map(({ subject }) => subject),
      })),
    );
    const happy = ends.filter(({ order }) => order.status === "paid");
    const held = ends.filter(({ order }) => order.status === "on_hold");
    expect([happy.length, held.length]).toEqual([5, 95]);
    for (const { order, listing, mails } of happy) {
      expect(order.lines[0]!.fulfilledAt).toEqual(shop.clock.at);
      expect(listing).toMatchObject({ status: "scheduled", launchWeek: WEEK, plan: "launch" });
      expect(mails).toEqual([`Your order ${order.number} is paid`]);
    }
    for (const { order, listing, mails } of held) {
      expect(order).toMatchObject({
        hold: "undeliverable",
        statusReason: expect.stringMatching(/^The week of .* 20\d\d is full\.$/),
      });
      expect(listing).toMatchObject({ status: "draft", plan: "none", version: 1 });
      expect(mails).toEqual([`Your order ${order.number} needs a decision`]);
    }
    expect(await shop.mailsTo(`${admin}@people.example`)).toHaveLength(95);
    // All of the money is accounted for: what was taken and not given back stands on an invoice,
    // delivered or not.
    for (const { order } of ends)
      expect(chargedBy(await shop.store.invoices.ofOrder(order.number))).toBe(order.totalCents);
    expect(await shop.store.launches.room(WEEK, 5, shop.clock.at)).toEqual({ booked: 5, capacity: 5 });

    await shop.store.change((tx) => tx.launches.setCapacity(WEEK, 6));
    const [first, second] = held.map(({ order }) => order.number);
    for (const number of [first!, second!]) await shop.store.change((tx) => releaseHold(tx, number, shop.deps));
    await shop.drain();
    expect([(await order(first!)).status, (await order(second!)).status]).toEqual(["paid", "on_hold"]);
    await report(held[1]!.order, "refunded");
    expect((await order(second!)).status).toBe("refunded");
    expect(chargedBy(await shop.store.invoices.ofOrder(second!))).toBe(0);
  });

  it("of the featured row are held until a refund", async () => {
    const listings = [
      await draft({ status: "live" }),
      await draft({ status: "live" }),
      await draft({ status: "live" }),
    ];
    const orders: Awaited<ReturnType<Shop["order"]>>[] = [];
    for (const { id } of listings)
      orders.push(await shop.order(owner, [{ product: "featured-week", listingId: id, week: WEEK }]));
    for (const made of orders) await shop.take({ orderNumber: made.number, amountCents: made.totalCents });
    await shop.drain();
    const shown = async () => (await shop.store.orders.featured(WEEK)).map(({ id }) => id);
    expect(await shown()).toEqual([listings[0]!.id, listings[1]!.id]);
    expect((await order(orders[2]!.number)).status).toBe("on_hold");
    await report(orders[0]!, "refunded");
    expect(await shown()).toEqual([listings[1]!.id]);
    await shop.store.change((tx) => releaseHold(tx, orders[2]!.number, shop.deps));
    expect(await shown()).toEqual([listings[1]!.id, listings[2]!.id]);
  });

  it("take the launches of one order together or not at all", async () => {
    await shop.store.change((tx) => tx.launches.setCapacity(WEEK, 2));
    const [one, two, other] = [await draft(), await draft(), await draft()];
    const both = await shop.order(owner, [
      { product: "launch", listingId: one.id, week: WEEK },
      { product: "launch", listingId: two.id, week: WEEK },
    ]);
    await buy([{ product: "launch", listingId: other.id, week: WEEK }]);
    await shop.take({ orderNumber: both.number, amountCents: both.totalCents });
    await shop.drain();
    expect((await order(both.number)).status).toBe("on_hold");
    expect(await shop.store.launches.room(WEEK, 5, shop.clock.at)).toMatchObject({ booked: 1 });
  });
});

describe("other lines", () => {
  it("add up on the billboard without VAT, and decrease with refunds", async () => {
    const { id } = await draft({ status: "live" });
    const first = await shop.order(owner, [{ product: "billboard", listingId: id, amountCents: 10_000 }], {
      country: "HU",
    });
    expect(first).toMatchObject({ netCents: 10_000, vatCents: 2_700 });
    await shop.take({ orderNumber: first.number, amountCents: 12_700 });
    await buy([{ product: "billboard", listingId: id, amountCents: 5_000 }]);
    expect(await billboard()).toEqual([15_000]);
    await report(first, "partially_refunded", 6_350);
    expect(await billboard()).toEqual([10_000]);
    await report(first, "refunded");
    expect(await billboard()).toEqual([5_000]);
    await report(first, "refunded");
    expect(await billboard()).toEqual([5_000]);
  });

  it("that can no longer be fulfilled put the order on hold", async () => {
    const { id } = await draft();
    const twice = [
      await shop.order(owner, [{ product: "launch", listingId: id }]),
      await shop.order(owner, [{ product: "launch", listingId: id }]),
    ];
    for (const made of twice) await shop.take({ orderNumber: made.number, amountCents: made.totalCents });
    await shop.drain();
    expect((await order(twice[0]!.number)).status).toBe("paid");
    expect(await order(twice[1]!.number)).toMatchObject({
      status: "on_hold",
      statusReason: expect.stringContaining("already has a paid launch"),
    });
  });

  it("that fail permanently put the order on hold, notify admins, and continue when it is released", async () => {
    const admin = await shop.make.person();
    await shop.store.change((tx) => tx.accounts.setAdmin(admin, true));
    const [bad, good] = [await draft(), await draft()];
    const made = await shop.order(owner, [
      { product: "story-unlock", listingId: bad.id },
      { product: "story-unlock", listingId: good.id },
    ]);
    await shop.take({ orderNumber: made.number, amountCents: made.totalCents });
    const suspend = (status: string) =>
      shop.writer.prepare("update listings set status = ? where id = ?").run(status, bad.id);
    suspend("suspended");
    for (let tries = 0; tries < 6; tries++) {
      await shop.drain();
      shop.clock.at = new Date(shop.clock.at.getTime() + 13 * 3600_000);
    }
    expect(await order(made.number)).toMatchObject({
      status: "on_hold",
      hold: "not_fulfilled",
      lines: [{ fulfilledAt: null }, { fulfilledAt: expect.any(Date) }],
    });
    expect((await shop.mailsTo(`${admin}@people.example`)).map(({ subject }) => subject)).toEqual([
      `Order ${made.number} needs your attention`,
    ]);
    const told = await shop.mailsTo((await shop.store.accounts.find(made.accountId))!.email);
    expect(told.map(({ subject }) => subject)).toContain(`Your order ${made.number} is on hold`);
    suspend("draft");
    await shop.store.change((tx) => releaseHold(tx, made.number, shop.deps));
    await shop.drain();
    expect(await order(made.number)).toMatchObject({ status: "paid", lines: [{ fulfilledAt: expect.any(Date) }, {}] });
  });
});
