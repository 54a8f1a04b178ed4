import { describe, expect, it } from "vitest";
import { toCents, toDecimal } from "../../payments/decimal.ts";
import { orderOf, startReceiver } from "./receiver.ts";

const STRIPE = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };
const PAYPAL = { PAYPAL_CLIENT_ID: "id", PAYPAL_CLIENT_SECRET: "paypal-secret", PAYPAL_WEBHOOK_ID: "hook" };
const BTCPAY = {
  BTCPAY_URL: "https://btcpay.example",
  BTCPAY_STORE_ID: "store",
  BTCPAY_API_KEY: "btcpay-key",
  BTCPAY_WEBHOOK_SECRET: "btcpay-secret",
};
async function namesWith(env: Record<string, string>): Promise<string[]> {
  const world = await startReceiver(env);
  await world.close();
  return [...world.gateways.keys()];
}

describe("ways to pay", () => {
  it.each([
    [{}, []],
    [{ PAYMENT_INSTRUCTIONS: "Bank of Here" }, ["manual"]],
    [{ BANK_IBAN: "DE02 1203 0000 0000 2020 51" }, ["manual"]],
    [STRIPE, ["stripe"]],
    [{ ...STRIPE, PAYMENT_INSTRUCTIONS: "Bank of Here" }, ["stripe", "manual"]],
    [{ ...BTCPAY, ...PAYPAL, ...STRIPE }, ["stripe", "paypal", "btcpay"]],
  ])("with %j are %j", async (env, names) => {
    expect(await namesWith(env)).toEqual(names);
  });

  it.each([
    [{ STRIPE_SECRET_KEY: "sk_test_1" }, "STRIPE_WEBHOOK_SECRET: Needed with STRIPE_SECRET_KEY."],
    [{ PAYPAL_CLIENT_ID: "id" }, "PAYPAL_WEBHOOK_ID: Needed with PAYPAL_CLIENT_ID."],
    [
      { BTCPAY_URL: "https://btcpay.example", BTCPAY_API_KEY: "k" },
      "BTCPAY_STORE_ID: Needed with BTCPAY_URL, BTCPAY_API_KEY.",
    ],
    [{ STRIPE_SECRET_KEY: "pk_live_1" }, "not the publishable one"],
    [{ BANK_IBAN: "DE03 1203 0000 0000 2020 51" }, "whose check digits are right"],
    [{ BANK_IBAN: "DE02120300000000202051", BANK_BIC: "BYLA" }, "8 or 11 characters"],
  ])("that are half configured, as %j, are refused at start", async (env, message) => {
    await expect(namesWith(env)).rejects.toThrow(message);
  });
});

describe("bank transfer", () => {
  it("states account, amount and reference", async () => {
    const world = await startReceiver({ PAYMENT_INSTRUCTIONS: "Bank of Here\\nDE02 1203 0000 0000 2020 51" });
    const manual = world.gateway("manual");
    expect(await manual.start(orderOf())).toEqual({
      paymentId: "manual-ORD-2026-000123",
      redirectUrl: null,
      instructions: "Bank of Here\nDE02 1203 0000 0000 2020 51\n\nAmount: 119.05 USD\nReference: ORD-2026-000123",
    });
    expect(await manual.find("manual-ORD-2026-000123")).toBeUndefined();
    await expect(manual.refund("manual-ORD-2026-000123", 1, "key")).resolves.toBeUndefined();
    expect(await manual.test()).toMatchObject({ ok: true });
    await world.close();
  });

  it("names the account, its holder and its bank, each in a line", async () => {
    const env = { BANK_IBAN: "de02 1203 0000 0000 2020 51", BANK_BIC: "BYLADEM1001", SELLER_NAME: "Debut GmbH" };
    const world = await startReceiver({ ...env, PAYMENT_INSTRUCTIONS: "Fees are yours." });
    expect((await world.gateway("manual").start(orderOf())).instructions).toBe(
      "Fees are yours.\n\nAccount holder: Debut GmbH\nIBAN: DE02 1203 0000 0000 2020 51\nBIC: " +
        "BYLADEM1001\nAmount: 119.05 USD\nReference: ORD-2026-000123",
    );
    await world.close();
  });
});

describe("amounts", () => {
  it.each([
    [0, "0.00"],
    [5, "0.05"],
    [11_905, "119.05"],
    [100_000_000_00, "100000000.00"],
  ])("%i cents are %s", (cents, decimal) => {
    expect(toDecimal(cents)).toBe(decimal);
    expect(toCents(decimal)).toBe(cents);
  });
  it.each([
    ["5", 500],
    ["5.1", 510],
    ["5.005", 501],
    ["5.0049999", 500],
    ["1.995", 200],
  ])("%s is %i cents", (decimal, cents) => expect(toCents(decimal)).toBe(cents));
  it.each(["", "-1", "1,5", "1e3", "NaN", ".5"])("%j is not an amount", (text) =>
    expect(() => toCents(text)).toThrow(),
  );
});
