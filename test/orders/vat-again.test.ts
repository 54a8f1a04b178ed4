import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Deps } from "../../actions/context.ts";
import { setBilling, startPayment } from "../../actions/orders/checkout.ts";
import { checkNumberAgain } from "../../actions/orders/unpaid.ts";
import { parseOverrides } from "../../crawler/overrides.ts";
import { createSafeFetch } from "../../crawler/safe-fetch.ts";
import { jobKinds } from "../../jobs/kinds.ts";
import { createVies } from "../../payments/vat/vies.ts";
import { createShop, type Shop } from "../helpers/shop.ts";

const MINUTE = 60_000;
const HUNGARIAN = {
  name: "Acme Kft.",
  address: "Váci út 1, Budapest",
  country: "HU",
  vatNumber: "HU12345678",
  email: "a@acme.example",
};

/** The register of the EU: down as it says it inside an HTTP 200, or with an answer. */
let answer: "down" | boolean;
const register = createServer((_req, res) => {
  const body =
    answer === "down" ? { actionSucceed: false, errorWrappers: [{ error: "MS_UNAVAILABLE" }] } : { valid: answer };
  res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
});
await new Promise<void>((resolve) => register.listen(0, "127.0.0.1", resolve));
afterAll(() => void register.close());

let shop: Shop;
let deps: Deps;
beforeEach(async () => {
  answer = "down";
  shop = await createShop({ SELLER_COUNTRY: "DE" });
  const { port } = register.address() as AddressInfo;
  const now = () => new Date(shop.clock.at);
  const checkVatNumber = createVies({
    fetchSite: createSafeFetch({ userAgent: "test", overrides: parseOverrides(`vies.example=127.0.0.1:${port}`), now }),
    baseUrl: "http://vies.example/rest-api",
    requester: undefined,
    now,
    log: () => undefined,
    pauseMs: 0,
  });
  deps = { ...shop.deps, checkVatNumber };
});
afterEach(() => shop.close());

async function typed() {
  const ownerId = await shop.make.person();
  const { id } = await shop.make.listing({ ownerId, status: "draft", launchedAt: null });
  const { token } = await shop.order(ownerId, [{ product: "launch", listingId: id, week: "2026-12-01" }]);
  return setBilling(token, HUNGARIAN, deps);
}
const find = async (number: string) => (await shop.store.orders.find(number))!;
const runJobs = async () => {
  const at = new Date(shop.clock.at);
  const jobs = (await shop.store.jobs.list({ state: "queued", kind: "recheck-vat" }, { page: 1, perPage: 9 })).items;
  for (const job of jobs.filter(({ runAt }) => runAt <= at))
    await jobKinds["recheck-vat"]!.run(job.payload as never, deps, new AbortController().signal);
  return jobs.length;
};

describe("a VAT number entered while VIES was unavailable", () => {
  it("is checked again automatically, and the price follows", async () => {
    const { number, vatCents } = await typed();
    expect(vatCents).toBe(1323);
    shop.clock.at = new Date(shop.clock.at.getTime() + 6 * MINUTE);
    await expect(runJobs()).rejects.toThrow("The VAT register is not available.");
    answer = true;
    expect(await runJobs()).toBe(1);
    expect(await find(number)).toMatchObject({
      vatCents: 0,
      totalCents: 4900,
      vat: { treatment: "reverse_charge", numberStatus: "valid" },
      billing: HUNGARIAN,
    });
  });

  it("is checked again before a payment opens at the resulting price", async () => {
    const { token, number } = await typed();
    answer = true;
    await startPayment(token, "stripe", deps);
    expect(shop.till.requests).toMatchObject([{ orderNumber: number, amountCents: 4900 }]);
    expect(await find(number)).toMatchObject({ totalCents: 4900, vat: { numberStatus: "valid" } });
  });

  it("blocks no payment while VIES is unavailable, and changes no open one", async () => {
    const { token, number } = await typed();
    await startPayment(token, "stripe", deps);
    expect(shop.till.requests).toMatchObject([{ amountCents: 6223 }]);
    answer = true;
    expect(await checkNumberAgain(number, deps)).toBe(true);
    expect(await find(number)).toMatchObject({ totalCents: 6223, vat: { numberStatus: "unverified" } });
  });

  it("keeps its VAT if it turns out not to exist", async () => {
    const { number } = await typed();
    answer = false;
    await checkNumberAgain(number, deps);
    expect(await find(number)).toMatchObject({ vatCents: 1323, vat: { numberStatus: "invalid", provisional: false } });
  });

  it("does not affect another number entered meanwhile", async () => {
    const { token, number } = await typed();
    const change = async (given: string) => {
      answer = "down";
      await setBilling(token, { ...HUNGARIAN, vatNumber: given }, deps);
    };
    const slow: Deps = {
      ...deps,
      async checkVatNumber() {
        await change("HU87654321");
        return { status: "valid", at: shop.clock.at, reference: null };
      },
    };
    await checkNumberAgain(number, slow);
    expect(await find(number)).toMatchObject({ vatCents: 1323, vat: { vatNumber: "HU87654321" } });
  });
});
