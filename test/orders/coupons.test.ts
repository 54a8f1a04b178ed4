import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deleteAccount } from "../../actions/accounts/delete-account.ts";
import { releaseHold } from "../../actions/orders/apply-payment.ts";
import { markPaid } from "../../actions/orders/by-hand.ts";
import { cancelOrder, setBilling, startPayment } from "../../actions/orders/checkout.ts";
import { applyCoupon, removeCoupon } from "../../actions/orders/coupons.ts";
import { AppError } from "../../core/errors/errors.ts";
import { createLimiter } from "../../core/limits/limiter.ts";
import type { Coupon } from "../../domain/orders/coupon.ts";
import { createManual } from "../../payments/manual.ts";
import { createShop, SELLER, type Shop } from "../helpers/shop.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const BILLING = { name: "Acme", address: "Quai 1", country: "DE", vatNumber: null, email: "a@acme.example" };

let shop: Shop;
beforeEach(async () => {
  shop = await createShop(SELLER);
  shop.deps.limiter = createLimiter(shop.deps.settings);
});
afterEach(() => shop.close());

const make = (given: Partial<Coupon> = {}) =>
  shop.store.change((tx) =>
    tx.coupons.add({
      ...{ code: "SPRING", kind: "percent", value: 50, products: [], startsAt: null, endsAt: null },
      ...{ maxUses: null, oncePerAccount: false, pausedAt: null, createdAt: shop.clock.at, ...given },
    }),
  );
async function order(ownerId?: string) {
  const buyer = ownerId ?? (await shop.make.person());
  const { id: listingId } = await shop.make.listing({ ownerId: buyer });
  const { token } = await shop.order(buyer, [{ product: "billboard", listingId, amountCents: 10_000 }]);
  return setBilling(token, BILLING, shop.deps);
}
const apply = ({ token }: { token: string }, code = "spring") => applyCoupon(token, code, shop.deps);
const pay = ({ token }: { token: string }, by = "stripe") => startPayment(token, by, shop.deps);
const later = (ms: number) => {
  shop.clock.at = new Date(shop.clock.at.getTime() + ms);
};
const figures = async () => {
  const [{ used, reserved, givenCents } = { used: -1, reserved: -1, givenCents: -1 }] = await shop.store.coupons.list(
    shop.clock.at,
  );
  return { used, reserved, givenCents };
};
const find = async ({ number }: { number: string }) => (await shop.store.orders.find(number))!;
const settle = async (one: { number: string }) => {
  await shop.take({ orderNumber: one.number, amountCents: (await find(one)).totalCents });
  await shop.drain();
};

