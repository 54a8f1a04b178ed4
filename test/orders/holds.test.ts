import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chooseWeek } from "../../actions/launches/choose-week.ts";
import { cancelOrder, setBilling, startPayment } from "../../actions/orders/checkout.ts";
import { AppError } from "../../core/errors/errors.ts";
import { createShop, type Shop } from "../helpers/shop.ts";

const MINUTE = 60_000;
const WEEK = "2026-11-30";
const BILLING = { name: "Acme", address: "Quai 1", country: "US", vatNumber: null, email: "a@acme.example" };

let shop: Shop;
beforeEach(async () => {
  shop = await createShop({ WEEK_CAPACITY: "3", FEATURED_PER_WEEK: "1" });
});
afterEach(() => shop.close());

async function order(week = WEEK, product = "launch") {
  const ownerId = await shop.make.person();
  const { id } = await shop.make.listing({
    ownerId,
    ...(product === "launch" && { status: "draft", launchedAt: null }),
  });
  const { token } = await shop.order(ownerId, [{ product, listingId: id, week }]);
  return setBilling(token, BILLING, shop.deps);
}
const pay = (token: string) => startPayment(token, "stripe", shop.deps);
const later = (ms: number) => {
  shop.clock.at = new Date(shop.clock.at.getTime() + ms);
};
const booked = async (week = WEEK) => (await shop.store.launches.room(week, 3, shop.clock.at)).booked;
const status = async (number: string) => (await shop.store.orders.find(number))!.status;
const settle = async ({ number, totalCents }: { number: string; totalCents: number }) => {
  await shop.take({ orderNumber: number, amountCents: totalCents });
  await shop.drain();
};

describe("places", () => {
  it("go to three of ten racing buyers, and the others are told which weeks have room", async () => {
    const orders = await Promise.all(Array.from({ length: 10 }, () => order()));
    const ends = await Promise.allSettled(orders.map(({ token }) => pay(token)));
    const refused = ends.flatMap((end) => (end.status === "rejected" ? [end.reason as AppError] : []));
    expect([refused.length, shop.till.requests.length, await booked()]).toEqual([7, 3, 3]);
    for (const error of refused) {
      expect(error).toBeInstanceOf(AppError);
      expect(error.faults).toMatchObject([{ pointer: "/items/0/week", code: "week_full" }]);
      expect(error.message).toContain("7 December 2026, 14 December 2026, 21 December 2026");
    }
    const holders = orders.filter((_, index) => ends[index]!.status === "fulfilled");
    for (const one of holders) await settle(one);
    for (const { number } of holders) expect(await status(number)).toBe("paid");
    expect(await booked()).toBe(3);
  });

  it("are not kept for free listings that wait for their badge, even if these pay", async () => {
    const waiting = [];
    for (let index = 0; index < 3; index++) {
      const ownerId = await shop.make.person();
      const { id } = await shop.make.listing({
        status: "awaiting_badge",
        plan: "free",
        launchWeek: WEEK,
        launchedAt: null,
        ownerId,
      });
      waiting.push({ id, ownerId });
    }
    const buyers = [await order(), await order(), await order()];
    for (const { token } of buyers) await pay(token);
    expect([shop.till.requests.length, await booked()]).toEqual([3, 3]);
    const [{ id, ownerId }] = waiting as [{ id: number; ownerId: string }];
    const late = shop.order(ownerId, [{ product: "launch", listingId: id, week: WEEK }]);
    await expect(late).rejects.toMatchObject({ faults: [{ pointer: "/items/0/week", code: "week_full" }] });
  });

  it("are held for 30 minutes, to the millisecond, without any job", async () => {
    const mine = [await order(), await order(), await order()];
    for (const { token } of mine) await pay(token);
    const other = await order("2026-12-07");
    later(30 * MINUTE - 1);
    expect(await booked()).toBe(3);
    await expect(order()).rejects.toThrow("is full");
    later(1);
    expect(await booked()).toBe(0);
    await pay((await order()).token);
    expect(await booked()).toBe(1);
    expect(await booked("2026-12-07")).toBe(0);
    await pay(other.token);
    expect(await booked("2026-12-07")).toBe(1);
  });

  it("are free again when the order is canceled, or its provider is away", async () => {
    const { token } = await order();
    await pay(token);
    await cancelOrder(token, shop.deps);
    expect(await booked()).toBe(0);
    const { token: second } = await order();
    shop.till.setAway(true);
    await expect(pay(second)).rejects.toMatchObject({ code: "service_unavailable" });
    expect(await booked()).toBe(0);
  });

  it("are checked again when a buyer comes back to a payment whose hold has ended", async () => {
    const mine = await order();
    await pay(mine.token);
    later(31 * MINUTE);
    for (const { token } of [await order(), await order(), await order()]) await pay(token);
    await expect(pay(mine.token)).rejects.toMatchObject({ faults: [{ code: "week_full" }] });
    // The money of the old page may still come, and is kept for a decision.
    await settle(mine);
    expect(await shop.store.orders.find(mine.number)).toMatchObject({ status: "on_hold", hold: "undeliverable" });
    expect(await booked()).toBe(3);
  });

  it("that are gone can be swapped for another week on the page, at the same price", async () => {
    const mine = await order();
    for (const { token } of [await order(), await order(), await order()]) await pay(token);
    await expect(pay(mine.token)).rejects.toThrow("Choose another week");
    await expect(chooseWeek(mine.token, WEEK, shop.deps)).rejects.toThrow("That week is now full");
    await chooseWeek(mine.token, "2026-12-14", shop.deps);
    await pay(mine.token);
    expect(await booked("2026-12-14")).toBe(1);
    await settle(mine);
    expect(await shop.store.orders.find(mine.number)).toMatchObject({
      status: "paid",
      totalCents: mine.totalCents,
      lines: [{ description: expect.stringContaining("week of 14 December 2026"), options: { week: "2026-12-14" } }],
    });
  });

  it("count once for a listing that is ordered twice", async () => {
    const ownerId = await shop.make.person();
    const { id } = await shop.make.listing({ ownerId, status: "draft", launchedAt: null });
    const made = [0, 1].map(() => shop.order(ownerId, [{ product: "launch", listingId: id, week: WEEK }]));
    for (const { token } of await Promise.all(made)) {
      await setBilling(token, BILLING, shop.deps);
      await pay(token);
    }
    expect(await booked()).toBe(1);
  });

  it("of the featured row are held too, and shown only when they are paid", async () => {
    const first = await order(WEEK, "featured-week");
    const second = await order(WEEK, "featured-week");
    await pay(first.token);
    await expect(pay(second.token)).rejects.toMatchObject({ faults: [{ code: "week_full" }] });
    expect(await shop.store.orders.featured(WEEK)).toEqual([]);
    await settle(first);
    expect(await shop.store.orders.featured(WEEK)).toHaveLength(1);
  });
});
