import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Deps } from "../../actions/context.ts";
import { movesOf, rescheduleLaunch } from "../../actions/launches/reschedule.ts";
import { acceptPlace, joinWeekList, offerPlaces } from "../../actions/launches/week-list.ts";
import { setBilling, startPayment } from "../../actions/orders/checkout.ts";
import { AppError } from "../../core/errors/errors.ts";
import { createShop, SELLER, type Shop } from "../helpers/shop.ts";

const [WEEK, LATER] = ["2026-11-30", "2026-12-14"];
const BILLING = { name: "Acme", address: "Quai 1", country: "US", vatNumber: null, email: "a@acme.example" };

let shop: Shop;
let deps: Deps;
beforeEach(async () => {
  shop = await createShop({ WEEK_CAPACITY: "2", ...SELLER });
  deps = { ...shop.deps, limiter: { take: async () => ({ allowed: true }) } } as unknown as Deps;
});
afterEach(() => shop.close());

async function draft() {
  const ownerId = await shop.make.person();
  const listing = await shop.make.listing({ ownerId, status: "draft", launchedAt: null });
  return { ownerId, listing, account: (await shop.store.accounts.find(ownerId))! };
}
async function launch(week = WEEK) {
  const one = await draft();
  const { token } = await shop.order(one.ownerId, [{ product: "launch", listingId: one.listing.id, week }]);
  const order = await setBilling(token, BILLING, shop.deps);
  await shop.take({ orderNumber: order.number, amountCents: order.totalCents });
  await shop.drain();
  return { ...one, number: order.number };
}
const moveTo = (listingId: number, monday: string, { id: accountId }: { id: string }) =>
  deps.store.change((tx) => rescheduleLaunch(tx, { listingId, monday }, { accountId }, deps));
const find = async (id: number) => (await shop.store.listings.find(id))!;
const refusal = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof AppError ? error.message : String(error)),
  );

describe("a paid launch", () => {
  it("moves with its order, whose price, invoice and payment stay", async () => {
    const { listing, account, number } = await launch();
    const before = (await shop.store.orders.find(number))!;
    expect((await find(listing.id)).launchWeek).toBe(WEEK);
    await moveTo(listing.id, LATER, account);
    await shop.drain();
    const order = (await shop.store.orders.find(number))!;
    expect(await find(listing.id)).toMatchObject({ status: "scheduled", plan: "launch", launchWeek: LATER });
    expect(order).toMatchObject({
      status: "paid",
      totalCents: before.totalCents,
      paidAt: before.paidAt,
      refundedCents: 0,
    });
    expect(order.lines[0]).toMatchObject({
      options: { week: LATER },
      description: expect.stringContaining("14 December 2026"),
    });
    const invoices = await shop.store.invoices.ofOrder(number);
    expect(invoices).toHaveLength(1);
    const rooms = await shop.store.launches.rooms([WEEK, LATER], 2, shop.clock.at);
    expect(rooms.map(({ booked }) => booked)).toEqual([0, 1]);
  });

  it("cannot move to a full week, and a refund removes it from the new week", async () => {
    const { listing, account, number } = await launch();
    for (const _ of [1, 2]) await launch(LATER);
    expect(await refusal(moveTo(listing.id, LATER, account))).toMatch(
      /has no room .+ These weeks have room: .*2026-12-07/,
    );
    await moveTo(listing.id, "2026-12-07", account);
    const { totalCents } = (await shop.store.orders.find(number))!;
    await shop.take({ orderNumber: number, amountCents: totalCents, refundedCents: totalCents, state: "refunded" });
    await shop.drain();
    expect(await find(listing.id)).toMatchObject({ status: "draft", plan: "none", launchWeek: null });
    expect((await shop.store.launches.room("2026-12-07", 2, shop.clock.at)).booked).toBe(0);
  });

  it("cannot move while its order is disputed, held or unpaid", async () => {
    const { listing, account, number } = await launch();
    const { totalCents } = (await shop.store.orders.find(number))!;
    await shop.take({ orderNumber: number, amountCents: totalCents, state: "disputed" });
    expect(await refusal(moveTo(listing.id, LATER, account))).not.toBe("done");

    const held = await draft();
    const { token, number: open } = await shop.order(held.ownerId, [
      { product: "launch", listingId: held.listing.id, week: WEEK },
    ]);
    await setBilling(token, BILLING, shop.deps);
    await startPayment(token, "stripe", shop.deps);
    const slots = await shop.store.orders.slots((await shop.store.orders.find(open))!.id);
    expect(await movesOf(await find(held.listing.id), shop.store, deps)).toMatchObject({ refusal: expect.anything() });
    expect(await shop.store.orders.slots((await shop.store.orders.find(open))!.id)).toEqual(slots);
  });
});

describe("a place from the waiting list", () => {
  it("is held during checkout and kept by the payment, and nobody else can buy it", async () => {
    const first = await launch();
    await launch();
    const one = await draft();
    await joinWeekList(one.listing.id, { week: WEEK, plan: "launch" }, one.account, deps);
    await moveTo(first.listing.id, LATER, first.account);
    await offerPlaces(WEEK, deps);
    expect(await acceptPlace(one.listing.id, WEEK, one.ownerId, deps)).toBe("pay");
    const other = await draft();
    expect(
      await refusal(shop.order(other.ownerId, [{ product: "launch", listingId: other.listing.id, week: WEEK }])),
    ).toContain("full");
    const { token } = await shop.order(one.ownerId, [{ product: "launch", listingId: one.listing.id, week: WEEK }]);
    const order = await setBilling(token, BILLING, shop.deps);
    await startPayment(token, "stripe", shop.deps);
    expect((await shop.store.launches.room(WEEK, 2, shop.clock.at)).booked).toBe(2);
    await shop.take({ orderNumber: order.number, amountCents: order.totalCents });
    await shop.drain();
    expect(await find(one.listing.id)).toMatchObject({ status: "scheduled", launchWeek: WEEK });
    await offerPlaces(WEEK, deps);
    expect(await shop.store.weekWaits.list(WEEK)).toEqual([]);
    expect((await shop.store.weekWaits.lastEnded(one.listing.id, WEEK))!.outcome).toBe("taken");
    expect((await shop.store.launches.room(WEEK, 2, shop.clock.at)).booked).toBe(2);
  });
});