describe("a coupon", () => {
  it("reduces the net amount, and is on the order and its invoice", async () => {
    await make();
    const made = await order();
    expect(await apply(made)).toMatchObject({ netCents: 5_000, vatCents: 950, totalCents: 5_950 });
    await pay(made);
    expect(shop.till.requests[0]).toMatchObject({ amountCents: 5_950, lines: [{ totalCents: 5_950 }] });
    await settle(made);
    expect(await find(made)).toMatchObject({
      status: "paid",
      lines: [{ unitPriceCents: 10_000, discountCents: 5_000, couponCode: "SPRING", netCents: 5_000 }],
    });
    const [invoice] = await shop.store.invoices.ofOrder(made.number);
    expect(invoice!.content.lines).toMatchObject([
      { unitPriceCents: 10_000, discountCents: 5_000, couponCode: "SPRING", netCents: 5_000, totalCents: 5_950 },
    ]);
    expect(await figures()).toEqual({ used: 1, reserved: 0, givenCents: 5_000 });
  });

  it("of 100 % completes the order at once without a provider, with a zero invoice", async () => {
    await make({ value: 100 });
    const made = await order();
    await apply(made);
    // Either of two clicks may come first.
    const ends = await Promise.allSettled([pay(made, "free"), pay(made, "free")]);
    expect(ends).toContainEqual(expect.objectContaining({ status: "fulfilled" }));
    await shop.drain();
    expect(await find(made)).toMatchObject({ status: "paid", totalCents: 0, lines: [{ fulfilledAt: shop.clock.at }] });
    expect(shop.till.requests).toEqual([]);
    const invoices = await shop.store.invoices.ofOrder(made.number);
    expect(invoices.map(({ content }) => content.totals)).toEqual([{ netCents: 0, vatCents: 0, totalCents: 0 }]);
    expect(await shop.mailsTo(`${made.accountId}@people.example`)).toMatchObject([
      { text: expect.stringContaining("nothing was charged") },
    ]);
    // The billboard counts money, and there was none.
    expect(shop.writer.prepare("select count(*) from billboard_contributions").pluck().get()).toBe(0);
    const { id } = await order();
    await expect(pay((await shop.store.orders.findById(id))!, "free")).rejects.toThrow("The price has changed");
  });

  it("with a limit of 5 is used 5 times when 50 buyers pay at once, and the others are told what to do", async () => {
    await make({ maxUses: 5 });
    const orders = [];
    for (let count = 0; count < 50; count++) orders.push(await order());
    for (const one of orders) await apply(one);
    const ends = await Promise.allSettled(orders.map((one) => pay(one)));
    const refused = ends.flatMap((end) => (end.status === "rejected" ? [end.reason as AppError] : []));
    expect([refused.length, shop.till.requests.length]).toEqual([45, 5]);
    for (const error of refused) {
      expect(error).toBeInstanceOf(AppError);
      expect(error.code).toBe("coupon_invalid");
      expect(error.message).toBe(
        "Coupon SPRING is used up. Try another code, or order without one. Nothing was charged. Remove the coupon to pay the full price.",
      );
    }
    for (const [index, one] of orders.entries()) if (ends[index]!.status === "fulfilled") await settle(one);
    expect(await figures()).toEqual({ used: 5, reserved: 0, givenCents: 25_000 });
    const loser = orders.find((_, index) => ends[index]!.status === "rejected")!;
    expect((await removeCoupon(loser.token, shop.deps)).totalCents).toBe(11_900);
    await pay(loser);
    await settle(loser);
    expect((await find(loser)).status).toBe("paid");
  });

  it("is reserved for 30 minutes, to the millisecond, and 14 days by transfer", async () => {
    await make({ maxUses: 1 });
    const [first, second] = [await order(), await order()];
    await apply(first);
    await apply(second);
    await pay(first);
    later(30 * MINUTE - 1);
    await expect(pay(second)).rejects.toThrow("is used up");
    expect(await figures()).toMatchObject({ used: 0, reserved: 1 });
    later(1);
    expect(await figures()).toMatchObject({ used: 0, reserved: 0 });
    const account = { iban: "DE02120300000000202051", bic: null, holder: "Debut GmbH", instructions: null };
    Object.assign(shop.deps.settings, { BANK_IBAN: account.iban });
    shop.deps.gateways = async () => new Map([["manual", createManual(account as never)]]);
    await pay(second, "manual");
    later(13 * DAY);
    const third = await order();
    await expect(apply(third)).rejects.toThrow("is used up");
    await markPaid(await find(second), 5_950, shop.deps);
    expect(await figures()).toMatchObject({ used: 1, reserved: 0 });
  });

  it("is free again when the order is canceled, expires, or its account is deleted", async () => {
    await make({ maxUses: 1 });
    const reserved = async () => (await figures()).reserved;
    const ends: ((one: Awaited<ReturnType<typeof order>>) => Promise<unknown>)[] = [
      ({ token }) => cancelOrder(token, shop.deps),
      async () => {
        later(2 * DAY);
        await shop.run("expire-orders");
      },
      ({ accountId }) => deleteAccount(accountId, { takeListingsDown: true }, { ...shop.deps, uploads: {} as never }),
      async ({ token }) => removeCoupon(token, shop.deps).catch(() => cancelOrder(token, shop.deps)),
    ];
    for (const end of ends) {
      const one = await order();
      await apply(one);
      await pay(one);
      expect(await reserved()).toBe(1);
      await end(one);
      expect(await reserved()).toBe(0);
    }
  });

  it("can be limited to one use per account", async () => {
    await make({ oncePerAccount: true });
    const buyer = await shop.make.person();
    const [first, second] = [await order(buyer), await order(buyer)];
    await apply(first);
    await apply(second);
    await pay(first);
    await expect(pay(second)).rejects.toThrow("You have already used coupon SPRING");
    await settle(first);
    await expect(apply(second)).rejects.toThrow("You have already used coupon SPRING");
    await apply(await order());
  });

  it("that was used up before a late payment holds the order until an admin releases it", async () => {
    await make({ maxUses: 1 });
    const [late, quick] = [await order(), await order()];
    await apply(late);
    await apply(quick);
    await pay(late);
    later(31 * MINUTE);
    await pay(quick);
    await settle(quick);
    await settle(late);
    expect(await find(late)).toMatchObject({
      status: "on_hold",
      statusReason: expect.stringContaining("Coupon SPRING was used up when"),
    });
    expect(await figures()).toMatchObject({ used: 1 });
    await shop.store.change((tx) => releaseHold(tx, late.number, shop.deps));
    await shop.drain();
    expect((await find(late)).status).toBe("paid");
    expect(await figures()).toMatchObject({ used: 2 });
  });

  it("that is paused is refused at payment, but an open payment keeps its price", async () => {
    await make();
    const [open, idle] = [await order(), await order()];
    await apply(open);
    await apply(idle);
    await pay(open);
    await shop.store.change((tx) => tx.coupons.setPaused("SPRING", shop.clock.at));
    await expect(pay(idle)).rejects.toThrow("is paused");
    await pay(open);
    await settle(open);
    expect((await find(open)).status).toBe("paid");
  });

  it("cannot change the price of an order whose payment is open", async () => {
    await make();
    const made = await order();
    await pay(made);
    await expect(apply(made)).rejects.toMatchObject({ code: "payment_open" });
  });

  it("keeps its discount when the VAT changes with the billing details", async () => {
    await make();
    const made = await order();
    await apply(made);
    const moved = await setBilling(made.token, { ...BILLING, country: "US" }, shop.deps);
    expect(moved).toMatchObject({ netCents: 5_000, vatCents: 0, lines: [{ discountCents: 5_000, netCents: 5_000 }] });
  });

  it("cannot be guessed: after 20 wrong codes in an hour, none is accepted", async () => {
    await make();
    const made = await order();
    for (let count = 0; count < 5; count++) await apply(made);
    const tries = await Promise.allSettled(Array.from({ length: 25 }, (_, index) => apply(made, `GUESS-${index}`)));
    const codes = tries.map((end) => (end.status === "rejected" ? (end.reason as AppError).code : "read"));
    expect(codes.filter((code) => code === "coupon_invalid")).toHaveLength(20);
    expect(codes.filter((code) => code === "quota_exceeded")).toHaveLength(5);
    await expect(apply(made)).rejects.toThrow("That was your 20th wrong coupon code this hour.");
    expect((await apply(await order())).lines[0]!.couponCode).toBe("SPRING");
  });
});
