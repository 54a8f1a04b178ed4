import { describe, expect, it } from "vitest";
import { type ProviderEvent, releaseHold } from "../../actions/orders/apply-payment.ts";
import type { Random } from "../../data/demo/random.ts";
import { chargedBy } from "../../domain/invoices/invoice.ts";
import type { OrderStatus, ReportedState } from "../../domain/orders/order.ts";
import { freshRandom } from "../helpers/random.ts";
import { rounds } from "../helpers/rounds.ts";
import { createShop, SELLER } from "../helpers/shop.ts";

const shop = await createShop(SELLER);

/** What happened to one payment at its provider, in the order in which it happened. */
type Story = { paymentId: string; steps: { state: ReportedState; refundedCents: number }[]; amountCents: number };

function tellStory(random: Random, paymentId: string, total: number): Story {
  const amountCents = random.chance(0.12) ? total + random.pick([-1, 1, -100, total]) : total;
  const steps: Story["steps"] = [{ state: "pending", refundedCents: 0 }];
  const add = (state: ReportedState, refundedCents = steps.at(-1)!.refundedCents) =>
    steps.push({ state, refundedCents });
  if (random.chance(0.25)) add(random.pick(["failed", "expired"]));
  if (random.chance(0.25)) return { paymentId, steps, amountCents };
  add("paid");
  for (const share of [0.2, 0.5]) if (random.chance(0.2)) add("partially_refunded", Math.floor(amountCents * share));
  if (random.chance(0.25)) {
    add("disputed");
    if (random.chance(0.6)) add("dispute_won");
  }
  if (random.chance(0.25)) add("refunded", amountCents);
  return { paymentId, steps, amountCents };
}

/** Where stories end, said once more and simply. */
function endOf(stories: Story[], total: number): { status: OrderStatus; keptCents: number } {
  const ends = stories.map(({ steps, amountCents }) => ({
    did: (state: ReportedState) => steps.some((step) => step.state === state),
    left: amountCents - steps.at(-1)!.refundedCents,
    isRight: amountCents === total,
  }));
  const paid = ends.filter(({ did }) => did("paid"));
  const right = paid.filter(({ isRight, left }) => isRight && left > 0);
  const calm = right.filter(({ did }) => !did("disputed") || did("dispute_won"));
  const sum = (of: typeof ends) => of.reduce((cents, { left }) => cents + left, 0);
  const keptCents = Math.min(total, sum(calm.length ? calm : right));
  if (calm.length) return { status: keptCents === total ? "paid" : "partially_refunded", keptCents };
  if (right.length) return { status: "disputed", keptCents };
  if (paid.some(({ isRight, left }) => !isRight && left > 0)) return { status: "on_hold", keptCents };
  if (paid.length) return { status: "refunded", keptCents };
  const isOpen = ends.some(({ did }) => !did("failed") && !did("expired"));
  return { status: !isOpen && ends.some(({ did }) => did("failed")) ? "failed" : "pending", keptCents };
}

function shuffle<T>(random: Random, list: T[]): T[] {
  for (let last = list.length - 1; last > 0; last--) {
    const other = random.between(0, last);
    [list[last], list[other]] = [list[other]!, list[last]!];
  }
  return list;
}

