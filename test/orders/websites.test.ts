import { describe, expect, it } from "vitest";
import { chooseFreePlan } from "../../actions/listings/choose-free-plan.ts";
import { setBilling, startPayment } from "../../actions/orders/checkout.ts";
import { createShop, SELLER } from "../helpers/shop.ts";

const shop = await createShop(SELLER);
const { deps, store } = shop;
const WEEK = "2026-12-07";

const BILLING = { name: "Bo", address: "1 Quay", country: "US", vatNumber: null, email: "bills@people.example" };

let sites = 0;
async function rivals() {
  const siteKey = `rivals-${++sites}.example`;
  const given = { siteKey, url: `https://${siteKey}/`, status: "draft", launchedAt: null } as const;
  const [ann, bo] = [await shop.make.person({ name: "Ann" }), await shop.make.person({ name: "Bo" })];
  const first = await shop.make.listing({ ...given, ownerId: ann, category: "crm" });
  const second = await shop.make.listing({ ...given, ownerId: bo, category: "crm" });
  return { siteKey, ann, bo, first, second };
}
const launch = (accountId: string, listingId: number) =>
  shop.order(accountId, [{ product: "launch", listingId, week: WEEK }]);
const find = async (id: number) => (await store.listings.find(id))!;

describe("two saved listings of one website", () => {
  it("can both be ordered; the first payment has it, and the second waits for its buyer's decision", async () => {
    const { siteKey, ann, bo, first, second } = await rivals();
    const [one, two] = [await launch(ann, first.id), await launch(bo, second.id)];
    await shop.take({ orderNumber: one.number, amountCents: one.totalCents });
    await shop.take({ orderNumber: two.number, amountCents: two.totalCents });
    await shop.drain();
    expect(await find(first.id)).toMatchObject({ status: "scheduled", siteHeldAt: shop.clock.at });
    expect((await store.listings.findBySite(siteKey))?.id).toBe(first.id);
    expect(await store.orders.find(one.number)).toMatchObject({ status: "paid" });
    expect(await store.orders.find(two.number)).toMatchObject({
      status: "on_hold",
      hold: "undeliverable",
      statusReason: `The website of ${second.name} is already listed.`,
    });
    expect(await find(second.id)).toMatchObject({
      status: "draft",
      plan: "none",
      siteHeldAt: null,
      statusReason: `Its website is already listed as “${first.slug}”.`,
    });
    const told = (await shop.mailsTo((await store.accounts.find(bo))!.email)).map(({ subject }) => subject);
    expect(told.toSorted()).toEqual([
      `The website of ${second.name} is already listed`,
      `Your order ${two.number} needs a decision`,
    ]);
    await expect(launch(bo, second.id)).rejects.toMatchObject({ code: "already_listed" });
  });

  it("are told before they pay, and what was bought of another product proves a website too", async () => {
    const { siteKey, ann, bo, first, second } = await rivals();
    const late = await launch(bo, second.id);
    await setBilling(late.token, BILLING, deps);
    const bought = await shop.order(ann, [{ product: "story-unlock", listingId: first.id }]);
    await shop.take({ orderNumber: bought.number, amountCents: bought.totalCents });
    expect((await store.listings.findBySite(siteKey))?.id).toBe(first.id);
    await expect(startPayment(late.token, "stripe", deps)).rejects.toMatchObject({ code: "already_listed" });
    expect(shop.till.requests.map(({ orderNumber }) => orderNumber)).not.toContain(late.number);
  });

  it("frees the launch week of the one that waited for its badge", async () => {
    const { ann, bo, first, second } = await rivals();
    const caller = { accountId: bo } as never;
    const proofs = { siteOf: () => ({ domain: second.domain, refusals: {} }) } as never;
    await chooseFreePlan(second.id, { ...deps, caller, proofs } as never, async () => undefined);
    const waiting = await find(second.id);
    expect(waiting).toMatchObject({ status: "awaiting_badge", launchWeek: expect.any(String) });
    const order = await launch(ann, first.id);
    await shop.take({ orderNumber: order.number, amountCents: order.totalCents });
    await shop.drain();
    expect(await find(second.id)).toMatchObject({ status: "draft", plan: "none", launchWeek: null });
    const places = await store.launches.placesIn(waiting.launchWeek!, shop.clock.at);
    expect(places.awaited).toBe(0);
  });
});
