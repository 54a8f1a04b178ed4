import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { sentTo } from "../helpers/api-server.ts";
import { certificateOf } from "../helpers/certificate.ts";
import { startPayPalServer } from "../helpers/paypal-server.ts";
import { startReceiver } from "./receiver.ts";

const paypal = await startPayPalServer();
let world: Awaited<ReturnType<typeof startReceiver>>;
/** Each test begins with a Debut that has no certificate yet. */
beforeEach(async () => {
  await world?.close();
  world = await startReceiver(paypal.env);
  paypal.requests.length = 0;
});
afterAll(async () => {
  await world.close();
  await paypal.close();
});

type Sent = ReturnType<typeof paypal.sign>;
const NOTHING = { id: "P-1" };
const notice = (options: Parameters<typeof paypal.sign>[2] = {}) =>
  paypal.sign("BILLING.PLAN.CREATED", NOTHING, options);
let addresses = 0;
/** From an address of its own, so that no quota is shared. */
const post = ({ payload, headers }: Sent, address = `203.0.113.${++addresses}`) =>
  world.post("paypal", payload, { ...headers, "x-forwarded-for": address });
const vouched = () => sentTo(paypal.requests, "POST /v1/notifications/verify-webhook-signature").length;
const downloads = () => paypal.requests.filter(({ path }) => path.startsWith("/v1/notifications/certs/")).length;

describe("a PayPal webhook", () => {
  it("is verified locally, with a certificate that is downloaded once", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(notice())));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(paypal.requests.map(({ path }) => path)).toEqual(["/v1/notifications/certs/CERT-360caa42"]);
  });

  it("is verified by PayPal if its certificate cannot be judged locally, a few times a minute", async () => {
    paypal.certificates.set("CERT-new", paypal.issued("signing.example"));
    const answers = [];
    for (let n = 0; n < 12; n++) answers.push((await post(notice({ certificate: "CERT-new" }))).status);
    expect(answers.slice(0, 9)).toEqual(Array(9).fill(200));
    expect(answers.at(-1)).toBe(503);
    expect(vouched()).toBeLessThanOrEqual(20);
    world.clock.offsetMs += 60_000;
    expect((await post(notice({ certificate: "CERT-new" }))).status).toBe(200);
  });
});

describe("a forged webhook", () => {
  it("without a signature, or with a malformed one, causes no request to PayPal", async () => {
    const { payload, headers } = notice();
    for (const header of Object.keys(headers).filter((name) => name.startsWith("paypal-"))) {
      const { [header]: _, ...rest } = headers;
      expect(await post({ ...notice(), payload, headers: rest })).toEqual({
        status: 400,
        text: "The headers of PayPal's signature are missing.",
      });
    }
    for (const wrong of [
      { "paypal-auth-algo": "none" },
      { "paypal-transmission-sig": "short" },
      { "paypal-transmission-sig": "?".repeat(344) },
      { "paypal-transmission-id": "a|b" },
      { "paypal-transmission-time": "yesterday" },
      { "paypal-cert-url": "file:///etc/passwd" },
      { "paypal-cert-url": "http://127.0.0.1:1/v1/notifications/certs/CERT-1" },
      { "paypal-cert-url": "https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1" },
      { "paypal-cert-url": "https://evil.example@api.paypal.com/v1/notifications/certs/CERT-1" },
      { "paypal-cert-url": `${paypal.url}/v2/checkout/orders/1` },
      { "paypal-cert-url": `${paypal.url}/v1/notifications/certs/../../x` },
      { "paypal-cert-url": `${paypal.url}/v1/notifications/certs/CERT-360caa42?x=1` },
    ] as Record<string, string>[])
      expect((await post({ ...notice(), headers: { ...headers, ...wrong } })).status).toBe(400);
    expect(paypal.requests).toEqual([]);
  });

  it("with another signature is refused locally", async () => {
    const strange = notice();
    expect((await post(notice({ isForeign: true }))).status).toBe(400);
    expect((await post(notice({ webhookId: "OTHER" }))).status).toBe(400);
    expect((await post({ ...strange, payload: strange.payload.replace("P-1", "P-2") })).status).toBe(400);
    expect([downloads(), vouched()]).toEqual([1, 0]);
  });

  it.each([
    ["of another name", () => paypal.issued("paypal.com.evil.example", paypal.foreign)],
    ["that is over", () => paypal.issued("x.paypal.com", paypal.foreign, { from: new Date(0), to: new Date(1) })],
    [
      "that its issuer did not sign",
      () => {
        const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
        const valid = { from: new Date(0), to: new Date(Date.UTC(2090, 0)) };
        const commonName = "Issuer";
        const issuer = certificateOf(
          { commonName, publicKey, isAuthority: true, ...valid },
          { commonName, privateKey },
        );
        const by = { commonName, publicKey, privateKey: paypal.foreign.privateKey };
        return paypal.issued("x.paypal.com", paypal.foreign, valid, by) + issuer;
      },
    ],
    ["that is none", () => "<h1>Maintenance</h1>"],
  ])("with a certificate %s is refused", async (_what, certificate) => {
    paypal.certificates.set("CERT-forged", certificate());
    expect((await post(notice({ isForeign: true, certificate: "CERT-forged" }))).status).toBe(400);
  });

  it("with ever new certificates causes few downloads, and genuine webhooks pass", async () => {
    expect((await post(notice())).status).toBe(200);
    for (let n = 0; n < 30; n++) expect((await post(notice({ certificate: `CERT-${n}` }))).status).not.toBe(200);
    expect(downloads()).toBeLessThanOrEqual(6);
    expect((await post(notice())).status).toBe(200);
  });

  it("is refused unread after thirty from one address, while genuine ones from others pass", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 300; n++)
      statuses.push((await world.post("paypal", "{}", { "x-forwarded-for": "198.51.100.7" })).status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(270);
    const refused = await fetch(`${world.url}/webhooks/paypal`, {
      method: "POST",
      headers: { "x-forwarded-for": "198.51.100.7" },
      body: "{}",
    });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    for (let n = 0; n < 60; n++) expect((await post(notice(), "198.51.100.8")).status).toBe(200);
    expect(downloads()).toBe(1);
    expect(world.logs.filter((line) => line.includes("webhook refused")).length).toBeLessThan(5);
  });
});