describe("random sequences of payment events", () => {
  it("end in the right state, with every line fulfilled at most once, and invoices that match the money", async () => {
    const random = freshRandom("payments");
    const { store, make, till, take } = shop;
    const owner = await make.person();
    const seen = new Map<OrderStatus, number>();
    const countedOnBillboard = shop.writer
      .prepare("select amount_cents from billboard_contributions where listing_id = ? and refunded_at is null")
      .pluck();
    const countVersions = shop.writer
      .prepare("select count(*) from listing_versions where listing_id = ? and client = ?")
      .pluck();
    const ENDS = ["paid", "partially_refunded", "refunded", "disputed", "on_hold", "failed", "pending"] as const;
    const isRare = (status: OrderStatus) => (seen.get(status) ?? 0) <= 5;
    const least = rounds({ short: 200, long: 1_000 });
    let round = 0;
    for (; round < least || (round < 1_000 && ENDS.some(isRare)); round++) {
      const { id: listingId } = await make.listing({ ownerId: owner });
      const order = await shop.order(owner, [
        { product: "story-unlock", listingId },
        { product: "billboard", listingId, amountCents: random.between(1_000, 50_000) },
      ]);
      const { number, totalCents } = order;
      const stories = Array.from({ length: random.chance(0.25) ? 2 : 1 }, (_, index) =>
        tellStory(random, `${number}-${index}`, totalCents),
      );
      const isDropped = random.chance(0.3);
      const events: ProviderEvent[] = stories.flatMap(({ paymentId, steps, amountCents }) =>
        steps.map(({ state, refundedCents }, index) => ({
          provider: "stripe",
          eventId: `${paymentId}-${index}`,
          paymentId,
          orderNumber: random.chance(0.5) ? number : null,
          state,
          amountCents,
          currency: "USD",
          refundedCents,
        })),
      );
      for (const { paymentId, steps, amountCents } of stories) {
        await shop.open(order.id, paymentId);
        till.states.set(paymentId, { paymentId, orderNumber: number, amountCents, currency: "USD", ...steps.at(-1)! });
      }
      const replayed = events.filter(() => random.chance(0.3));
      const delivered = shuffle(random, [...events.filter(() => !isDropped || random.chance(0.6)), ...replayed]);
      const drainsBetween = random.chance(0.3);
      for (const event of delivered) {
        await take(event);
        if (drainsBetween && random.chance(0.4)) await shop.drain();
      }
      if (isDropped) await shop.run("poll-payments");
      await shop.drain();

      // A payment whose failed or disputed step was dropped is known by how it ended.
      const known = stories.map((story) => {
        const of = (paymentId: string) => delivered.filter((event) => event.paymentId === paymentId);
        if (!isDropped) return story;
        const last = story.steps.at(-1)!;
        const steps = story.steps.filter(
          (step) =>
            step === last || step.state === "paid" || of(story.paymentId).some(({ state }) => state === step.state),
        );
        return { ...story, steps };
      });
      const { status: expected, keptCents } = endOf(known, totalCents);
      const after = (await store.orders.find(number))!;
      const has = expected === "paid" || expected === "partially_refunded";
      const papers = await store.invoices.ofOrder(number);
      const money = countedOnBillboard.all(listingId) as number[];
      const net = order.lines[1]!.netCents;
      const versions = countVersions.get(listingId, `order ${number}`) as number;
      seen.set(expected, (seen.get(expected) ?? 0) + 1);
      expect({
        round,
        stories,
        delivered,
        status: after.status,
        fulfilled: after.lines.map(({ fulfilledAt }) => fulfilledAt !== null),
        unlocked: (await store.listings.find(listingId))!.unlocked,
        contributions: money.map((cents) => (cents === net ? "all" : cents < net ? "less" : "more")),
        isLastVersionFulfilled: versions % 2 === 1,
        chargedCents: chargedBy(papers),
      }).toEqual({
        round,
        stories,
        delivered,
        status: expected,
        fulfilled: [has, has],
        unlocked: has ? ["story", "milestones"] : [],
        contributions: has ? [expected === "paid" ? "all" : "less"] : [],
        isLastVersionFulfilled: has,
        chargedCents: keptCents,
      });
      if (!drainsBetween && !isDropped) expect(versions).toBe(has ? 1 : 0);
    }
    for (const series of ["INV", "CRN"]) {
      const numbers = shop.writer
        .prepare("select number from invoices where number like ? order by number")
        .pluck()
        .all(`${series}%`);
      const inOrder = numbers.map((_, index) => `${series}-2026-${String(index + 1).padStart(6, "0")}`);
      expect(numbers, series).toEqual(inOrder);
      expect(numbers.length, series).toBeGreaterThan(5);
    }
    for (const status of ENDS) expect(seen.get(status), status).toBeGreaterThan(5);
  });
});

describe("a payment event", () => {
  it("is applied once per provider and id", async () => {
    const owner = await shop.make.person();
    const { id: listingId } = await shop.make.listing({ ownerId: owner });
    const { number, totalCents } = await shop.order(owner, [{ product: "media-unlock", listingId }]);
    const event = { eventId: "same", orderNumber: number, amountCents: totalCents };
    expect(await shop.take(event)).toBe("applied");
    expect(await shop.take(event)).toBe("duplicate");
    expect(await shop.take({ ...event, provider: "paypal", paymentId: "other" })).toBe("applied");
  });

  it("of an unknown order is stored, and admins are emailed", async () => {
    const admin = await shop.make.person();
    await shop.store.change((tx) => tx.accounts.setAdmin(admin, true));
    const email = `${admin}@people.example`;
    expect(await shop.take({ orderNumber: "ORD-2026-999999", amountCents: 1 })).toBe("unknown_order");
    expect(await shop.take({ orderNumber: "ORD-2026-999998", amountCents: 1, state: "failed" })).toBe("unknown_order");
    const mails = await shop.mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Payment for an unknown order"]);
    expect(mails[0]!.text).toContain("ORD-2026-999999");
  });

  it.each([
    ["amount", { amountCents: 1 }],
    ["currency", { currency: "EUR" }],
    ["currency that nobody knows", { currency: "BTC0" }],
  ])("with another %s puts the order on hold until an admin releases it", async (_what, wrong) => {
    const owner = await shop.make.person();
    const admin = await shop.make.person();
    await shop.store.change((tx) => tx.accounts.setAdmin(admin, true));
    const { id: listingId } = await shop.make.listing({ ownerId: owner });
    const { number, totalCents } = await shop.order(owner, [{ product: "media-unlock", listingId }]);
    await shop.take({ orderNumber: number, amountCents: totalCents, ...wrong });
    await shop.drain();
    const held = (await shop.store.orders.find(number))!;
    expect(held).toMatchObject({ status: "on_hold", statusReason: expect.stringContaining("wrong"), paidAt: null });
    expect(held.lines[0]!.fulfilledAt).toBeNull();
    const told = await shop.mailsTo(`${admin}@people.example`);
    expect(told.map(({ subject }) => subject)).toContain(`Order ${number} was paid with a wrong amount`);
    await shop.store.change((tx) => releaseHold(tx, number, shop.deps));
    await shop.drain();
    expect(await shop.store.orders.find(number)).toMatchObject({
      status: "paid",
      lines: [{ fulfilledAt: shop.clock.at }],
    });
  });

  it("for a paid order is reported to admins, and refunding one of the two keeps the order", async () => {
    const owner = await shop.make.person();
    const admin = await shop.make.person();
    await shop.store.change((tx) => tx.accounts.setAdmin(admin, true));
    const { id: listingId } = await shop.make.listing({ ownerId: owner });
    const { number, totalCents: amountCents } = await shop.order(owner, [{ product: "media-unlock", listingId }]);
    await shop.take({ orderNumber: number, amountCents, paymentId: "one" });
    await shop.take({ orderNumber: number, amountCents, paymentId: "two" });
    const told = await shop.mailsTo(`${admin}@people.example`);
    expect(told.map(({ subject }) => subject)).toEqual([`Order ${number} was paid twice`]);
    await shop.take({
      orderNumber: number,
      amountCents,
      paymentId: "one",
      state: "refunded",
      refundedCents: amountCents,
    });
    expect(await shop.store.orders.find(number)).toMatchObject({ status: "paid", refundedCents: 0 });
    await shop.take({
      orderNumber: number,
      amountCents,
      paymentId: "two",
      state: "refunded",
      refundedCents: amountCents,
    });
    expect(await shop.store.orders.find(number)).toMatchObject({ status: "refunded", refundedCents: amountCents });
    const mails = await shop.mailsTo(`${owner}@people.example`);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      `Your order ${number} is paid`,
      `Your order ${number} was refunded`,
    ]);
  });
});
